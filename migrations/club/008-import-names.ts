import { type Kysely, sql } from "kysely";

/**
 * Stores what the club answered about names in its schedule files, and the former values of every import's games
 * instead of only the last one's, so that each import can be undone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table import_names (
    kind text not null check (kind in ('club', 'team')), key text not null, name text not null,
    team_id text references teams (id), created_at text not null, primary key (kind, key)) strict`,
  `alter table import_undo rename to import_undo_before`,
  `create table import_undo (
    import_id text not null references imports (id), game_id text not null references games (id) on delete cascade,
    opponent text not null, date text not null, time text,
    starts_at text not null, location text not null, home_away text not null, status text not null,
    original_date text, original_time text, external_id text, updated_at text,
    primary key (import_id, game_id)) strict`,
  `insert into import_undo
    select import_id, game_id, opponent, date, time, starts_at, location, home_away, status, original_date,
      original_time, external_id, null from import_undo_before`,
  `drop table import_undo_before`,
  `create index import_undo_of_game on import_undo (game_id)`,
  `create index imports_by_end on imports (finished_at) where finished_at is not null`,
];
