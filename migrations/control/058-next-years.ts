import { type Kysely, sql } from "kysely";

/**
 * Prepares a club's later years: an invoice has a pending or failed bank payment, a club has an address for payment
 * emails, a year has the time when its package became the club's, and a club has a verification for each year.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const COLUMNS =
  "id, number, club_code, status, actual_players, notes, created_at, submitted_at, reviewed_by, reviewed_at, version";

const STATEMENTS = [
  `alter table invoices add column bank_payment text check (bank_payment in ('processing', 'failed'))`,
  `alter table invoices add column bank_payment_at text`,
  `alter table clubs add column billing_email text`,
  `alter table subscriptions add column package_at text`,
  `update subscriptions set package_at = starts_at`,
  `create index subscriptions_to_start on subscriptions (starts_at) where package_at is null`,
  `create table verifications_anew (
    id text primary key,
    number integer not null unique,
    club_code text not null,
    status text not null check (status in ('pending', 'in_review', 'approved', 'rejected', 'needs_adjustment')),
    actual_players integer,
    players_before integer,
    notes text not null default '',
    asked_by text,
    created_at text not null,
    submitted_at text,
    reviewed_by text,
    reviewed_at text,
    replaced_at text,
    version integer not null default 0) strict`,
  `insert into verifications_anew (${COLUMNS}) select ${COLUMNS} from verifications`,
  `drop table verifications`,
  `alter table verifications_anew rename to verifications`,
  `create unique index verifications_of_club on verifications (club_code) where replaced_at is null`,
  `create index verifications_replaced on verifications (club_code) where replaced_at is not null`,
  `create index verifications_by_status on verifications (status, submitted_at)`,
];
