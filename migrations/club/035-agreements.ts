import { type Kysely, sql } from "kysely";

/** Parents and their children, the agreements they are asked to sign, and the evidence of what they signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table club add column agreement_reminders integer not null default 1`,
  `alter table club add column registration_open integer not null default 1`,

  `alter table imports add column subject text not null default 'games' check (subject in ('games', 'contacts'))`,
  `alter table imports drop column kind`,

  `create table contacts (
    id text primary key, name text not null, name_key text not null, email text not null, email_key text unique,
    language text not null,
    source text not null check (source in ('import', 'manual', 'registered')), import_id text, delivery text,
    mail_stopped_at text, erased_at text, created_at text not null, updated_at text not null) strict`,
  `create index contacts_of_import on contacts (import_id) where import_id is not null`,
  `create table children (
    id text primary key, contact_id text not null references contacts (id) on delete cascade, name text not null,
    name_key text not null, team_id text references teams (id), age_group text not null, import_id text,
    created_at text not null, updated_at text not null) strict`,
  `create unique index children_of_contact on children (contact_id, name_key, coalesce(team_id, ''))`,
  `create index children_of_team on children (team_id, contact_id)`,
  `create index children_of_import on children (import_id) where import_id is not null`,
  `create table contact_undo (
    import_id text not null, subject text not null check (subject in ('contact', 'child')), subject_id text not null,
    before text not null, primary key (import_id, subject, subject_id)) strict`,

  `create table agreements (
    id text primary key, contact_id text not null unique references contacts (id) on delete cascade,
    name_key text not null,
    status text not null check (status in ('pending', 'signed', 'expired', 'declined', 'withdrawn')),
    issue integer not null, added_at text not null, sent_at text, expires_at text, signed_at text, closed_at text,
    reason text not null default '', reminders_sent integer not null default 0, reminded_at text,
    next_reminder_at text, delivery text, opened_at text, paper integer not null default 0,
    to_match integer not null default 0) strict`,
  `create index agreements_by_name on agreements (name_key, id)`,
  `create index agreements_by_status on agreements (status, name_key, id)`,
  `create index agreements_to_remind on agreements (next_reminder_at) where next_reminder_at is not null`,
  `create index agreements_to_expire on agreements (expires_at) where status = 'pending' and expires_at is not null`,
  `create index agreements_to_match on agreements (name_key, id) where to_match = 1`,
  `create table agreement_events (
    id text primary key, agreement_id text not null references agreements (id) on delete cascade, kind text not null,
    at text not null, by_name text not null, detail text not null, key text unique) strict`,
  `create index agreement_events_of on agreement_events (agreement_id, at)`,
  `create table agreement_mails (
    id text primary key, agreement_id text not null references agreements (id) on delete cascade,
    issue integer not null, step text not null, created_at text not null, queued_at text,
    delivery text, unique (agreement_id, issue, step)) strict`,
  `create index agreement_mails_by_time on agreement_mails (created_at)`,
  `create index agreement_mails_open on agreement_mails (created_at, id) where queued_at is null`,

  `create table agreement_texts (
    hash text primary key, version text not null, language text not null, text text not null,
    first_used_at text not null) strict`,
  `create table evidence_records (
    seq integer primary key, id text not null unique, agreement_id text not null, kind text not null,
    record text not null, previous_hash text not null, hash text not null unique, at text not null) strict`,
  `create index evidence_of_agreement on evidence_records (agreement_id, seq)`,
  `create table evidence_persons (
    record_id text primary key references evidence_records (id), content text not null) strict`,

  `create table registrations (
    id text primary key, name text not null, email text not null, email_key text not null, child_name text not null,
    team_id text references teams (id), language text not null,
    status text not null check (status in ('unconfirmed', 'waiting', 'accepted', 'refused')),
    created_at text not null, confirmed_at text, decided_at text, decided_by text, contact_id text) strict`,
  `create index registrations_by_status on registrations (status, created_at)`,
  `create index registrations_of_email on registrations (email_key)`,
];
