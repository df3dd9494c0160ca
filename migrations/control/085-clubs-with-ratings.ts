import { type Kysely, sql } from "kysely";

/** How many of a board's clubs have a rated game; 0 until the next snapshot, which is the reference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leaderboard_boards add column rated_clubs integer not null default 0`.execute(db);
}
