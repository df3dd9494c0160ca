import { type Kysely, sql } from "kysely";

/** Stores who added a child, since when it is in its team, and the answer of a parent who had signed before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table children add column added_by text`.execute(db);
  await sql`alter table children add column team_since text`.execute(db);
  await sql`alter table children add column confirmed_at text`.execute(db);
  await sql`alter table agreements add column confirm_asked_at text`.execute(db);
}
