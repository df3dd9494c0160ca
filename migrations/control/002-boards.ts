import { type Kysely, sql } from "kysely";

/**
 * Makes the boards fast with a million teams (docs/decisions/005). Existing rows have no number yet: the jobs process,
 * or `npm run rebuild-standings`, puts them on the boards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `alter table standings add column number integer`,
  `create unique index standings_by_number on standings (number) where number is not null`,
  `create index standings_without_number on standings (club_code) where number is null`,
  // Cards and means come from the counters now.
  `drop index standings_by_place`,
  `create table board_counts (
    age_group text not null, gender text not null, state text not null, teams integer not null,
    ranked integer not null, clubs integer not null, total_score integer not null, rated_games integer not null,
    perfect_games integer not null, primary key (age_group, gender, state)) strict, without rowid`,
  `create table board_editions (
    id integer primary key, mean real not null, teams integer not null,
    status text not null check (status in ('filling', 'counting', 'current', 'old')),
    filled_to integer not null, counted_to text not null, since text not null) strict`,
  `create table board_places (
    edition integer not null, place text not null, number integer not null, state text not null,
    age_group text not null, gender text not null, primary key (edition, place)) strict, without rowid`,
  `create unique index board_places_of_team on board_places (number, edition)`,
  `create index board_places_by_group on board_places (edition, age_group, gender, place)`,
  `create index board_places_by_state on board_places (edition, state, place)`,
  `create index board_places_by_state_group on board_places (edition, state, age_group, gender, place)`,
  `create table board_steps (
    edition integer not null, step integer not null, start text not null, primary key (edition, step)) strict`,
  `create unique index board_steps_by_start on board_steps (edition, start, step)`,
  `create table board_step_counts (
    edition integer not null, board text not null, step integer not null, teams integer not null,
    primary key (edition, board, step)) strict, without rowid`,
  `create table board_block_counts (
    edition integer not null, board text not null, block integer not null, teams integer not null,
    primary key (edition, board, block)) strict, without rowid`,
  `create virtual table board_words using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2',
    tokenize = 'unicode61 remove_diacritics 0')`,
  `insert into board_editions (id, mean, teams, status, filled_to, counted_to, since)
    values (1, 0, 0, 'current', 0, '~', '')`,
  `insert into board_steps (edition, step, start) values (1, 0, '')`,
];
