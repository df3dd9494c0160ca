/** The clubs' tables, as in every club's file. */
export const club = `
-- The clubs' tables, as every club's file has them: all clubs in one set, each row with its club's code first in
-- every key. A connection sees and writes one club's rows only, whose code it was given as 'goodside.club'.

create schema club;
set local search_path = club, public;

-- Which clubs there are: read before one is named.
create table stored_clubs (
  club_code text not null primary key, stored_at text not null, changes text not null default gen_random_uuid()::text);
create view change_stamp as select club_code, 1::bigint as id, changes as version from stored_clubs
  where club_code = current_setting('goodside.club', true);

create table club (
  club_code text not null default current_setting('goodside.club'),
  code text not null,
  name text not null,
  slug text not null,
  contact_name text not null,
  email text not null,
  phone text not null,
  state text not null,
  city text not null,
  address text not null,
  zip text not null,
  website text not null,
  description text not null,
  timezone text not null,
  plan text not null,
  player_cap bigint not null,
  estimated_players bigint not null,
  rating_policy text not null check (rating_policy in ('coach-final', 'average', 'coach-first')),
  on_leaderboard bigint not null,
  created_at text not null,
  color text,
  logo text,
  agreement_days bigint not null default 30,
  agreement_text text not null default '',
  agreement_reminders bigint not null default 1,
  registration_open bigint not null default 1,
  agreement_text_es text not null default '',
  primary key (club_code, code));

create table teams (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  name_key text not null,
  age_group text not null,
  gender text not null check (gender in ('Boys', 'Girls', 'Coed')),
  season text not null,
  player_count bigint not null,
  description text not null,
  manager_updates bigint not null,
  coach_updates bigint not null,
  weekly_reports bigint not null,
  incident_alerts bigint not null,
  created_at text not null,
  last_activity_at text not null,
  status text not null default 'active' check (status in ('active', 'archived', 'deleted')),
  status_since text,
  primary key (club_code, id));

create table staff (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  team_id text not null,
  role text not null check (role in ('manager', 'coach')),
  coach_role text check (coach_role in ('head', 'assistant')),
  email text not null,
  name text not null,
  status text not null check (status in ('pending', 'active', 'removed')),
  account_id text,
  issue bigint not null,
  invited_at text not null,
  expires_at text not null,
  joined_at text,
  last_activity_at text,
  delivery text check (delivery in ('delivered', 'delayed', 'bounced', 'complained')),
  role_since text,
  role_by text,
  primary key (club_code, id),
  check ((role = 'coach') = (coach_role is not null)));

create table games (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  team_id text not null,
  opponent text not null,
  date text not null,
  time text,
  starts_at text not null,
  location text not null,
  home_away text not null check (home_away in ('home', 'away')),
  status text not null check (status in ('scheduled', 'in-progress', 'completed', 'cancelled', 'rescheduled')),
  notes text not null,
  original_date text,
  original_time text,
  import_id text,
  external_id text,
  final_score bigint check (final_score in (0, 10, 20)),
  agreement text not null check (agreement in ('pending', 'agreed', 'averaged', 'coach-override')),
  final_policy text,
  finalized_at text,
  created_at text not null,
  updated_at text not null,
  sequence bigint not null default 0,
  tag_bits bigint not null default 0,
  rater_gap bigint,
  primary key (club_code, id),
  check ((agreement = 'pending') = (final_score is null)));

create table ratings (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  game_id text not null,
  side text not null check (side in ('coach', 'manager')),
  score bigint not null check (score in (0, 10, 20)),
  reason text not null,
  tags text not null,
  submission_key text not null,
  given_by text not null,
  given_by_name text not null,
  given_as text not null check (given_as in ('head', 'assistant', 'manager', 'admin')),
  correction_reason text not null,
  given_at text not null,
  superseded_at text,
  saw_other bigint not null default 0 check (saw_other in (0, 1)),
  primary key (club_code, id),
  unique (club_code, submission_key));

create table imports (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  file_name text not null,
  status text not null check (status in ('preview', 'done', 'undone')),
  payload text not null,
  added bigint not null,
  changed bigint not null,
  unchanged bigint not null,
  skipped bigint not null,
  created_by text not null,
  created_at text not null,
  finished_at text,
  subject text not null default 'games' check (subject in ('games', 'contacts')),
  primary key (club_code, id));

create table outbox (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  kind text not null,
  payload text not null,
  created_at text not null,
  attempts bigint not null,
  last_error text,
  delivered_at text,
  rowid bigint generated by default as identity,
  primary key (club_code, id));
create index outbox_by_row on outbox (club_code, rowid);

create table import_names (
  club_code text not null default current_setting('goodside.club'),
  kind text not null check (kind in ('club', 'team')),
  key text not null,
  name text not null,
  team_id text,
  created_at text not null,
  primary key (club_code, kind, key));

create table import_undo (
  club_code text not null default current_setting('goodside.club'),
  import_id text not null,
  game_id text not null,
  opponent text not null,
  date text not null,
  time text,
  starts_at text not null,
  location text not null,
  home_away text not null,
  status text not null,
  original_date text,
  original_time text,
  external_id text,
  updated_at text,
  primary key (club_code, import_id, game_id));

create table notified_results (
  club_code text not null default current_setting('goodside.club'),
  game_id text not null,
  notified_at text not null,
  primary key (club_code, game_id));

create table notified_ranks (
  club_code text not null default current_setting('goodside.club'),
  team_id text not null,
  rank bigint not null,
  notified_at text not null,
  primary key (club_code, team_id));

create table logos (
  club_code text not null default current_setting('goodside.club'),
  version text not null,
  small bytea not null,
  large bytea not null,
  width bigint not null,
  height bigint not null,
  stored_at text not null,
  primary key (club_code, version));

create table staff_history (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  staff_id text not null,
  team_id text not null,
  role text not null check (role in ('manager', 'coach')),
  coach_role text check (coach_role in ('head', 'assistant')),
  name text not null,
  from_at text not null,
  from_by text,
  to_at text,
  to_by text,
  ending text not null check (ending in ('removed', 'replaced', 'role-changed')),
  primary key (club_code, id),
  check ((role = 'coach') = (coach_role is not null)));

create table policy_changes (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  from_policy text not null check (from_policy in ('coach-final', 'average', 'coach-first')),
  to_policy text not null check (to_policy in ('coach-final', 'average', 'coach-first')),
  scope text not null check (scope in ('open', 'all')),
  games bigint not null,
  scores bigint not null,
  changed_by text not null,
  changed_by_name text not null,
  changed_at text not null,
  primary key (club_code, id));

create table result_changes (
  club_code text not null default current_setting('goodside.club'),
  game_id text not null,
  change_id text not null,
  old_score bigint check (old_score in (0, 10, 20)),
  old_agreement text not null check (old_agreement in ('pending', 'agreed', 'averaged', 'coach-override')),
  old_policy text,
  new_score bigint check (new_score in (0, 10, 20)),
  new_agreement text not null check (new_agreement in ('pending', 'agreed', 'averaged', 'coach-override')),
  new_policy text,
  primary key (club_code, game_id, change_id));

create table incidents (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  game_id text not null,
  rating_id text not null,
  what text not null,
  when_text text not null,
  official_was_minor text not null check (official_was_minor in ('yes', 'no', 'unknown')),
  abuse_level bigint check (abuse_level between 1 and 4),
  status text not null check (status in ('open', 'talked-to', 'closed')),
  opened_at text not null,
  updated_at text not null,
  updated_by_name text not null,
  agreed text not null,
  closed_as text check (closed_as in ('agreed', 'rating-corrected')),
  closed_at text,
  erases_at text not null,
  erased_at text,
  number bigint,
  primary key (club_code, id),
  check ((status = 'closed') = (closed_at is not null)),
  check ((closed_at is null) = (closed_as is null)));

create table incident_talks (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  incident_id text not null,
  who text not null,
  with_whom text not null,
  due_on text not null,
  state text not null check (state in ('planned', 'held', 'dropped')),
  outcome text not null,
  created_at text not null,
  updated_at text not null,
  primary key (club_code, id));

create table incident_entries (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  incident_id text not null,
  kind text not null check (kind in ('note', 'facts', 'talk-planned', 'talk-changed', 'talk-held', 'talk-dropped', 'closed', 'reopened', 'rated-again', 'exported')),
  text text not null,
  refers_to text,
  form_key text,
  author_id text not null,
  author_name text not null,
  at text not null,
  primary key (club_code, id),
  unique (club_code, form_key));

create table game_reminders (
  club_code text not null default current_setting('goodside.club'),
  game_id text not null,
  account_id text not null,
  notified_of text not null,
  notified_at text not null,
  primary key (club_code, game_id, account_id));

create table rating_reminders (
  club_code text not null default current_setting('goodside.club'),
  account_id text not null,
  day text not null,
  sent_at text not null,
  primary key (club_code, account_id, day));

create table announcements (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  subject text not null,
  body text not null,
  audience text not null check (audience in ('everybody', 'managers', 'coaches', 'teams')),
  team_ids text not null,
  recipients bigint not null,
  created_by_name text not null,
  created_at text not null,
  sent_at text,
  primary key (club_code, id));

create table day_changes (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  day text not null,
  action text not null check (action in ('cancel', 'move')),
  reason text not null,
  status text not null check (status in ('planned', 'done', 'undone')),
  games text not null,
  created_by text not null,
  created_by_name text not null,
  created_at text not null,
  done_at text,
  undone_at text,
  primary key (club_code, id));

create table contacts (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  name_key text not null,
  email text not null,
  email_key text,
  language text not null,
  source text not null check (source in ('import', 'manual', 'registered')),
  import_id text,
  delivery text,
  mail_stopped_at text,
  erased_at text,
  created_at text not null,
  updated_at text not null,
  listed bigint not null default 1,
  primary key (club_code, id),
  unique (club_code, email_key));

create table children (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  contact_id text not null,
  name text not null,
  name_key text not null,
  team_id text,
  age_group text not null,
  import_id text,
  created_at text not null,
  updated_at text not null,
  primary key (club_code, id));

create table contact_undo (
  club_code text not null default current_setting('goodside.club'),
  import_id text not null,
  subject text not null check (subject in ('contact', 'child')),
  subject_id text not null,
  before text not null,
  primary key (club_code, import_id, subject, subject_id));

create table agreements (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  contact_id text not null,
  name_key text not null,
  status text not null check (status in ('pending', 'signed', 'expired', 'declined', 'withdrawn')),
  issue bigint not null,
  added_at text not null,
  sent_at text,
  expires_at text,
  signed_at text,
  closed_at text,
  reason text not null default '',
  reminders_sent bigint not null default 0,
  reminded_at text,
  next_reminder_at text,
  delivery text,
  opened_at text,
  paper bigint not null default 0,
  to_match bigint not null default 0,
  primary key (club_code, id),
  unique (club_code, contact_id));

create table agreement_events (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  agreement_id text not null,
  kind text not null,
  at text not null,
  by_name text not null,
  detail text not null,
  key text,
  team_id text,
  primary key (club_code, id),
  unique (club_code, key));

create table agreement_mails (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  agreement_id text not null,
  issue bigint not null,
  step text not null,
  created_at text not null,
  queued_at text,
  delivery text,
  primary key (club_code, id),
  unique (club_code, agreement_id, issue, step));

create table agreement_texts (
  club_code text not null default current_setting('goodside.club'),
  hash text not null,
  version text not null,
  language text not null,
  text text not null,
  first_used_at text not null,
  primary key (club_code, hash));

create table evidence_records (
  club_code text not null default current_setting('goodside.club'),
  seq bigint not null generated by default as identity,
  id text not null,
  agreement_id text not null,
  kind text not null,
  record text not null,
  previous_hash text not null,
  hash text not null,
  at text not null,
  primary key (club_code, seq),
  unique (club_code, id),
  unique (club_code, hash));

create table evidence_persons (
  club_code text not null default current_setting('goodside.club'),
  record_id text not null,
  content text not null,
  primary key (club_code, record_id));

create table registrations (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  email text not null,
  email_key text not null,
  child_name text not null,
  team_id text,
  language text not null,
  status text not null check (status in ('unconfirmed', 'waiting', 'accepted', 'refused')),
  created_at text not null,
  confirmed_at text,
  decided_at text,
  decided_by text,
  contact_id text,
  added_by text,
  form_id text,
  primary key (club_code, id));

create table audit (
  club_code text not null default current_setting('goodside.club'),
  seq bigint not null,
  at text not null,
  topic text not null,
  kind text not null,
  actor_kind text not null,
  actor_id text,
  subject text,
  detail text not null,
  previous_hash text not null,
  hash text not null,
  primary key (club_code, seq));

create table left_addresses (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  agreement_id text not null,
  email text not null,
  created_at text not null,
  primary key (club_code, id));

create table search_people (
  club_code text not null default current_setting('goodside.club'),
  number bigint not null generated by default as identity,
  kind text not null check (kind in ('parent', 'child')),
  name text not null,
  words text not null,
  primary key (club_code, number),
  unique (club_code, kind, name));

create table search_places (
  club_code text not null default current_setting('goodside.club'),
  number bigint not null generated by default as identity,
  kind text not null check (kind in ('opponent', 'field')),
  name text not null,
  words text not null,
  primary key (club_code, number),
  unique (club_code, kind, name));

create table pulses (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  team_ids text not null,
  recipients bigint not null,
  sent_at text not null,
  sent_by text not null,
  closes_at text not null,
  reminds_at text,
  closed_at text,
  closed_by text not null default '',
  answers bigint,
  primary key (club_code, id));

create table pulse_invitations (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  pulse_id text not null,
  contact_id text not null,
  team_ids text not null,
  issue bigint not null default 1,
  answered bigint not null default 0,
  step text check (step in ('request', 'reminder')),
  delivery text,
  primary key (club_code, id),
  unique (club_code, contact_id, pulse_id));

create table pulse_answers (
  club_code text not null default current_setting('goodside.club'),
  answer_key text not null,
  pulse_id text not null,
  score bigint not null check (score between 1 and 5),
  sentence text not null,
  team_ids text not null,
  primary key (club_code, answer_key));

create table pulse_results (
  club_code text not null default current_setting('goodside.club'),
  pulse_id text not null,
  team_id text not null,
  team_name text not null,
  score_1 bigint not null,
  score_2 bigint not null,
  score_3 bigint not null,
  score_4 bigint not null,
  score_5 bigint not null,
  primary key (club_code, pulse_id, team_id));

create table pulse_sentences (
  club_code text not null default current_setting('goodside.club'),
  pulse_id text not null,
  id text not null,
  sentence text not null,
  primary key (club_code, pulse_id, id));

create table referee_counts (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  season_id text not null,
  season text not null,
  season_key text not null,
  first_day text not null,
  started bigint not null,
  stayed bigint,
  by_name text not null,
  at text not null,
  superseded_at text,
  primary key (club_code, id),
  check (started > 0),
  check (stayed is null or stayed between 0 and started));

create table seasons (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  name_key text not null,
  starts_on text not null,
  ends_on text not null check (ends_on >= starts_on),
  description text not null,
  planned_games bigint check (planned_games >= 0),
  all_teams bigint not null,
  archived_at text,
  created_at text not null,
  updated_at text not null,
  primary key (club_code, id),
  unique (club_code, name_key));

create table season_teams (
  club_code text not null default current_setting('goodside.club'),
  season_id text not null,
  team_id text not null,
  age_group text,
  primary key (club_code, season_id, team_id));

create table roll_overs (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  from_season_id text not null,
  to_season_id text not null,
  status text not null check (status in ('planned', 'done', 'undone')),
  details text not null,
  created_by_name text not null,
  created_at text not null,
  done_at text,
  undone_at text,
  primary key (club_code, id));

create table report_prints (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  account_id text not null,
  asked text not null,
  status text not null check (status in ('waiting', 'ready')),
  pdf bytea,
  created_at text not null,
  expires_at text not null,
  primary key (club_code, id));

create table printable_settings (
  club_code text not null default current_setting('goodside.club'),
  id bigint not null check (id = 1),
  club_name text not null,
  club_logo bigint not null check (club_logo in (0, 1)),
  season text not null,
  contact_info text not null,
  website_url text not null,
  changed_at text not null,
  primary key (club_code, id));

create table printable_downloads (
  club_code text not null default current_setting('goodside.club'),
  printable text not null,
  downloads bigint not null check (downloads > 0),
  primary key (club_code, printable));

create table reward_programs (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  description text not null,
  type text not null check (type in ('team', 'parent', 'individual')),
  season_id text,
  starts_on text not null,
  ends_on text,
  is_active bigint not null check (is_active in (0, 1)),
  budget_cents bigint not null check (budget_cents >= 0),
  archived_at text,
  created_at text not null,
  updated_at text not null,
  counts_since text,
  primary key (club_code, id));

create table rewards (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  program_id text not null,
  title text not null,
  description text not null,
  type text not null check (type in ('perfect_game', 'streak', 'improvement', 'milestone', 'season_end', 'custom')),
  score_threshold bigint not null,
  game_count bigint not null check (game_count > 0),
  improvement_percent bigint not null check (improvement_percent > 0),
  consecutive_games bigint not null check (consecutive_games > 0),
  counts_after text not null check (counts_after in ('any', 'talk', 'zero')),
  value_cents bigint not null check (value_cents >= 0),
  status text not null check (status in ('active', 'paused', 'archived')),
  color text not null,
  auto_trigger bigint not null check (auto_trigger in (0, 1)),
  notification_enabled bigint not null check (notification_enabled in (0, 1)),
  last_triggered_at text,
  created_at text not null,
  updated_at text not null,
  primary key (club_code, id));

create table earned_rewards (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  reward_id text not null,
  program_id text not null,
  team_id text not null,
  game_id text,
  game_date text not null,
  score double precision,
  criteria text not null,
  recipient text not null,
  value_cents bigint not null check (value_cents >= 0),
  status text not null check (status in ('pending', 'awarded', 'taken-back')),
  earned_at text not null,
  awarded_at text,
  awarded_by_name text not null,
  taken_back_at text,
  taken_back_why text not null,
  notified text not null check (notified in ('nobody', 'administrators', 'everybody')),
  primary key (club_code, id),
  check ((status = 'awarded') = (awarded_at is not null)));

create table season_mails (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  season_id text not null,
  addresses text not null,
  words text not null,
  again bigint not null,
  created_by_name text not null,
  created_at text not null,
  sent_at text,
  primary key (club_code, id));

create table season_templates (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  name text not null,
  name_key text not null,
  description text not null,
  sport text not null,
  season_name text not null,
  starts_on text not null,
  ends_on text not null check (ends_on >= starts_on),
  planned_games bigint check (planned_games >= 0),
  all_teams bigint not null check (all_teams in (0, 1)),
  created_at text not null,
  updated_at text not null,
  primary key (club_code, id),
  unique (club_code, name_key));

create table season_template_teams (
  club_code text not null default current_setting('goodside.club'),
  template_id text not null,
  team_id text not null,
  primary key (club_code, template_id, team_id));

create table account_merges (
  club_code text not null default current_setting('goodside.club'),
  id text not null,
  kept_id text not null,
  other_id text not null,
  moves text not null,
  moved_at text not null,
  primary key (club_code, id));

alter table staff add foreign key (club_code, team_id) references teams (club_code, id);
alter table games add foreign key (club_code, team_id) references teams (club_code, id);
alter table games add foreign key (club_code, import_id) references imports (club_code, id);
alter table ratings add foreign key (club_code, game_id) references games (club_code, id);
alter table import_names add foreign key (club_code, team_id) references teams (club_code, id);
alter table import_undo add foreign key (club_code, import_id) references imports (club_code, id);
alter table import_undo add foreign key (club_code, game_id) references games (club_code, id) on delete cascade;
alter table notified_results add foreign key (club_code, game_id) references games (club_code, id) on delete cascade;
alter table notified_ranks add foreign key (club_code, team_id) references teams (club_code, id) on delete cascade;
alter table staff_history add foreign key (club_code, staff_id) references staff (club_code, id);
alter table staff_history add foreign key (club_code, team_id) references teams (club_code, id);
alter table result_changes add foreign key (club_code, game_id) references games (club_code, id) on delete cascade;
alter table result_changes add foreign key (club_code, change_id) references policy_changes (club_code, id);
alter table incidents add foreign key (club_code, game_id) references games (club_code, id);
alter table incidents add foreign key (club_code, rating_id) references ratings (club_code, id);
alter table incident_talks add foreign key (club_code, incident_id) references incidents (club_code, id) on delete cascade;
alter table incident_entries add foreign key (club_code, incident_id) references incidents (club_code, id) on delete cascade;
alter table game_reminders add foreign key (club_code, game_id) references games (club_code, id) on delete cascade;
alter table children add foreign key (club_code, contact_id) references contacts (club_code, id) on delete cascade;
alter table children add foreign key (club_code, team_id) references teams (club_code, id);
alter table agreements add foreign key (club_code, contact_id) references contacts (club_code, id) on delete cascade;
alter table agreement_events add foreign key (club_code, agreement_id) references agreements (club_code, id) on delete cascade;
alter table agreement_mails add foreign key (club_code, agreement_id) references agreements (club_code, id) on delete cascade;
alter table evidence_persons add foreign key (club_code, record_id) references evidence_records (club_code, id);
alter table registrations add foreign key (club_code, team_id) references teams (club_code, id);
alter table left_addresses add foreign key (club_code, agreement_id) references agreements (club_code, id) on delete cascade;
alter table pulse_invitations add foreign key (club_code, pulse_id) references pulses (club_code, id) on delete cascade;
alter table pulse_invitations add foreign key (club_code, contact_id) references contacts (club_code, id) on delete cascade;
alter table pulse_results add foreign key (club_code, pulse_id) references pulses (club_code, id) on delete cascade;
alter table pulse_sentences add foreign key (club_code, pulse_id) references pulses (club_code, id) on delete cascade;
alter table season_teams add foreign key (club_code, season_id) references seasons (club_code, id) on delete cascade;
alter table season_teams add foreign key (club_code, team_id) references teams (club_code, id);
alter table reward_programs add foreign key (club_code, season_id) references seasons (club_code, id) on delete set null (season_id);
alter table rewards add foreign key (club_code, program_id) references reward_programs (club_code, id) on delete cascade;
alter table earned_rewards add foreign key (club_code, reward_id) references rewards (club_code, id);
alter table earned_rewards add foreign key (club_code, program_id) references reward_programs (club_code, id);
alter table earned_rewards add foreign key (club_code, team_id) references teams (club_code, id);
alter table season_mails add foreign key (club_code, season_id) references seasons (club_code, id) on delete cascade;
alter table season_template_teams add foreign key (club_code, template_id) references season_templates (club_code, id) on delete cascade;
alter table season_template_teams add foreign key (club_code, team_id) references teams (club_code, id) on delete cascade;

create unique index staff_once on staff (club_code, team_id, role, email) where status <> 'removed';
create index staff_of_team on staff (club_code, team_id, role);
create index staff_of_account on staff (club_code, account_id);
create index staff_by_email on staff (club_code, email);
create unique index games_by_external_id on games (club_code, team_id, external_id) where external_id is not null;
create index games_of_import on games (club_code, import_id) where import_id is not null;
create unique index ratings_current on ratings (club_code, game_id, side) where superseded_at is null;
create index ratings_of_game on ratings (club_code, game_id, given_at);
create index imports_by_age on imports (club_code, status, created_at);
create index outbox_open on outbox (club_code, created_at) where delivered_at is null;
create index games_of_team on games (club_code, team_id, starts_at, id, status, final_score, date, time);
create index import_undo_of_game on import_undo (club_code, game_id);
create index imports_by_end on imports (club_code, finished_at) where finished_at is not null;
create unique index teams_by_name on teams (club_code, name_key, season) where status = 'active';
create index staff_history_of_team on staff_history (club_code, team_id, from_at);
create unique index staff_one_manager on staff (club_code, team_id) where role = 'manager' and status = 'active';
create unique index staff_one_successor on staff (club_code, team_id) where role = 'manager' and status = 'pending';
create index policy_changes_by_age on policy_changes (club_code, changed_at);
create index result_changes_of_change on result_changes (club_code, change_id);
create unique index incidents_of_game on incidents (club_code, game_id);
create index incidents_by_status on incidents (club_code, status, opened_at, game_id);
create index incidents_by_turn on incidents (club_code, (status = 'closed'), opened_at desc, id);
create index incidents_to_erase on incidents (club_code, erases_at) where erased_at is null;
create index incident_talks_of_incident on incident_talks (club_code, incident_id, due_on);
create index incident_entries_of_incident on incident_entries (club_code, incident_id, at);
create index game_reminders_by_time on game_reminders (club_code, notified_at);
create index announcements_by_time on announcements (club_code, created_at);
create index games_moved_of_team on games (club_code, team_id, date) where original_date is not null or status = 'rescheduled';
create index games_moved on games (club_code, starts_at, id, team_id, date, time, status) where original_date is not null or status = 'rescheduled';
create index day_changes_by_time on day_changes (club_code, created_at);
create index contacts_of_import on contacts (club_code, import_id) where import_id is not null;
create unique index children_of_contact on children (club_code, contact_id, name_key, coalesce(team_id, ''));
create index children_of_team on children (club_code, team_id, contact_id);
create index children_of_import on children (club_code, import_id) where import_id is not null;
create index agreements_by_name on agreements (club_code, name_key, id);
create index agreements_by_status on agreements (club_code, status, name_key, id);
create index agreements_to_remind on agreements (club_code, next_reminder_at) where next_reminder_at is not null;
create index agreements_to_expire on agreements (club_code, expires_at) where status = 'pending' and expires_at is not null;
create index agreements_to_match on agreements (club_code, name_key, id) where to_match = 1;
create index agreement_events_of on agreement_events (club_code, agreement_id, at);
create index agreement_mails_by_time on agreement_mails (club_code, created_at);
create index agreement_mails_open on agreement_mails (club_code, created_at, id) where queued_at is null;
create index evidence_of_agreement on evidence_records (club_code, agreement_id, seq);
create index registrations_by_status on registrations (club_code, status, created_at);
create index registrations_of_email on registrations (club_code, email_key);
create index audit_by_time on audit (club_code, at);
create index audit_by_topic on audit (club_code, topic, at);
create index audit_by_actor on audit (club_code, actor_id, at);
create index ratings_of_rater on ratings (club_code, given_by, given_at);
create index incident_entries_of_author on incident_entries (club_code, author_id, at);
create index left_addresses_of on left_addresses (club_code, agreement_id);
create index registrations_of_form on registrations (club_code, form_id) where form_id is not null;
create index registrations_refused on registrations (club_code, decided_at) where status = 'refused' and email_key <> '';
create index contacts_by_name on contacts (club_code, name_key);
create index children_by_name on children (club_code, name, contact_id);
create index games_by_opponent on games (club_code, opponent, team_id, starts_at);
create index games_by_field on games (club_code, location, team_id, starts_at);
create unique index incidents_by_number on incidents (club_code, number);
create unique index pulses_open on pulses (club_code, (closed_at is null)) where closed_at is null;
create index pulses_by_time on pulses (club_code, sent_at);
create index pulse_invitations_of on pulse_invitations (club_code, pulse_id, answered);
create index pulse_invitations_to_mail on pulse_invitations (club_code, id) where step is not null;
create index pulse_answers_of on pulse_answers (club_code, pulse_id);
create index referee_counts_of on referee_counts (club_code, season_id, at);
create unique index referee_counts_current on referee_counts (club_code, season_id) where superseded_at is null;
create unique index referee_counts_named on referee_counts (club_code, season_key) where superseded_at is null;
create index roll_overs_by_time on roll_overs (club_code, created_at);
create index games_by_start on games (club_code, starts_at, id, team_id, status, final_score, date, time, home_away, tag_bits, rater_gap);
create index report_prints_by_end on report_prints (club_code, expires_at);
create index report_prints_of_account on report_prints (club_code, account_id, created_at);
create index reward_programs_of_season on reward_programs (club_code, season_id);
create index rewards_of_program on rewards (club_code, program_id);
create unique index earned_once on earned_rewards (club_code, reward_id, team_id, game_id);
create index earned_of_program on earned_rewards (club_code, program_id, status, value_cents);
create index earned_by_time on earned_rewards (club_code, status, earned_at);
create index earned_of_team on earned_rewards (club_code, team_id, status);
create index earned_to_notify on earned_rewards (club_code, notified) where notified <> 'everybody';
create index season_mails_by_season on season_mails (club_code, season_id, created_at);
create index season_mails_by_time on season_mails (club_code, created_at);
create index ratings_by_day on ratings (club_code, given_at) where superseded_at is null;
create index agreements_by_day on agreements (club_code, signed_at) where signed_at is not null;
create function games_sequence() returns trigger language plpgsql as $$ begin
  if old.opponent is distinct from new.opponent or old.date is distinct from new.date or old.time is
    distinct from new.time or old.starts_at is distinct from new.starts_at or old.location is distinct from
    new.location or old.home_away is distinct from new.home_away or old.status is distinct from new.status
    then
    update games set sequence = old.sequence + 1 where id = new.id;
  end if;
  return null;
end $$;
create trigger games_sequence after update of opponent, date, time, starts_at, location, home_away, status
  on games for each row execute function games_sequence();
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
-- It goes with the club, as a file's did with the file: in a transaction that says so.
create function audit_kept() returns trigger language plpgsql as $$ begin
  if old.club_code = current_setting('goodside.erased_club', true) then
    return old;
  end if;
  raise exception 'audit: rows are never removed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_kept before delete on audit for each row execute function audit_kept();
create function search_parent_added() returns trigger language plpgsql as $$ begin
  insert into search_people (kind, name, words) select 'parent', new.name_key, ' ' ||
    trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.name_key, '''', ''),
    '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
    new.name <> '' and not exists (select 1 from search_people where kind = 'parent' and name =
    new.name_key);
  return null;
end $$;
create trigger search_parent_added after insert on contacts for each row execute function
  search_parent_added();
create function search_parent_changed() returns trigger language plpgsql as $$ begin
  if old.name_key is distinct from new.name_key or old.name is distinct from new.name then
    insert into search_people (kind, name, words) select 'parent', new.name_key, ' ' ||
      trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.name_key, '''', ''),
      '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
      new.name <> '' and not exists (select 1 from search_people where kind = 'parent' and name =
      new.name_key);
    delete from search_people where kind = 'parent' and name = old.name_key and not exists (select 1 from
      contacts where name_key = old.name_key and name <> '');
  end if;
  return null;
end $$;
create trigger search_parent_changed after update of name_key, name on contacts for each row execute
  function search_parent_changed();
create function search_parent_removed() returns trigger language plpgsql as $$ begin
  delete from search_people where kind = 'parent' and name = old.name_key and not exists (select 1 from
    contacts where name_key = old.name_key and name <> '');
  return null;
end $$;
create trigger search_parent_removed after delete on contacts for each row execute function
  search_parent_removed();
create function search_child_added() returns trigger language plpgsql as $$ begin
  insert into search_people (kind, name, words) select 'child', new.name, ' ' ||
    trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.name, '''', ''), '’',
    ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where new.name
    <> '' and not exists (select 1 from search_people where kind = 'child' and name = new.name);
  return null;
end $$;
create trigger search_child_added after insert on children for each row execute function
  search_child_added();
create function search_child_changed() returns trigger language plpgsql as $$ begin
  if old.name is distinct from new.name then
    insert into search_people (kind, name, words) select 'child', new.name, ' ' ||
      trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.name, '''', ''), '’',
      ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where new.name
      <> '' and not exists (select 1 from search_people where kind = 'child' and name = new.name);
    delete from search_people where kind = 'child' and name = old.name and not exists (select 1 from
      children where name = old.name and name <> '');
  end if;
  return null;
end $$;
create trigger search_child_changed after update of name on children for each row execute function
  search_child_changed();
create function search_child_removed() returns trigger language plpgsql as $$ begin
  delete from search_people where kind = 'child' and name = old.name and not exists (select 1 from children
    where name = old.name and name <> '');
  return null;
end $$;
create trigger search_child_removed after delete on children for each row execute function
  search_child_removed();
create function search_opponent_added() returns trigger language plpgsql as $$ begin
  insert into search_places (kind, name, words) select 'opponent', new.opponent, ' ' ||
    trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.opponent, '''', ''),
    '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
    new.opponent <> '' and not exists (select 1 from search_places where kind = 'opponent' and name =
    new.opponent);
  return null;
end $$;
create trigger search_opponent_added after insert on games for each row execute function
  search_opponent_added();
create function search_opponent_changed() returns trigger language plpgsql as $$ begin
  if old.opponent is distinct from new.opponent then
    insert into search_places (kind, name, words) select 'opponent', new.opponent, ' ' ||
      trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.opponent, '''', ''),
      '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
      new.opponent <> '' and not exists (select 1 from search_places where kind = 'opponent' and name =
      new.opponent);
    delete from search_places where kind = 'opponent' and name = old.opponent and not exists (select 1 from
      games where opponent = old.opponent and opponent <> '');
  end if;
  return null;
end $$;
create trigger search_opponent_changed after update of opponent on games for each row execute function
  search_opponent_changed();
create function search_opponent_removed() returns trigger language plpgsql as $$ begin
  delete from search_places where kind = 'opponent' and name = old.opponent and not exists (select 1 from
    games where opponent = old.opponent and opponent <> '');
  return null;
end $$;
create trigger search_opponent_removed after delete on games for each row execute function
  search_opponent_removed();
create function search_field_added() returns trigger language plpgsql as $$ begin
  insert into search_places (kind, name, words) select 'field', new.location, ' ' ||
    trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.location, '''', ''),
    '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
    new.location <> '' and not exists (select 1 from search_places where kind = 'field' and name =
    new.location);
  return null;
end $$;
create trigger search_field_added after insert on games for each row execute function search_field_added();
create function search_field_changed() returns trigger language plpgsql as $$ begin
  if old.location is distinct from new.location then
    insert into search_places (kind, name, words) select 'field', new.location, ' ' ||
      trim(replace(replace(replace(replace(replace(replace(replace(replace(replace(new.location, '''', ''),
      '’', ''), '.', ''), '-', ' '), '/', ' '), '(', ' '), ')', ' '), ',', ' '), '"', ' ')) || ' ' where
      new.location <> '' and not exists (select 1 from search_places where kind = 'field' and name =
      new.location);
    delete from search_places where kind = 'field' and name = old.location and not exists (select 1 from
      games where location = old.location and location <> '');
  end if;
  return null;
end $$;
create trigger search_field_changed after update of location on games for each row execute function
  search_field_changed();
create function search_field_removed() returns trigger language plpgsql as $$ begin
  delete from search_places where kind = 'field' and name = old.location and not exists (select 1 from games
    where location = old.location and location <> '');
  return null;
end $$;
create trigger search_field_removed after delete on games for each row execute function
  search_field_removed();
create function incidents_numbered() returns trigger language plpgsql as $$ begin
  if new.number is null then
    update incidents set number = (select coalesce(max(number), 0) + 1 from incidents) where id = new.id;
  end if;
  return null;
end $$;
create trigger incidents_numbered after insert on incidents for each row execute function
  incidents_numbered();
create function ratings_given() returns trigger language plpgsql as $$ begin
  update games set tag_bits = coalesce((select sum(distinct case tag.value when 'instructing' then 1 when
    'dissent' then 2 when 'remarks-spectators' then 4 when 'remarks-players' then 8 when 'entering-field'
    then 16 when 'profanity-threats' then 32 when 'applauded-opponents' then 64 when 'thanked-referee' then
    128 when 'calmed-someone' then 256 when 'quiet' then 512 else 0 end) from ratings,
    json_each(ratings.tags) as tag where ratings.game_id = new.game_id and ratings.superseded_at is null),
    0), rater_gap = abs((select score from ratings where game_id = new.game_id and side = 'coach' and
    given_as <> 'admin' and saw_other = 0 order by given_at, id limit 1) - (select score from ratings where
    game_id = new.game_id and side = 'manager' and given_as <> 'admin' and saw_other = 0 order by given_at,
    id limit 1)) / 10 where id = new.game_id;
  return null;
end $$;
create trigger ratings_given after insert on ratings for each row execute function ratings_given();
create function ratings_changed() returns trigger language plpgsql as $$ begin
  update games set tag_bits = coalesce((select sum(distinct case tag.value when 'instructing' then 1 when
    'dissent' then 2 when 'remarks-spectators' then 4 when 'remarks-players' then 8 when 'entering-field'
    then 16 when 'profanity-threats' then 32 when 'applauded-opponents' then 64 when 'thanked-referee' then
    128 when 'calmed-someone' then 256 when 'quiet' then 512 else 0 end) from ratings,
    json_each(ratings.tags) as tag where ratings.game_id = new.game_id and ratings.superseded_at is null),
    0), rater_gap = abs((select score from ratings where game_id = new.game_id and side = 'coach' and
    given_as <> 'admin' and saw_other = 0 order by given_at, id limit 1) - (select score from ratings where
    game_id = new.game_id and side = 'manager' and given_as <> 'admin' and saw_other = 0 order by given_at,
    id limit 1)) / 10 where id = new.game_id;
  return null;
end $$;
create trigger ratings_changed after update of game_id, side, score, tags, given_as, saw_other, given_at,
  superseded_at on ratings for each row execute function ratings_changed();
create function ratings_removed() returns trigger language plpgsql as $$ begin
  update games set tag_bits = coalesce((select sum(distinct case tag.value when 'instructing' then 1 when
    'dissent' then 2 when 'remarks-spectators' then 4 when 'remarks-players' then 8 when 'entering-field'
    then 16 when 'profanity-threats' then 32 when 'applauded-opponents' then 64 when 'thanked-referee' then
    128 when 'calmed-someone' then 256 when 'quiet' then 512 else 0 end) from ratings,
    json_each(ratings.tags) as tag where ratings.game_id = old.game_id and ratings.superseded_at is null),
    0), rater_gap = abs((select score from ratings where game_id = old.game_id and side = 'coach' and
    given_as <> 'admin' and saw_other = 0 order by given_at, id limit 1) - (select score from ratings where
    game_id = old.game_id and side = 'manager' and given_as <> 'admin' and saw_other = 0 order by given_at,
    id limit 1)) / 10 where id = old.game_id;
  return null;
end $$;
create trigger ratings_removed after delete on ratings for each row execute function ratings_removed();

-- Own rows only, also for the owner of the tables.
do $$
declare one name;
begin
  for one in select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'club' and column_name = 'club_code' and table_type = 'BASE TABLE'
      and table_name <> 'stored_clubs'
  loop
    execute format('alter table club.%I enable row level security', one);
    execute format('alter table club.%I force row level security', one);
    execute format('create policy own_club on club.%I using (club_code = current_setting(''goodside.club'', true))', one);
  end loop;
end $$;
`;
