import { type Kysely, sql } from "kysely";

/** Adds indexes that find a person's own ratings and incident notes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ratings_of_rater on ratings (given_by, given_at)`.execute(db);
  await sql`create index incident_entries_of_author on incident_entries (author_id, at)`.execute(db);
}
