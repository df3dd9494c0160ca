import { type Kysely, sql } from "kysely";

/**
 * Stores the version of the terms that an account accepted, and whether it was asked about the newest
 * (product/pages.md#legal-texts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column terms_version integer`.execute(db);
  await sql`alter table accounts add column terms_asked integer`.execute(db);
  await sql`alter table accounts add column terms_mailed integer`.execute(db);
  await sql`alter table signups add column agreed_version integer`.execute(db);
  // Only one version existed so far.
  await sql`update accounts set terms_version = 1 where terms_accepted_at is not null`.execute(db);
  await sql`update signups set agreed_version = 1 where agreed_at is not null`.execute(db);
}
