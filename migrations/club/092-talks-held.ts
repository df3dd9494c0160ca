import { type Kysely, sql } from "kysely";

/** Stores the day on which a talk about an incident took place; for existing talks, the day they were due. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table incident_talks add column held_on text`.execute(db);
  await sql`update incident_talks set held_on = due_on where state = 'held'`.execute(db);
}
