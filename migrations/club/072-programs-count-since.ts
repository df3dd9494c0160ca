import { type Kysely, sql } from "kysely";

/** Adds the first day that counts for a reward program of a season which had begun; null for all of the season. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reward_programs add column counts_since text`.execute(db);
}
