import { type Kysely, sql } from "kysely";

/**
 * Replaces the counters of migrations 002 to 006 by one snapshot of stored ranks (docs/decisions/005). There is none
 * yet: the jobs process makes it, or the first request for a small platform's leaderboard.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  await indexWords(db);
}

const STATEMENTS = [
  ...["counts", "editions", "places", "steps", "step_counts", "block_counts", "words"].map(
    (name) => `drop table board_${name}`,
  ),
  `drop index standings_without_number`,
  `update standings set number = fresh.number
    from (select team_id, row_number() over (order by club_code, team_id)
        + (select coalesce(max(number), 0) from standings) as number
      from standings where number is null) as fresh
    where fresh.team_id = standings.team_id`,
  // Includes the text, so that a search which reads the board needs no other page of the file.
  `drop index standings_by_number`,
  `create index standings_by_number on standings (number, search_text) where number is not null`,
  `create table leaderboard_snapshots (
    id integer primary key, revision integer not null, mean real, ranked integer not null,
    made_at text not null, retired_at text) strict`,
  `create table leaderboard (
    id integer primary key check (id = 1), revision integer not null, last_number integer not null,
    snapshot integer references leaderboard_snapshots (id)) strict`,
  `insert into leaderboard (id, revision, last_number)
    select 1, 1, coalesce(max(number), 0) from standings`,
  `create table leaderboard_boards (
    snapshot integer not null references leaderboard_snapshots (id), board text not null, first_page integer not null,
    teams integer not null, ranked integer not null, clubs integer not null, perfect_games integer not null,
    total_score integer not null, rated_games integer not null, primary key (snapshot, board)) strict, without rowid`,
  `create table leaderboard_pages (
    snapshot integer not null references leaderboard_snapshots (id), page integer not null, teams text not null,
    primary key (snapshot, page)) strict, without rowid`,
  `create table leaderboard_ranks (
    snapshot integer not null references leaderboard_snapshots (id), number integer not null,
    nation integer not null, nation_age integer not null, nation_gender integer not null,
    nation_age_gender integer not null, state integer not null, state_age integer not null,
    state_gender integer not null, state_age_gender integer not null, total_score integer not null,
    rated_games integer not null, completed_games integer not null, perfect_games integer not null,
    primary key (snapshot, number)) strict, without rowid`,
  `create virtual table leaderboard_words using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '1 2 3 4 5 6 7 8 9 10',
    tokenize = 'unicode61 remove_diacritics 0')`,
];

const TEAMS_AT_ONCE = 200;

async function indexWords(db: Kysely<unknown>): Promise<void> {
  for (let last = 0; ; ) {
    const { rows } = await sql<Team>`
      select number, search_text, state, age_group, gender from standings
      where number > ${last} order by number limit ${TEAMS_AT_ONCE}`.execute(db);
    const newest = rows.at(-1);
    if (!newest) return;
    const values = rows.map((team) => sql`(${team.number}, ${wordsOf(team)})`);
    await sql`insert into leaderboard_words (rowid, words) values ${sql.join(values)}`.execute(db);
    last = newest.number;
  }
}

interface Team {
  number: number;
  search_text: string;
  state: string;
  age_group: string;
  gender: string;
}

/** Writes words as the app does: the words, then the labels. */
function wordsOf({ search_text, state, age_group, gender }: Team): string {
  const labels = [
    ["\u{e001}", state],
    ["\u{e002}", age_group],
    ["\u{e003}", gender],
  ].flatMap(([mark, value]) => (value ? [mark + value.toLowerCase().replace(/[^a-z0-9]/g, "")] : []));
  return [search_text, ...labels].join(" ");
}
