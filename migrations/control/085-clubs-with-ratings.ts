import { type Kysely, sql } from "kysely";

/** Counts the clubs with a rated game on a board; 0 until the next snapshot, which is the reference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leaderboard_boards add column rated_clubs integer not null default 0`.execute(db);
}
