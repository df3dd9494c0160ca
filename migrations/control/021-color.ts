import { type Kysely, sql } from "kysely";

/** Stores the club's accent color beside its name, so that pages and emails read it without opening the club's file. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clubs add column color text`.execute(db);
}
