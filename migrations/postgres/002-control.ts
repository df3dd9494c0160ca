/** The control tables, as in control.sqlite. */
export const control = `
-- The control tables, as control.sqlite has them.

create schema control;
set local search_path = control, public;

-- Differs after every change.
create table changes (one boolean primary key default true check (one), changes text not null);
insert into changes values (true, gen_random_uuid()::text);

create table meta (
  key text not null,
  value text not null,
  primary key (key));

create table clubs (
  code text not null,
  name text not null,
  slug text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  state text not null,
  city text not null,
  timezone text not null,
  status text not null check (status in ('creating', 'active', 'suspended')),
  plan text not null,
  player_cap bigint not null,
  estimated_players bigint not null,
  verification_due_at text not null,
  term_starts_at text not null,
  term_ends_at text not null,
  created_at text not null,
  color text,
  logo text,
  public_page bigint not null default 0,
  cancelled_at text,
  billing_email text,
  primary key (code),
  unique (slug));

create table accounts (
  id text not null,
  kind text not null check (kind in ('person', 'club')),
  email text,
  club_code text,
  name text not null,
  phone text not null,
  state text not null,
  city text not null,
  password_hash text,
  password_changed_at text,
  terms_accepted_at text,
  last_sign_in_at text,
  created_at text not null,
  lite_since text,
  terms_version bigint,
  terms_asked bigint,
  terms_mailed bigint,
  unused_notified_at text,
  privacy_mailed bigint,
  merged_into text,
  primary key (id),
  unique (email),
  unique (club_code),
  check ((kind = 'person') = (email is not null)),
  check ((kind = 'club') = (club_code is not null)));

create table memberships (
  account_id text not null,
  club_code text not null,
  role text not null check (role in ('club_admin', 'staff')),
  created_at text not null,
  last_sign_in_at text,
  primary key (account_id, club_code));

create table sessions (
  token_hash text not null,
  account_id text not null,
  club_code text,
  remember bigint not null,
  created_at text not null,
  seen_at text not null,
  expires_at text not null,
  ip text not null,
  user_agent text not null,
  id text,
  primary key (token_hash));

create table link_tokens (
  token_hash text not null,
  purpose text not null,
  club_code text,
  subject_id text not null,
  email text not null,
  expires_at text not null,
  used_at text,
  created_at text not null,
  primary key (token_hash));

create table signups (
  id text not null,
  browser_hash text not null,
  status text not null check (status in ('draft', 'created')),
  plan text,
  club_name text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  state text not null,
  city text not null,
  estimated_players bigint,
  description text not null,
  agreed_at text,
  attempt bigint not null,
  club_code text,
  created_at text not null,
  updated_at text not null,
  other_club text,
  existing_platform text not null default '',
  agreed_version bigint,
  primary key (id),
  unique (club_code));

create table checkouts (
  session_id text not null,
  url text not null,
  signup_id text not null,
  attempt bigint not null,
  browser_hash text not null,
  plan text not null,
  price_cents bigint not null,
  player_cap bigint not null,
  details text not null,
  created_at text not null,
  client_secret text,
  renews bigint not null default 0,
  primary key (session_id));

create table subscriptions (
  id text not null,
  club_code text not null,
  signup_id text not null,
  plan text not null,
  price_cents bigint not null,
  player_cap bigint not null,
  starts_at text not null,
  ends_at text not null,
  payment_status text not null check (payment_status in ('paid', 'processing', 'failed')),
  payment_intent_id text,
  customer_id text,
  created_at text not null,
  updated_at text not null,
  refunded_at text,
  renews bigint not null default 0,
  package_at text,
  primary key (id),
  checkout_session_id text not null unique);

create table stripe_events (
  id text not null,
  type text not null,
  object_id text not null,
  received_at text not null,
  primary key (id));

create table jobs (
  id text not null,
  kind text not null,
  key text,
  payload text not null,
  status text not null check (status in ('queued', 'running', 'done', 'dead')),
  attempts bigint not null,
  run_at text not null,
  locked_until text,
  last_error text,
  created_at text not null,
  finished_at text,
  bulk bigint not null default 0,
  primary key (id),
  unique (key));

create table mails (
  id text not null,
  key text not null,
  club_code text,
  stream text not null,
  tag text not null,
  to_address text not null,
  reply_to text,
  from_name text not null,
  subject text not null,
  html text not null,
  text text not null,
  status text not null check (status in ('queued', 'sent', 'failed')),
  provider_id text,
  last_error text,
  created_at text not null,
  attempted_at text,
  sent_at text,
  delivery text check (delivery in ('delivered', 'delayed', 'bounced', 'complained')),
  variables text,
  primary key (id),
  unique (key));

create table contact_messages (
  id text not null,
  submission_key text not null,
  category text not null,
  name text not null,
  email text not null,
  subject text not null,
  message text not null,
  created_at text not null,
  state text not null default 'new' check (state in ('new', 'answered', 'closed')),
  note text not null default '',
  handled_by text,
  handled_at text,
  primary key (id),
  unique (submission_key));

create table standings (
  team_id text not null,
  club_code text not null,
  club_name text not null,
  team_name text not null,
  city text not null,
  state text not null,
  age_group text not null,
  gender text not null,
  total_score bigint not null,
  rated_games bigint not null,
  completed_games bigint not null,
  perfect_games bigint not null,
  last_game_date text,
  trend text not null,
  strip text not null,
  changes_at text,
  ranked bigint not null,
  search_text text not null,
  number bigint,
  primary key (team_id));

create table leaderboard_snapshots (
  id bigint not null generated by default as identity,
  revision bigint not null,
  mean double precision,
  ranked bigint not null,
  made_at text not null,
  retired_at text,
  primary key (id));

create table leaderboard (
  id bigint not null check (id = 1),
  revision bigint not null,
  last_number bigint not null,
  snapshot bigint,
  primary key (id));

create table leaderboard_boards (
  snapshot bigint not null,
  board text not null,
  first_page bigint not null,
  teams bigint not null,
  ranked bigint not null,
  clubs bigint not null,
  perfect_games bigint not null,
  total_score bigint not null,
  rated_games bigint not null,
  primary key (snapshot, board));

create table leaderboard_pages (
  snapshot bigint not null,
  page bigint not null,
  teams text not null,
  primary key (snapshot, page));

create table leaderboard_ranks (
  snapshot bigint not null,
  number bigint not null,
  nation bigint not null,
  nation_age bigint not null,
  nation_gender bigint not null,
  nation_age_gender bigint not null,
  state bigint not null,
  state_age bigint not null,
  state_gender bigint not null,
  state_age_gender bigint not null,
  total_score bigint not null,
  rated_games bigint not null,
  completed_games bigint not null,
  perfect_games bigint not null,
  primary key (snapshot, number));

create table running_imports (
  club_code text not null,
  token text not null,
  by_name text not null,
  started_at text not null,
  renewed_at text not null,
  primary key (club_code));

create table session_accounts (
  token_hash text not null,
  account_id text not null,
  primary key (token_hash, account_id));

create table kept_forms (
  account_id text not null,
  address text not null,
  sealed text not null,
  expires_at text not null,
  primary key (account_id, address));

create table mail_events (
  id text not null,
  mail_id text not null,
  type text not null,
  received_at text not null,
  primary key (id));

create table mail_counts (
  day text not null,
  template text not null,
  outcome text not null,
  mails bigint not null,
  primary key (day, template, outcome));

create table notification_preferences (
  account_id text not null,
  club_code text not null,
  email_on bigint not null,
  frequency text not null check (frequency in ('immediate', 'daily', 'weekly')),
  quiet_hours text not null check (quiet_hours in ('none', 'evening', 'night', 'weekends')),
  switches text not null,
  updated_at text not null,
  primary key (account_id, club_code));

create table notification_entries (
  id text not null,
  club_code text not null,
  account_id text not null,
  kind text not null,
  key text not null,
  team_id text,
  content text not null,
  digest bigint not null,
  due_at text not null,
  valid_until text,
  created_at text not null,
  sent_at text,
  primary key (id));

create table mail_stops (
  token_hash text not null,
  account_id text not null,
  club_code text not null,
  kind text not null,
  created_at text not null,
  primary key (token_hash));

create table dead_addresses (
  address text not null,
  delivery text not null check (delivery in ('bounced', 'complained')),
  since text not null,
  primary key (address));

create table club_timetable (
  club_code text not null,
  due_at text not null,
  changed bigint not null,
  version bigint not null,
  steps text not null,
  primary key (club_code));

create table admin_invitations (
  id text not null,
  club_code text not null,
  email text not null,
  name text not null,
  status text not null check (status in ('pending', 'accepted', 'withdrawn')),
  issue bigint not null,
  invited_at text not null,
  expires_at text not null,
  invited_by text not null,
  primary key (id));

create table calendar_feeds (
  id text not null,
  token_hash text not null,
  club_code text not null,
  account_id text not null,
  team_id text not null,
  created_at text not null,
  primary key (id),
  unique (token_hash));

create table import_progress (
  import_id text not null,
  club_code text not null,
  by_name text not null,
  stage text not null,
  done bigint not null,
  total bigint not null,
  started_at text not null,
  renewed_at text not null,
  problem text,
  primary key (import_id));

create table agreement_links (
  token_hash text not null,
  club_code text not null,
  agreement_id text not null,
  issue bigint not null,
  created_at text not null,
  primary key (token_hash));

create table evidence_heads (
  club_code text not null,
  seq bigint not null,
  hash text not null,
  at text not null,
  primary key (club_code));

create table evidence_losses (
  club_code text not null,
  kept_seq bigint not null,
  lost_seq bigint not null,
  lost_hash text not null,
  noted_at text not null,
  primary key (club_code, lost_hash));

create table platform_admins (
  id text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  company text not null,
  role text not null check (role in ('super_admin', 'admin', 'moderator')),
  password_hash text not null,
  password_changed_at text not null,
  created_at text not null,
  created_by text not null,
  last_sign_in_at text,
  removed_at text,
  primary key (id),
  unique (email));

create table platform_sessions (
  token_hash text not null,
  admin_id text not null,
  created_at text not null,
  seen_at text not null,
  expires_at text not null,
  ip text not null,
  user_agent text not null,
  id text,
  primary key (token_hash));

create table platform_challenges (
  token_hash text not null,
  admin_id text not null,
  expires_at text not null,
  primary key (token_hash));

create table platform_totp (
  admin_id text not null,
  seed text not null,
  confirmed_at text,
  last_step bigint not null,
  primary key (admin_id));

create table platform_recovery_codes (
  admin_id text not null,
  number bigint not null,
  code_hash text not null,
  used_at text,
  primary key (admin_id, number));

create table platform_invitations (
  id text not null,
  email text not null,
  role text not null,
  status text not null,
  issue bigint not null,
  invited_at text not null,
  expires_at text not null,
  invited_by text not null,
  primary key (id));

create table audit (
  seq bigint not null,
  at text not null,
  topic text not null,
  kind text not null,
  actor_kind text not null,
  actor_id text,
  club_code text,
  subject text,
  detail text not null,
  previous_hash text not null,
  hash text not null,
  primary key (seq));

create table audit_heads (
  club_code text not null,
  seq bigint not null,
  hash text not null,
  at text not null,
  primary key (club_code));

create table email_changes (
  id text not null,
  account_id text not null,
  email_before text not null,
  email_after text not null,
  requested_at text not null,
  expires_at text not null,
  before_confirmed_at text,
  after_confirmed_at text,
  changed_at text,
  ended_at text,
  primary key (id));

create table api_tokens (
  token_hash text not null,
  account_id text not null,
  club_code text not null,
  created_at text not null,
  used_at text,
  expires_at text not null,
  ip text not null,
  user_agent text not null,
  primary key (token_hash));

create table platform_api_tokens (
  token_hash text not null,
  admin_id text not null,
  created_at text not null,
  used_at text,
  expires_at text not null,
  ip text not null,
  user_agent text not null,
  primary key (token_hash));

create table passkeys (
  id text not null,
  account_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at text not null,
  last_used_at text,
  primary key (id));

create table answered_challenges (
  challenge text not null,
  expires_at text not null,
  primary key (challenge));

create table platform_club_access (
  token_hash text not null,
  club_code text not null,
  reason text not null,
  until text not null,
  primary key (token_hash, club_code));

create table ledger (
  id text not null,
  kind text not null check (kind in ('payment', 'refund', 'refund-returned', 'dispute', 'dispute-returned')),
  stripe_id text not null,
  payment_intent_id text not null,
  club_code text,
  amount_cents bigint not null check (amount_cents <> 0),
  moved_at text not null,
  recorded_at text not null,
  method text,
  primary key (id),
  unique (kind, stripe_id));

create table settlements (
  id text not null,
  club_code text not null,
  subscription_id text not null,
  players bigint not null,
  plan_before text not null,
  plan text not null,
  difference_cents bigint not null,
  created_at text not null,
  voided_at text,
  primary key (id));

create table invoices (
  id text not null,
  settlement_id text not null,
  club_code text not null,
  number text not null,
  amount_cents bigint not null,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  url text not null,
  pdf_url text not null,
  due_at text not null,
  created_at text not null,
  paid_at text,
  payment_intent_id text,
  overdue_at text,
  bank_payment text check (bank_payment in ('processing', 'failed')),
  bank_payment_at text,
  primary key (id),
  unique (settlement_id));

create table disputes (
  id text not null,
  payment_intent_id text not null,
  club_code text,
  amount_cents bigint not null,
  reason text not null,
  status text not null,
  answer_by text,
  opened_at text not null,
  updated_at text not null,
  primary key (id));

create table held_payments (
  session_id text not null,
  signup_id text not null,
  payment_intent_id text,
  asked_cents bigint not null,
  paid_cents bigint not null,
  currency text not null,
  held_at text not null,
  decision text check (decision in ('accepted', 'refunded')),
  decided_by text,
  decided_at text,
  primary key (session_id));

create table stripe_checks (
  id text not null,
  since text not null,
  movements bigint not null,
  stripe_cents bigint not null,
  ledger_cents bigint not null,
  differences text not null,
  primary key (id),
  checked_at text not null);

create table verification_documents (
  id text not null,
  verification_id text not null,
  club_code text not null,
  name text not null,
  type text not null,
  bytes bigint not null,
  sha256 text not null,
  stored_at text not null,
  primary key (id));

create table erased_clubs (
  code text not null,
  erased_at text not null,
  primary key (code));

create table clubs_with_outbox (
  mark text not null,
  club_code text not null,
  since text not null,
  ready bigint not null default 0,
  primary key (mark));

create table refund_orders (
  id text not null,
  club_code text,
  payment_intent_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  why text not null check (why in ('second', 'settlement', 'guarantee', 'held')),
  settlement_id text,
  subscription_id text,
  ordered_by text,
  note text not null default '',
  ordered_at text not null,
  state text not null check (state in ('due', 'sent', 'refused', 'settled', 'dropped')),
  attempt bigint not null default 0,
  refund_id text,
  sent_at text,
  settled_by text,
  settled_at text,
  settled_note text,
  primary key (id));

create table verifications (
  id text not null,
  number bigint not null,
  club_code text not null,
  status text not null check (status in ('pending', 'in_review', 'approved', 'rejected', 'needs_adjustment')),
  actual_players bigint,
  players_before bigint,
  notes text not null default '',
  asked_by text,
  created_at text not null,
  submitted_at text,
  reviewed_by text,
  reviewed_at text,
  replaced_at text,
  version bigint not null default 0,
  primary key (id),
  unique (number));

create table pulse_links (
  token_hash text not null,
  club_code text not null,
  invitation_id text not null,
  issue bigint not null,
  created_at text not null,
  primary key (token_hash));

create table search_clubs (
  number bigint not null generated by default as identity,
  club_code text not null,
  primary key (number),
  unique (club_code));

create table search_users (
  number bigint not null generated by default as identity,
  account_id text not null,
  primary key (number),
  unique (account_id));

create table search_teams (
  number bigint not null generated by default as identity,
  team_id text not null,
  club_code text not null,
  name text not null,
  age_group text not null,
  gender text not null,
  season text not null,
  status text not null,
  primary key (number));

create table search_games (
  number bigint not null generated by default as identity,
  team bigint not null,
  opponent text not null,
  primary key (number));

create table platform_acting (
  admin_id text not null,
  token_hash text not null,
  club_code text not null,
  reason text not null,
  reference text not null,
  started_at text not null,
  ends_at text not null,
  ended_at text,
  primary key (admin_id));

create table club_days (
  club_code text not null,
  day text not null,
  ratings bigint not null,
  signed bigint not null,
  primary key (club_code, day));

create table day_totals (
  day text not null,
  ratings bigint not null,
  signed bigint not null,
  primary key (day));

create table club_restores (
  id text not null,
  club_code text not null,
  path text not null,
  sha256 text not null,
  copied_at text not null,
  aside text not null,
  state text not null,
  problem text,
  admin_id text not null,
  reason text not null,
  ordered_at text not null,
  finished_at text,
  primary key (id));

create table email_words (
  id text not null,
  template text not null,
  variant text not null,
  number bigint not null check (number > 0),
  state text not null check (state in ('draft', 'active', 'former')),
  words text not null check (json_valid(words)),
  saved_by text not null,
  saved_at text not null,
  trouble text,
  trouble_at text,
  primary key (id),
  unique (template, variant, number));

create table account_merges (
  id text not null,
  kept_id text not null,
  other_id text not null,
  state text not null check (state in ('moving', 'done', 'undoing', 'undone')),
  searching bigint not null,
  admin_id text not null,
  reason text not null,
  why text not null,
  merged_at text not null,
  undo_until text not null,
  undone_at text,
  undone_by text,
  primary key (id));

create table account_merge_clubs (
  merge_id text not null,
  club_code text not null,
  state text not null check (state in ('waiting', 'moved', 'back')),
  places bigint not null,
  ratings bigint not null,
  notes bigint not null,
  lost bigint not null,
  moves text not null,
  primary key (merge_id, club_code));

create table erased_persons (
  club_code text not null,
  agreement_id text not null,
  erased_at text not null,
  primary key (club_code, agreement_id));

create table metric_samples (
  minutes bigint not null,
  at text not null,
  data text not null,
  pages text not null,
  primary key (minutes, at));

create table console_runs (
  id text not null,
  command text not null,
  about text,
  admin_id text not null,
  ordered_at text not null,
  state text not null,
  result text,
  finished_at text,
  primary key (id));

create table staff_notifications (
  id text not null,
  mark text not null,
  kind text not null,
  type text not null,
  priority text not null,
  title text not null,
  message text not null,
  recipient text not null,
  recipient_type text not null,
  action bigint not null check (action in (0, 1)),
  subject_id text not null,
  subject_name text not null,
  club_code text,
  n bigint,
  created_at text not null,
  closed_at text,
  primary key (id));

create table staff_notification_marks (
  admin_id text not null,
  notification_id text not null,
  read_at text,
  deleted_at text,
  due_at text,
  digest bigint not null default 0,
  mailed_at text,
  primary key (admin_id, notification_id));

create table staff_notification_preferences (
  admin_id text not null,
  switches text not null check (json_valid(switches)),
  quiet_hours text not null,
  timezone text not null,
  updated_at text not null,
  primary key (admin_id));

create table maintenance (
  id text not null,
  starts_at text not null,
  ends_at text not null,
  timezone text not null,
  words text not null,
  revision bigint not null,
  announced_at text,
  cancelled_at text,
  saved_by text not null,
  saved_at text not null,
  primary key (id),
  check (starts_at < ends_at));

insert into leaderboard (id, revision, last_number) values (1, 1, 0);

alter table accounts add foreign key (club_code) references clubs (code);
alter table memberships add foreign key (account_id) references accounts (id);
alter table memberships add foreign key (club_code) references clubs (code);
alter table sessions add foreign key (account_id) references accounts (id);
alter table sessions add foreign key (club_code) references clubs (code);
alter table link_tokens add foreign key (club_code) references clubs (code);
alter table signups add foreign key (club_code) references clubs (code);
alter table checkouts add foreign key (signup_id) references signups (id);
alter table subscriptions add foreign key (club_code) references clubs (code);
alter table standings add foreign key (club_code) references clubs (code);
alter table leaderboard add foreign key (snapshot) references leaderboard_snapshots (id);
alter table leaderboard_boards add foreign key (snapshot) references leaderboard_snapshots (id);
alter table leaderboard_pages add foreign key (snapshot) references leaderboard_snapshots (id);
alter table leaderboard_ranks add foreign key (snapshot) references leaderboard_snapshots (id);
alter table session_accounts add foreign key (token_hash) references sessions (token_hash) on delete cascade;
alter table session_accounts add foreign key (account_id) references accounts (id) on delete cascade;
alter table notification_preferences add foreign key (account_id) references accounts (id) on delete cascade;
alter table notification_preferences add foreign key (club_code) references clubs (code) on delete cascade;
alter table mail_stops add foreign key (account_id) references accounts (id) on delete cascade;
alter table mail_stops add foreign key (club_code) references clubs (code) on delete cascade;
alter table club_timetable add foreign key (club_code) references clubs (code) on delete cascade;
alter table admin_invitations add foreign key (club_code) references clubs (code);
alter table platform_sessions add foreign key (admin_id) references platform_admins (id);
alter table platform_challenges add foreign key (admin_id) references platform_admins (id);
alter table platform_totp add foreign key (admin_id) references platform_admins (id);
alter table platform_recovery_codes add foreign key (admin_id) references platform_admins (id);
alter table email_changes add foreign key (account_id) references accounts (id);
alter table api_tokens add foreign key (account_id) references accounts (id) on delete cascade;
alter table api_tokens add foreign key (club_code) references clubs (code);
alter table platform_api_tokens add foreign key (admin_id) references platform_admins (id);
alter table passkeys add foreign key (account_id) references accounts (id);
alter table platform_club_access add foreign key (token_hash) references platform_sessions (token_hash) on delete cascade;
alter table platform_acting add foreign key (admin_id) references platform_admins (id);
alter table account_merge_clubs add foreign key (merge_id) references account_merges (id) on delete cascade;
alter table staff_notification_marks add foreign key (notification_id) references staff_notifications (id) on delete cascade;

create index clubs_by_email on clubs (email);
create index memberships_of_club on memberships (club_code);
create index sessions_of_account on sessions (account_id);
create index sessions_by_end on sessions (expires_at);
create index link_tokens_of_subject on link_tokens (subject_id, purpose);
create unique index signups_open on signups (browser_hash) where status <> 'created';
create index checkouts_of_signup on checkouts (signup_id, attempt);
create index checkouts_of_browser on checkouts (browser_hash, created_at);
create index subscriptions_of_club on subscriptions (club_code);
create index jobs_due on jobs (status, run_at);
create index mails_of_club on mails (club_code, created_at);
create index contact_messages_by_time on contact_messages (created_at);
create index standings_of_club on standings (club_code);
create index standings_by_change on standings (changes_at) where changes_at is not null;
create index standings_by_number on standings (number, search_text) where number is not null;
create index session_accounts_of_account on session_accounts (account_id);
create index kept_forms_by_expiry on kept_forms (expires_at);
create index mails_by_provider_id on mails (provider_id) where provider_id is not null;
create index mail_events_by_age on mail_events (received_at);
create index signups_by_email on signups (email);
create index clubs_of_state on clubs (state, name);
create unique index notification_entries_once on notification_entries (club_code, account_id, kind, key);
create index notification_entries_due on notification_entries (club_code, due_at) where sent_at is null;
create index notification_entries_by_age on notification_entries (created_at);
create index mail_stops_of_account on mail_stops (account_id);
create index club_timetable_due on club_timetable (due_at);
create unique index admin_invitations_open on admin_invitations (club_code, email) where status = 'pending';
create unique index calendar_feeds_of_account on calendar_feeds (account_id, club_code, team_id);
create index import_progress_of_club on import_progress (club_code);
create index agreement_links_of on agreement_links (agreement_id);
create index agreement_links_of_club on agreement_links (club_code);
create index platform_sessions_of on platform_sessions (admin_id);
create unique index platform_invitations_open on platform_invitations (email) where status = 'pending';
create index audit_by_time on audit (at);
create index audit_by_topic on audit (topic, at);
create index audit_by_actor on audit (actor_id, at);
create index audit_of_club on audit (club_code, at);
create index audit_of_club_by_topic on audit (club_code, topic, at);
create index email_changes_of_account on email_changes (account_id, requested_at);
create unique index email_changes_open on email_changes (account_id) where changed_at is null and ended_at is null;
create index email_changes_by_age on email_changes (requested_at);
create index api_tokens_of on api_tokens (account_id);
create index platform_api_tokens_of on platform_api_tokens (admin_id);
create index passkeys_of_account on passkeys (account_id);
create index mails_of_address on mails (to_address, created_at);
create index admin_invitations_by_email on admin_invitations (email);
create index link_tokens_by_email on link_tokens (email);
create index contact_messages_by_email on contact_messages (email);
create index clubs_by_name on clubs (name collate nocase, code);
create index subscriptions_unpaid on subscriptions (payment_status) where payment_status <> 'paid';
create index mails_unsent on mails (status) where status = 'queued';
create index ledger_of_club on ledger (club_code, moved_at);
create index ledger_of_payment on ledger (payment_intent_id);
create index settlements_of_club on settlements (club_code, created_at);
create index invoices_of_club on invoices (club_code, created_at);
create index invoices_open on invoices (status, due_at) where status = 'open';
create index invoices_of_payment on invoices (payment_intent_id) where payment_intent_id is not null;
create index disputes_by_time on disputes (opened_at);
create index held_payments_open on held_payments (held_at) where decision is null;
create index stripe_checks_by_time on stripe_checks (checked_at);
create index subscriptions_of_payment on subscriptions (payment_intent_id) where payment_intent_id is not null;
create index clubs_by_term_end on clubs (term_ends_at);
create index verification_documents_of on verification_documents (verification_id, stored_at);
create index clubs_by_verification_due on clubs (verification_due_at);
create index contact_messages_by_state on contact_messages (state, created_at, id);
create index contact_messages_by_category on contact_messages (category, state, created_at, id);
create index accounts_by_last_use on accounts (coalesce(last_sign_in_at, created_at));
create index invoices_by_time on invoices (created_at);
create index settlements_by_time on settlements (created_at);
create index held_payments_by_time on held_payments (held_at);
create index refund_orders_of_club on refund_orders (club_code, ordered_at);
create index refund_orders_by_state on refund_orders (state, ordered_at);
create index refund_orders_by_time on refund_orders (ordered_at);
create index refund_orders_of_payment on refund_orders (payment_intent_id);
create index disputes_of_payment on disputes (payment_intent_id);
create index subscriptions_to_start on subscriptions (starts_at) where package_at is null;
create unique index verifications_of_club on verifications (club_code) where replaced_at is null;
create index verifications_replaced on verifications (club_code) where replaced_at is not null;
create index verifications_by_status on verifications (status, submitted_at);
create index mails_failed on mails (created_at, id) where status = 'failed';
create index mails_failed_by_template on mails (tag, created_at, id) where status = 'failed';
create index verifications_in_order on verifications (club_code, created_at);
create index clubs_with_public_page on clubs (status, name, slug) where public_page = 1;
create index pulse_links_of on pulse_links (invitation_id);
create index pulse_links_of_club on pulse_links (club_code);
create unique index search_teams_of on search_teams (club_code, team_id);
create index search_games_of on search_games (team, number);
create index platform_acting_open on platform_acting (ends_at) where ended_at is null;
create index clubs_by_status on clubs (status, created_at, estimated_players, state, term_ends_at);
create index ledger_by_time on ledger (moved_at, kind, amount_cents);
create unique index club_restores_ordered on club_restores (club_code) where state = 'ordered';
create index club_restores_of_club on club_restores (club_code, ordered_at);
create index mails_failed_of_club on mails (club_code, created_at, id) where status = 'failed';
create index accounts_merged on accounts (merged_into) where merged_into is not null;
create unique index account_merges_of_other on account_merges (other_id) where state <> 'undone';
create index account_merges_of_kept on account_merges (kept_id, merged_at);
create index account_merges_by_time on account_merges (merged_at);
create index account_merge_clubs_of_club on account_merge_clubs (club_code);
create unique index sessions_by_id on sessions (id);
create index sessions_by_seen on sessions (seen_at, id);
create unique index platform_sessions_by_id on platform_sessions (id);
create index platform_sessions_by_seen on platform_sessions (seen_at, id);
create index sessions_in_club on sessions (club_code, seen_at, id);
create unique index console_runs_waiting on console_runs (command, coalesce(about, '')) where state = 'ordered';
create index console_runs_by_time on console_runs (ordered_at);
create index staff_notifications_of_mark on staff_notifications (mark);
create unique index staff_notifications_standing on staff_notifications (mark) where closed_at is null and type <> 'verification_approved';
create index staff_notifications_to_do on staff_notifications (id) where closed_at is null and action = 1;
create index staff_notifications_in_order on staff_notifications (created_at, id);
create index staff_notifications_of_club on staff_notifications (club_code);
create index staff_notification_marks_due on staff_notification_marks (due_at) where due_at is not null and mailed_at is null;
create index staff_notification_marks_of on staff_notification_marks (notification_id);
create index verifications_by_review on verifications (reviewed_at) where reviewed_at is not null;
create index maintenance_by_end on maintenance (ends_at);
create index mails_came_back_in_order on mails (created_at, id) where status = 'sent' and delivery in ('bounced', 'complained');
create index mails_came_back_of_club on mails (club_code, created_at, id) where status = 'sent' and delivery in ('bounced', 'complained');
create table leaderboard_words (
  rowid bigint not null primary key,
  words text not null,
  lexemes tsvector generated always as (words_of(words)) stored);
create index leaderboard_words_by_lexeme on leaderboard_words using gin (lexemes);
create function audit_follows() returns trigger language plpgsql as $$ begin
  if new.seq is distinct from (select coalesce(max(seq), 0) + 1 from audit) or new.previous_hash is distinct
    from coalesce( (select hash from audit order by seq desc limit 1),
    '0000000000000000000000000000000000000000000000000000000000000000') then
    raise exception 'audit: a row has to follow on the last one' using errcode =
      'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger audit_follows before insert on audit for each row execute function audit_follows();
create function audit_stays() returns trigger language plpgsql as $$ begin
  raise exception 'audit: rows are never changed' using errcode = 'integrity_constraint_violation';
  return new;
end $$;
create trigger audit_stays before update on audit for each row execute function audit_stays();
create function audit_kept() returns trigger language plpgsql as $$ begin
  raise exception 'audit: rows are never removed' using errcode = 'integrity_constraint_violation';
  return old;
end $$;
create trigger audit_kept before delete on audit for each row execute function audit_kept();
create function ledger_only_grows() returns trigger language plpgsql as $$ begin
  if new.id is distinct from old.id or new.kind is distinct from old.kind or new.stripe_id is distinct from
    old.stripe_id or new.payment_intent_id is distinct from old.payment_intent_id or new.amount_cents is
    distinct from old.amount_cents or new.moved_at is distinct from old.moved_at or new.recorded_at is
    distinct from old.recorded_at or old.club_code is not null then
    raise exception 'the ledger only grows' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_only_grows before update on ledger for each row execute function ledger_only_grows();
create table search_clubs_words (
  rowid bigint not null primary key,
  words text not null,
  lexemes tsvector generated always as (words_of(words)) stored);
create index search_clubs_words_by_lexeme on search_clubs_words using gin (lexemes);
create function search_clubs_added() returns trigger language plpgsql as $$ begin
  insert into search_clubs (club_code) values (new.code);
  insert into search_clubs_words (rowid, words) values ((select number from search_clubs where club_code =
    new.code), replace(replace(replace(new.name || ' ' || new.code || ' ' || new.city || ' ' || new.state ||
    ' ' || new.contact_name || ' ' || new.email, '''', ''), '’', ''), '.', ''));
  return null;
end $$;
create trigger search_clubs_added after insert on clubs for each row execute function search_clubs_added();
create function search_clubs_changed() returns trigger language plpgsql as $$ begin
  if replace(replace(replace(old.name || ' ' || old.code || ' ' || old.city || ' ' || old.state || ' ' ||
    old.contact_name || ' ' || old.email, '''', ''), '’', ''), '.', '') <> replace(replace(replace(new.name
    || ' ' || new.code || ' ' || new.city || ' ' || new.state || ' ' || new.contact_name || ' ' ||
    new.email, '''', ''), '’', ''), '.', '') then
    insert into search_clubs_words (rowid, words) values ((select number from search_clubs where club_code =
      new.code), replace(replace(replace(new.name || ' ' || new.code || ' ' || new.city || ' ' || new.state
      || ' ' || new.contact_name || ' ' || new.email, '''', ''), '’', ''), '.', '')) on conflict (rowid) do
      update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger search_clubs_changed after update on clubs for each row execute function
  search_clubs_changed();
create function search_clubs_removed() returns trigger language plpgsql as $$ begin
  delete from search_clubs_words where rowid = (select number from search_clubs where club_code = old.code);
  delete from search_clubs where club_code = old.code;
  return null;
end $$;
create trigger search_clubs_removed after delete on clubs for each row execute function
  search_clubs_removed();
create table search_users_words (
  rowid bigint not null primary key,
  words text not null,
  lexemes tsvector generated always as (words_of(words)) stored);
create index search_users_words_by_lexeme on search_users_words using gin (lexemes);
create function search_users_added() returns trigger language plpgsql as $$ begin
  insert into search_users (account_id) values (new.id);
  insert into search_users_words (rowid, words) values ((select number from search_users where account_id =
    new.id), replace(replace(replace(new.name || ' ' || coalesce(new.email, '') || ' ' ||
    coalesce(new.club_code, ''), '''', ''), '’', ''), '.', ''));
  return null;
end $$;
create trigger search_users_added after insert on accounts for each row execute function
  search_users_added();
create function search_users_changed() returns trigger language plpgsql as $$ begin
  if replace(replace(replace(old.name || ' ' || coalesce(old.email, '') || ' ' || coalesce(old.club_code,
    ''), '''', ''), '’', ''), '.', '') <> replace(replace(replace(new.name || ' ' || coalesce(new.email, '')
    || ' ' || coalesce(new.club_code, ''), '''', ''), '’', ''), '.', '') then
    insert into search_users_words (rowid, words) values ((select number from search_users where account_id
      = new.id), replace(replace(replace(new.name || ' ' || coalesce(new.email, '') || ' ' ||
      coalesce(new.club_code, ''), '''', ''), '’', ''), '.', '')) on conflict (rowid) do update set words =
      excluded.words;
  end if;
  return null;
end $$;
create trigger search_users_changed after update on accounts for each row execute function
  search_users_changed();
create function search_users_removed() returns trigger language plpgsql as $$ begin
  delete from search_users_words where rowid = (select number from search_users where account_id = old.id);
  delete from search_users where account_id = old.id;
  return null;
end $$;
create trigger search_users_removed after delete on accounts for each row execute function
  search_users_removed();
create table search_teams_words (
  rowid bigint not null primary key,
  words text not null,
  lexemes tsvector generated always as (words_of(words)) stored);
create index search_teams_words_by_lexeme on search_teams_words using gin (lexemes);
create table search_games_words (
  rowid bigint not null primary key,
  words text not null,
  lexemes tsvector generated always as (words_of(words)) stored);
create index search_games_words_by_lexeme on search_games_words using gin (lexemes);
create unique index email_words_draft on email_words (template, variant) where state = 'draft';
create unique index email_words_active on email_words (template, variant) where state = 'active';
create function search_teams_added() returns trigger language plpgsql as $$ begin
  insert into search_teams_words (rowid, words) select new.number, replace(replace(replace(new.name || ' '
    || new.age_group || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from clubs c where
    c.code = new.club_code;
  return null;
end $$;
create trigger search_teams_added after insert on search_teams for each row execute function
  search_teams_added();
create function search_teams_changed() returns trigger language plpgsql as $$ begin
  if old.name <> new.name or old.age_group <> new.age_group then
    insert into search_teams_words (rowid, words) select t.number, replace(replace(replace(t.name || ' ' ||
      t.age_group || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from search_teams t join
      clubs c on c.code = t.club_code where t.number in (new.number) on conflict (rowid) do update set words
      = excluded.words;
    insert into search_games_words (rowid, words) select g.number, replace(replace(replace(g.opponent || ' '
      || t.name || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from search_games g join
      search_teams t on t.number = g.team join clubs c on c.code = t.club_code where g.team in (new.number)
      on conflict (rowid) do update set words = excluded.words;
  end if;
  return null;
end $$;
create trigger search_teams_changed after update of name, age_group on search_teams for each row execute
  function search_teams_changed();
create function search_teams_removed() returns trigger language plpgsql as $$ begin
  delete from search_games where team = old.number;
  delete from search_teams_words where rowid = old.number;
  return null;
end $$;
create trigger search_teams_removed after delete on search_teams for each row execute function
  search_teams_removed();
create function search_games_added() returns trigger language plpgsql as $$ begin
  insert into search_games_words (rowid, words) select new.number, replace(replace(replace(new.opponent || '
    ' || t.name || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from search_teams t join
    clubs c on c.code = t.club_code where t.number = new.team;
  return null;
end $$;
create trigger search_games_added after insert on search_games for each row execute function
  search_games_added();
create function search_games_removed() returns trigger language plpgsql as $$ begin
  delete from search_games_words where rowid = old.number;
  return null;
end $$;
create trigger search_games_removed after delete on search_games for each row execute function
  search_games_removed();
create function search_club_renamed() returns trigger language plpgsql as $$ begin
  if old.name <> new.name then
    insert into search_teams_words (rowid, words) select t.number, replace(replace(replace(t.name || ' ' ||
      t.age_group || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from search_teams t join
      clubs c on c.code = t.club_code where t.number in (select number from search_teams where club_code =
      new.code) on conflict (rowid) do update set words = excluded.words;
    insert into search_games_words (rowid, words) select g.number, replace(replace(replace(g.opponent || ' '
      || t.name || ' ' || c.name || ' ' || c.code, '''', ''), '’', ''), '.', '') from search_games g join
      search_teams t on t.number = g.team join clubs c on c.code = t.club_code where g.team in (select
      number from search_teams where club_code = new.code) on conflict (rowid) do update set words =
      excluded.words;
  end if;
  return null;
end $$;
create trigger search_club_renamed after update of name on clubs for each row execute function
  search_club_renamed();
create function search_club_removed() returns trigger language plpgsql as $$ begin
  delete from search_teams where club_code = old.code;
  return null;
end $$;
create trigger search_club_removed after delete on clubs for each row execute function
  search_club_removed();
create function club_days_added() returns trigger language plpgsql as $$ begin
  insert into day_totals (day, ratings, signed) values (new.day, new.ratings, new.signed) on conflict (day)
    do update set ratings = day_totals.ratings + excluded.ratings, signed = day_totals.signed + excluded.signed;
  return null;
end $$;
create trigger club_days_added after insert on club_days for each row execute function club_days_added();
create function club_days_changed() returns trigger language plpgsql as $$ begin
  insert into day_totals (day, ratings, signed) values (new.day, new.ratings - old.ratings, new.signed -
    old.signed) on conflict (day) do update set ratings = day_totals.ratings + excluded.ratings,
    signed = day_totals.signed + excluded.signed;
  return null;
end $$;
create trigger club_days_changed after update on club_days for each row execute function
  club_days_changed();
`;
