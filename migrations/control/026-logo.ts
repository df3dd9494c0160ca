import { type Kysely, sql } from "kysely";

/**
 * Stores the version of the club's logo beside its name, so that every page can show it without opening the club's
 * file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clubs add column logo text`.execute(db);
}
