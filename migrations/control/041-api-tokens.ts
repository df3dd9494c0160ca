import { type Kysely, sql } from "kysely";

/**
 * Adds bearer tokens of the JSON calls, those of accounts apart from those of the platform's staff, and the secret with
 * which a program's own page finishes a payment.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table api_tokens (
    token_hash text primary key, account_id text not null references accounts (id) on delete cascade,
    club_code text not null references clubs (code), created_at text not null, used_at text,
    expires_at text not null, ip text not null, user_agent text not null) strict`,
  `create index api_tokens_of on api_tokens (account_id)`,
  `create table platform_api_tokens (
    token_hash text primary key, admin_id text not null references platform_admins (id),
    created_at text not null, used_at text, expires_at text not null, ip text not null,
    user_agent text not null) strict`,
  `create index platform_api_tokens_of on platform_api_tokens (admin_id)`,
  // null: paid on Stripe's own page.
  `alter table checkouts add column client_secret text`,
];
