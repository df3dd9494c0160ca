import { type Kysely, sql } from "kysely";

/** Stores the outcome of each email and refunds of second payments, and indexes a club that signs up again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table mails add column delivery text check (delivery in ('delivered', 'delayed', 'bounced', 'complained'))`,
  `create index mails_by_provider_id on mails (provider_id) where provider_id is not null`,
  `create table mail_events (
    id text primary key, mail_id text not null, type text not null, received_at text not null) strict`,
  `create index mail_events_by_age on mail_events (received_at)`,
  `alter table subscriptions add column refunded_at text`,
  `alter table signups add column other_club text`,
  `create index signups_by_email on signups (email)`,
  `create index clubs_of_state on clubs (state, name)`,
];
