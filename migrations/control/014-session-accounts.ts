import { type Kysely, sql } from "kysely";

/**
 * Stores the accounts whose password a sign-in matched, if it matched several: the session may act for each of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table session_accounts (
    token_hash text not null references sessions (token_hash) on delete cascade,
    account_id text not null references accounts (id) on delete cascade,
    primary key (token_hash, account_id)) strict, without rowid`.execute(db);
  await sql`create index session_accounts_of_account on session_accounts (account_id)`.execute(db);
}
