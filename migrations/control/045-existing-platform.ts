import { type Kysely, sql } from "kysely";

/** Stores which software a club uses, asked at sign-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signups add column existing_platform text not null default ''`.execute(db);
}
