import { type Kysely, sql } from "kysely";

/** Stores passkeys: the public half of a key that a person's device holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table passkeys (
    id text primary key, account_id text not null references accounts (id), public_key text not null,
    counter integer not null, transports text not null, name text not null, created_at text not null,
    last_used_at text) strict`.execute(db);
  await sql`create index passkeys_of_account on passkeys (account_id)`.execute(db);
  // An answered challenge is worthless a second time.
  await sql`create table answered_challenges (challenge text primary key, expires_at text not null) strict`.execute(
    db,
  );
}
