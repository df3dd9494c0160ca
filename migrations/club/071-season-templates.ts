import { type Kysely, sql } from "kysely";

/** Stores seasons that a club keeps as its own templates, and the teams of those that do not have all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table season_templates (
    id text primary key,
    name text not null,
    name_key text not null unique,
    description text not null,
    sport text not null,
    season_name text not null,
    starts_on text not null,
    ends_on text not null check (ends_on >= starts_on),
    planned_games integer check (planned_games >= 0),
    all_teams integer not null check (all_teams in (0, 1)),
    created_at text not null,
    updated_at text not null
  ) strict`.execute(db);
  await sql`create table season_template_teams (
    template_id text not null references season_templates (id) on delete cascade,
    team_id text not null references teams (id) on delete cascade,
    primary key (template_id, team_id)
  ) strict, without rowid`.execute(db);
}
