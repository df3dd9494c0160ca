import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table club (
    code text primary key, name text not null, slug text not null, contact_name text not null,
    email text not null, phone text not null, state text not null, city text not null, address text not null,
    zip text not null, website text not null, description text not null, timezone text not null,
    plan text not null, player_cap integer not null, estimated_players integer not null,
    rating_policy text not null check (rating_policy in ('coach-final', 'average', 'coach-first')),
    on_leaderboard integer not null, created_at text not null) strict`,
  `create table teams (
    id text primary key, name text not null, name_key text not null, age_group text not null,
    gender text not null check (gender in ('Boys', 'Girls', 'Coed')), season text not null,
    player_count integer not null, description text not null, manager_updates integer not null,
    coach_updates integer not null, weekly_reports integer not null, incident_alerts integer not null,
    created_at text not null, last_activity_at text not null, deleted_at text) strict`,
  `create unique index teams_by_name on teams (name_key, season) where deleted_at is null`,
  `create table staff (
    id text primary key, team_id text not null references teams (id),
    role text not null check (role in ('manager', 'coach')),
    coach_role text check (coach_role in ('head', 'assistant')),
    email text not null, name text not null,
    status text not null check (status in ('pending', 'active', 'removed')), account_id text,
    issue integer not null, invited_at text not null, expires_at text not null, joined_at text,
    last_activity_at text, check ((role = 'coach') = (coach_role is not null))) strict`,
  `create unique index staff_once on staff (team_id, role, email) where status <> 'removed'`,
  `create unique index staff_one_manager on staff (team_id) where role = 'manager' and status <> 'removed'`,
  `create index staff_of_team on staff (team_id, role)`,
  `create index staff_of_account on staff (account_id)`,
  `create index staff_by_email on staff (email)`,
  `create table games (
    id text primary key, team_id text not null references teams (id), opponent text not null,
    date text not null, time text, starts_at text not null, location text not null,
    home_away text not null check (home_away in ('home', 'away')),
    status text not null check (status in ('scheduled', 'in-progress', 'completed', 'cancelled', 'rescheduled')),
    notes text not null, original_date text, original_time text, import_id text references imports (id),
    external_id text, final_score integer check (final_score in (0, 10, 20)),
    agreement text not null check (agreement in ('pending', 'agreed', 'averaged', 'coach-override')),
    final_policy text, finalized_at text, created_at text not null, updated_at text not null,
    check ((agreement = 'pending') = (final_score is null))) strict`,
  // The last three cover the sums of a team's stats, which need not read the rows.
  `create index games_of_team on games (team_id, starts_at, id, status, final_score, date)`,
  `create index games_by_start on games (starts_at)`,
  `create unique index games_by_external_id on games (team_id, external_id) where external_id is not null`,
  `create index games_of_import on games (import_id) where import_id is not null`,
  `create table ratings (
    id text primary key, game_id text not null references games (id),
    side text not null check (side in ('coach', 'manager')), score integer not null check (score in (0, 10, 20)),
    reason text not null, tags text not null, submission_key text not null unique, given_by text not null,
    given_by_name text not null,
    given_as text not null check (given_as in ('head', 'assistant', 'manager', 'admin')),
    correction_reason text not null, given_at text not null, superseded_at text) strict`,
  `create unique index ratings_current on ratings (game_id, side) where superseded_at is null`,
  `create index ratings_of_game on ratings (game_id, given_at)`,
  `create table incidents (
    id text primary key, game_id text not null references games (id), rating_id text not null references ratings (id),
    what text not null, when_text text not null,
    official_was_minor text not null check (official_was_minor in ('yes', 'no', 'unknown')),
    abuse_level integer check (abuse_level between 1 and 4),
    status text not null check (status in ('open', 'closed')), opened_at text not null, updated_at text not null,
    updated_by_name text not null) strict`,
  `create unique index incidents_of_game on incidents (game_id)`,
  `create index incidents_open on incidents (opened_at) where status = 'open'`,
  `create table imports (
    id text primary key, kind text not null check (kind in ('games')), file_name text not null,
    status text not null check (status in ('preview', 'done', 'undone')), payload text not null,
    added integer not null, changed integer not null, unchanged integer not null, skipped integer not null,
    created_by text not null, created_at text not null, finished_at text) strict`,
  `create index imports_by_age on imports (status, created_at)`,
  `create table import_undo (
    game_id text primary key references games (id) on delete cascade,
    import_id text not null references imports (id), opponent text not null, date text not null, time text,
    starts_at text not null, location text not null, home_away text not null, status text not null,
    original_date text, original_time text, external_id text) strict`,
  `create table outbox (
    id text primary key, kind text not null, payload text not null, created_at text not null,
    attempts integer not null, last_error text, delivered_at text) strict`,
  `create index outbox_open on outbox (created_at) where delivered_at is null`,
];
