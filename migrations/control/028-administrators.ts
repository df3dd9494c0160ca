import { type Kysely, sql } from "kysely";

/** Stores invitations of further club administrators, and the time of each person's last sign-in to a club. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table admin_invitations (
    id text primary key, club_code text not null references clubs (code), email text not null, name text not null,
    status text not null check (status in ('pending', 'accepted', 'withdrawn')), issue integer not null,
    invited_at text not null, expires_at text not null, invited_by text not null) strict`,
  `create unique index admin_invitations_open on admin_invitations (club_code, email) where status = 'pending'`,
  `alter table memberships add column last_sign_in_at text`,
  // Members of a single club have signed in to it.
  `update memberships set last_sign_in_at =
    (select a.last_sign_in_at from accounts a where a.id = memberships.account_id)
    where (select count(*) from memberships other where other.account_id = memberships.account_id) = 1`,
];
