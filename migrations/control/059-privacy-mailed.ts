import { type Kysely, sql } from "kysely";

/** Stores the newest version of the privacy policy that an account was mailed about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column privacy_mailed integer`.execute(db);
}
