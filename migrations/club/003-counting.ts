import { type Kysely, sql } from "kysely";

/** Adds covering indexes for the lists and counts of games, by team and by start: counting reads no table rows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `drop index games_of_team`,
  `create index games_of_team on games (team_id, starts_at, id, status, final_score, date, time)`,
  `drop index games_by_start`,
  `create index games_by_start on games (starts_at, id, team_id, status, final_score, date, time)`,
];
