import { type Kysely, sql } from "kysely";

/** Marks the results and ranks that the club's people were notified of: each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table told_results (
    game_id text primary key references games (id) on delete cascade, told_at text not null) strict`,
  `create table told_ranks (
    team_id text primary key references teams (id) on delete cascade, rank integer not null,
    told_at text not null) strict`,
];
