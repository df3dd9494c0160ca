import { type Kysely, sql } from "kysely";

/** Stores rated games that an administrator excluded from all stats, with the data to restore them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table taken_out_games (
    game_id text primary key references games (id) on delete cascade,
    why text not null check (why in ('duplicate', 'wrong-team', 'not-played')), note text not null,
    status_before text not null, by_name text not null, taken_out_at text not null) strict`.execute(db);
}
