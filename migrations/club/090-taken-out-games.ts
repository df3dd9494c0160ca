import { type Kysely, sql } from "kysely";

/** Rated games that an administrator took out of all figures, with what puts them back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table taken_out_games (
    game_id text primary key references games (id) on delete cascade,
    why text not null check (why in ('duplicate', 'wrong-team', 'not-played')), note text not null,
    status_before text not null, by_name text not null, taken_out_at text not null) strict`.execute(db);
}
