import { type Kysely, sql } from "kysely";

/** Stores whether a club allows its public page and badge. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clubs add column public_page integer not null default 0`.execute(db);
}
