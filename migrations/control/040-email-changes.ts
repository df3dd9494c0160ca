import { type Kysely, sql } from "kysely";

/** Stores new addresses of people's accounts: confirmed by both addresses, revocable by the old one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table email_changes (
    id text primary key, account_id text not null references accounts (id), email_before text not null,
    email_after text not null, requested_at text not null, expires_at text not null, before_confirmed_at text,
    after_confirmed_at text, changed_at text, ended_at text) strict`.execute(db);
  await sql`create index email_changes_of_account on email_changes (account_id, requested_at)`.execute(db);
  // One request at a time.
  await sql`create unique index email_changes_open on email_changes (account_id)
    where changed_at is null and ended_at is null`.execute(db);
  await sql`create index email_changes_by_age on email_changes (requested_at)`.execute(db);
}
