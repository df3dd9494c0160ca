import { type Kysely, sql } from "kysely";

/** Stores sent reminders with their contents and recipients, and the club's announcements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table game_reminders (
    game_id text not null references games (id) on delete cascade, account_id text not null, told text not null,
    told_at text not null, primary key (game_id, account_id)) strict`,
  `create index game_reminders_by_time on game_reminders (told_at)`,
  `create table rating_reminders (
    account_id text not null, day text not null, sent_at text not null, primary key (account_id, day)) strict`,
  `create table announcements (
    id text primary key, subject text not null, body text not null,
    audience text not null check (audience in ('everybody', 'managers', 'coaches', 'teams')), team_ids text not null,
    recipients integer not null, created_by_name text not null, created_at text not null, sent_at text) strict`,
  `create index announcements_by_time on announcements (created_at)`,
];
