import { type Kysely, sql } from "kysely";

/** Stores the club's seasons, the teams of each, and how one was rolled over into the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table seasons (
    id text primary key,
    name text not null,
    name_key text not null unique,
    starts_on text not null,
    ends_on text not null check (ends_on >= starts_on),
    description text not null,
    planned_games integer check (planned_games >= 0),
    all_teams integer not null,
    archived_at text,
    created_at text not null,
    updated_at text not null
  ) strict`,
  `create table season_teams (
    season_id text not null references seasons (id) on delete cascade,
    team_id text not null references teams (id),
    age_group text,
    primary key (season_id, team_id)
  ) strict, without rowid`,
  `create table roll_overs (
    id text primary key,
    from_season_id text not null,
    to_season_id text not null,
    status text not null check (status in ('planned', 'done', 'undone')),
    details text not null,
    created_by_name text not null,
    created_at text not null,
    done_at text,
    undone_at text
  ) strict`,
  `create index roll_overs_by_time on roll_overs (created_at)`,
];
