import { type Kysely, sql } from "kysely";

/** Adds the club's own accent color; null for Goodside's green. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table club add column color text`.execute(db);
}
