import { type Kysely, sql } from "kysely";

/** Prepares families with children in several teams, and registrations of several children in one form. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table agreement_events add column team_id text`,
  `create table left_addresses (
    id text primary key, agreement_id text not null references agreements (id) on delete cascade,
    email text not null, created_at text not null) strict`,
  `create index left_addresses_of on left_addresses (agreement_id)`,
  `alter table contacts add column listed integer not null default 1`,
  `alter table registrations add column added_by text`,
  `alter table registrations add column form_id text`,
  `create index registrations_of_form on registrations (form_id) where form_id is not null`,
  `create index registrations_refused on registrations (decided_at) where status = 'refused' and email_key <> ''`,
];
