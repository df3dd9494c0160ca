import { type Kysely, sql } from "kysely";

/**
 * Stores people's mail preferences, pending notifications, unsubscribe links, and the time of each club's next check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table notification_preferences (
    account_id text not null references accounts (id) on delete cascade,
    club_code text not null references clubs (code) on delete cascade,
    email_on integer not null, frequency text not null check (frequency in ('immediate', 'daily', 'weekly')),
    quiet_hours text not null check (quiet_hours in ('none', 'evening', 'night', 'weekends')),
    switches text not null, updated_at text not null, primary key (account_id, club_code)) strict`,
  `create table notification_entries (
    id text primary key, club_code text not null, account_id text not null, kind text not null, key text not null,
    team_id text, content text not null, digest integer not null, due_at text not null, valid_until text,
    created_at text not null, sent_at text) strict`,
  `create unique index notification_entries_once on notification_entries (club_code, account_id, kind, key)`,
  `create index notification_entries_due on notification_entries (club_code, due_at) where sent_at is null`,
  `create index notification_entries_by_age on notification_entries (created_at)`,
  `create table mail_stops (
    token_hash text primary key, account_id text not null references accounts (id) on delete cascade,
    club_code text not null references clubs (code) on delete cascade, kind text not null,
    created_at text not null) strict`,
  `create index mail_stops_of_account on mail_stops (account_id)`,
  `create table dead_addresses (
    address text primary key, delivery text not null check (delivery in ('bounced', 'complained')),
    since text not null) strict`,
  `create table club_timetable (
    club_code text primary key references clubs (code) on delete cascade, due_at text not null,
    changed integer not null, version integer not null, steps text not null) strict`,
  `create index club_timetable_due on club_timetable (due_at)`,
];
