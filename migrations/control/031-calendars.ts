import { type Kysely, sql } from "kysely";

/** Stores secret addresses of calendars, and the progress of a large import. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table calendar_feeds (
    id text primary key, token_hash text not null unique, club_code text not null, account_id text not null,
    team_id text not null, created_at text not null) strict`,
  `create unique index calendar_feeds_of_account on calendar_feeds (account_id, club_code, team_id)`,
  `create table import_progress (
    import_id text primary key, club_code text not null, by_name text not null, stage text not null,
    done integer not null, total integer not null, started_at text not null, renewed_at text not null,
    problem text) strict`,
  `create index import_progress_of_club on import_progress (club_code)`,
];
