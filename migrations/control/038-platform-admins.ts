import { type Kysely, sql } from "kysely";

/**
 * Adds the platform's own staff: their accounts, sessions and second factor. None of them is a club's account or
 * session.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table platform_admins (
    id text primary key, email text not null unique, first_name text not null, last_name text not null,
    company text not null, role text not null check (role in ('super_admin', 'admin', 'moderator')),
    password_hash text not null, password_changed_at text not null, created_at text not null,
    created_by text not null, last_sign_in_at text, removed_at text) strict`,
  `create table platform_sessions (
    token_hash text primary key, admin_id text not null references platform_admins (id),
    created_at text not null, seen_at text not null, expires_at text not null, ip text not null,
    user_agent text not null) strict`,
  `create index platform_sessions_of on platform_sessions (admin_id)`,
  // Half signed in: the password was right, the second factor is missing. Grants nothing.
  `create table platform_challenges (
    token_hash text primary key, admin_id text not null references platform_admins (id),
    expires_at text not null) strict`,
  // last_step: the 30 seconds whose code was used last; each code is valid once.
  `create table platform_totp (
    admin_id text primary key references platform_admins (id), seed text not null, confirmed_at text,
    last_step integer not null) strict`,
  `create table platform_recovery_codes (
    admin_id text not null references platform_admins (id), number integer not null, code_hash text not null,
    used_at text, primary key (admin_id, number)) strict, without rowid`,
  `create table platform_invitations (
    id text primary key, email text not null, role text not null, status text not null, issue integer not null,
    invited_at text not null, expires_at text not null, invited_by text not null) strict`,
  `create unique index platform_invitations_open on platform_invitations (email) where status = 'pending'`,
];
