import { type Kysely, sql } from "kysely";

/** Stores the club's rewards for a good sideline: programs with a budget, their rewards, and earned ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table reward_programs (
    id text primary key,
    name text not null,
    description text not null,
    type text not null check (type in ('team', 'parent', 'individual')),
    season_id text references seasons (id) on delete set null,
    starts_on text not null,
    ends_on text,
    is_active integer not null check (is_active in (0, 1)),
    budget_cents integer not null check (budget_cents >= 0),
    archived_at text,
    created_at text not null,
    updated_at text not null
  ) strict`,
  `create index reward_programs_of_season on reward_programs (season_id)`,
  `create table rewards (
    id text primary key,
    program_id text not null references reward_programs (id) on delete cascade,
    title text not null,
    description text not null,
    type text not null
      check (type in ('perfect_game', 'streak', 'improvement', 'milestone', 'season_end', 'custom')),
    score_threshold integer not null,
    game_count integer not null check (game_count > 0),
    improvement_percent integer not null check (improvement_percent > 0),
    consecutive_games integer not null check (consecutive_games > 0),
    counts_after text not null check (counts_after in ('any', 'talk', 'zero')),
    value_cents integer not null check (value_cents >= 0),
    status text not null check (status in ('active', 'paused', 'archived')),
    color text not null,
    auto_trigger integer not null check (auto_trigger in (0, 1)),
    notification_enabled integer not null check (notification_enabled in (0, 1)),
    last_triggered_at text,
    created_at text not null,
    updated_at text not null
  ) strict`,
  `create index rewards_of_program on rewards (program_id)`,
  // No reference, because the row outlives a deleted game.
  `create table earned_rewards (
    id text primary key,
    reward_id text not null references rewards (id),
    program_id text not null references reward_programs (id),
    team_id text not null references teams (id),
    game_id text,
    game_date text not null,
    score real,
    criteria text not null,
    recipient text not null,
    value_cents integer not null check (value_cents >= 0),
    status text not null check (status in ('pending', 'awarded', 'taken-back')),
    earned_at text not null,
    awarded_at text,
    awarded_by_name text not null,
    taken_back_at text,
    taken_back_why text not null,
    notified text not null check (notified in ('nobody', 'administrators', 'everybody')),
    check ((status = 'awarded') = (awarded_at is not null))
  ) strict`,
  `create unique index earned_once on earned_rewards (reward_id, team_id, game_id)`,
  `create index earned_of_program on earned_rewards (program_id, status, value_cents)`,
  `create index earned_by_time on earned_rewards (status, earned_at)`,
  `create index earned_of_team on earned_rewards (team_id, status)`,
  `create index earned_to_notify on earned_rewards (notified) where notified <> 'everybody'`,
];
