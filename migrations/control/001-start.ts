import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table meta (key text primary key, value text not null) strict`,
  `create table clubs (
    code text primary key, name text not null, slug text not null unique, contact_name text not null,
    email text not null, phone text not null, state text not null, city text not null, timezone text not null,
    status text not null check (status in ('creating', 'active', 'suspended')),
    plan text not null, player_cap integer not null, estimated_players integer not null,
    verification_due_at text not null, term_starts_at text not null, term_ends_at text not null,
    created_at text not null) strict`,
  `create index clubs_by_email on clubs (email)`,
  `create table accounts (
    id text primary key, kind text not null check (kind in ('person', 'club')),
    email text unique, club_code text unique references clubs (code),
    name text not null, phone text not null, state text not null, city text not null,
    password_hash text, password_changed_at text, terms_accepted_at text, last_sign_in_at text,
    created_at text not null,
    check ((kind = 'person') = (email is not null)), check ((kind = 'club') = (club_code is not null))) strict`,
  `create table memberships (
    account_id text not null references accounts (id), club_code text not null references clubs (code),
    role text not null check (role in ('club_admin', 'staff')), created_at text not null,
    primary key (account_id, club_code)) strict`,
  `create index memberships_of_club on memberships (club_code)`,
  `create table sessions (
    token_hash text primary key, account_id text not null references accounts (id),
    club_code text references clubs (code), remember integer not null, created_at text not null,
    seen_at text not null, expires_at text not null, ip text not null, user_agent text not null) strict`,
  `create index sessions_of_account on sessions (account_id)`,
  `create index sessions_by_end on sessions (expires_at)`,
  `create table link_tokens (
    token_hash text primary key, purpose text not null, club_code text references clubs (code),
    subject_id text not null, email text not null, expires_at text not null, used_at text,
    created_at text not null) strict`,
  `create index link_tokens_of_subject on link_tokens (subject_id, purpose)`,
  `create table signups (
    id text primary key, browser_hash text not null,
    status text not null check (status in ('draft', 'created')),
    plan text, club_name text not null, contact_name text not null, email text not null, phone text not null,
    state text not null, city text not null, estimated_players integer, description text not null,
    agreed_at text, attempt integer not null, club_code text unique references clubs (code),
    created_at text not null, updated_at text not null) strict`,
  `create unique index signups_open on signups (browser_hash) where status <> 'created'`,
  `create table checkouts (
    session_id text primary key, url text not null, signup_id text not null references signups (id),
    attempt integer not null, browser_hash text not null, plan text not null, price_cents integer not null, player_cap integer not null,
    details text not null, created_at text not null) strict`,
  `create index checkouts_of_signup on checkouts (signup_id, attempt)`,
  `create index checkouts_of_browser on checkouts (browser_hash, created_at)`,
  `create table subscriptions (
    id text primary key, club_code text not null references clubs (code), signup_id text not null,
    plan text not null, price_cents integer not null, player_cap integer not null, starts_at text not null,
    ends_at text not null, payment_status text not null check (payment_status in ('paid', 'processing', 'failed')),
    checkout_session_id text not null unique, payment_intent_id text, customer_id text,
    created_at text not null, updated_at text not null) strict`,
  `create index subscriptions_of_club on subscriptions (club_code)`,
  `create table stripe_events (
    id text primary key, type text not null, object_id text not null, received_at text not null) strict`,
  `create table jobs (
    id text primary key, kind text not null, key text unique, payload text not null,
    status text not null check (status in ('queued', 'running', 'done', 'dead')), attempts integer not null,
    run_at text not null, locked_until text, last_error text, created_at text not null, finished_at text) strict`,
  `create index jobs_due on jobs (status, run_at)`,
  `create table mails (
    id text primary key, key text not null unique, club_code text, stream text not null, tag text not null,
    to_address text not null, reply_to text, from_name text not null, subject text not null, html text not null,
    text text not null, status text not null check (status in ('queued', 'sent', 'failed')), provider_id text,
    last_error text, created_at text not null, attempted_at text, sent_at text) strict`,
  `create index mails_of_club on mails (club_code, created_at)`,
  `create table clubs_with_outbox (
    club_code text primary key, mark text not null, since text not null) strict`,
  `create table contact_messages (
    id text primary key, submission_key text not null unique, category text not null, name text not null,
    email text not null, subject text not null, message text not null, created_at text not null) strict`,
  `create index contact_messages_by_time on contact_messages (created_at)`,
  `create table standings (
    team_id text primary key, club_code text not null references clubs (code), club_name text not null,
    team_name text not null, city text not null, state text not null, age_group text not null,
    gender text not null, total_score integer not null, rated_games integer not null,
    completed_games integer not null, perfect_games integer not null, last_game_date text,
    trend text not null, strip text not null, changes_at text, ranked integer not null,
    search_text text not null) strict`,
  // The last five cover the sums of the boards' cards and the platform's mean, which need not read the rows.
  `create index standings_by_place on standings (
    state, age_group, gender, club_code, ranked, total_score, rated_games, perfect_games)`,
  `create index standings_of_club on standings (club_code)`,
  `create index standings_by_change on standings (changes_at) where changes_at is not null`,
];
