import { type Kysely, sql } from "kysely";

/** Changes of the rating policy with the results they replaced, the mark of a changed rating, and incident cases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const POLICY = `in ('coach-final', 'average', 'coach-first')`;
const AGREEMENT = `in ('pending', 'agreed', 'averaged', 'coach-override')`;

const STATEMENTS = [
  `create table policy_changes (
    id text primary key, from_policy text not null check (from_policy ${POLICY}),
    to_policy text not null check (to_policy ${POLICY}),
    scope text not null check (scope in ('open', 'all')), games integer not null, scores integer not null,
    changed_by text not null, changed_by_name text not null, changed_at text not null) strict`,
  `create index policy_changes_by_age on policy_changes (changed_at)`,
  `create table result_changes (
    game_id text not null references games (id) on delete cascade,
    change_id text not null references policy_changes (id),
    old_score integer check (old_score in (0, 10, 20)), old_agreement text not null check (old_agreement ${AGREEMENT}),
    old_policy text, new_score integer check (new_score in (0, 10, 20)),
    new_agreement text not null check (new_agreement ${AGREEMENT}), new_policy text,
    primary key (game_id, change_id)) strict`,
  `create index result_changes_of_change on result_changes (change_id)`,

  `alter table ratings add column saw_other integer not null default 0 check (saw_other in (0, 1))`,
  // Once both sides had rated, each saw the other's: later changes were made knowing it.
  `update ratings set saw_other = 1 where given_as <> 'admin'
    and exists (select 1 from ratings own where own.game_id = ratings.game_id and own.side = ratings.side
      and own.given_at < ratings.given_at)
    and exists (select 1 from ratings other where other.game_id = ratings.game_id and other.side <> ratings.side
      and other.given_at < ratings.given_at)`,

  // SQLite cannot change a check constraint: the table is created again.
  `create table cases (
    id text primary key, game_id text not null references games (id), rating_id text not null references ratings (id),
    what text not null, when_text text not null,
    official_was_minor text not null check (official_was_minor in ('yes', 'no', 'unknown')),
    abuse_level integer check (abuse_level between 1 and 4),
    status text not null check (status in ('open', 'talked-to', 'closed')), opened_at text not null,
    updated_at text not null, updated_by_name text not null, agreed text not null,
    closed_as text check (closed_as in ('agreed', 'rating-corrected')), closed_at text,
    erases_at text not null, erased_at text,
    check ((status = 'closed') = (closed_at is not null)),
    check ((closed_at is null) = (closed_as is null))) strict`,
  `insert into cases select id, game_id, rating_id, what, when_text, official_was_minor, abuse_level, status, opened_at,
    updated_at, updated_by_name, '', case status when 'closed' then 'agreed' end,
    case status when 'closed' then updated_at end, strftime('%Y-%m-%dT%H:%M:%fZ', opened_at, '+2 years'), null
    from incidents`,
  `drop table incidents`,
  `alter table cases rename to incidents`,
  `create unique index incidents_of_game on incidents (game_id)`,
  `create index incidents_by_status on incidents (status, opened_at, game_id)`,
  `create index incidents_by_turn on incidents ((status = 'closed'), opened_at desc, id)`,
  `create index incidents_to_erase on incidents (erases_at) where erased_at is null`,
  `create table incident_talks (
    id text primary key, incident_id text not null references incidents (id) on delete cascade,
    who text not null, with_whom text not null, due_on text not null,
    state text not null check (state in ('planned', 'held', 'dropped')), outcome text not null,
    created_at text not null, updated_at text not null) strict`,
  `create index incident_talks_of_incident on incident_talks (incident_id, due_on)`,
  `create table incident_entries (
    id text primary key, incident_id text not null references incidents (id) on delete cascade,
    kind text not null check (kind in ('note', 'facts', 'talk-planned', 'talk-changed', 'talk-held', 'talk-dropped',
      'closed', 'reopened', 'rated-again', 'exported')),
    text text not null, refers_to text, form_key text unique, author_id text not null, author_name text not null,
    at text not null) strict`,
  `create index incident_entries_of_incident on incident_entries (incident_id, at)`,
  `insert into incident_entries
    select lower(hex(randomblob(16))), id, 'closed', '', null, null, '', updated_by_name, updated_at
    from incidents where status = 'closed'`,
];
