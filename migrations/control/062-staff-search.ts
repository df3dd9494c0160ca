import { type Kysely, sql } from "kysely";

/**
 * Adds staff's search: users, clubs, teams and games by the beginnings of their words. The first two follow `accounts`
 * and `clubs`; teams and games come from the clubs' files. Triggers update every index for every writer and remove all
 * of a club with it.
 *
 * A game has no row id of its own: `number` is its day since 1970 times 1,048,576, plus a count, so that the newest
 * come first and a day is a range. Parents, children, scores and notes are in none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const index = (table: string, prefix: string) =>
  `create virtual table ${table}_words using fts5 (
    words, content = '', contentless_delete = 1, detail = none, prefix = '${prefix}',
    tokenize = 'unicode61 remove_diacritics 2')`;

/** Normalizes words as in a query: apostrophes and full stops do not separate words. */
const plain = (text: string) => `replace(replace(replace(${text}, '''', ''), '’', ''), '.', '')`;

/** Returns the searchable words of a club: its name, code and place, and its contact. */
const CLUB_WORDS = (row: string) =>
  plain(
    ["name", "code", "city", "state", "contact_name", "email"]
      .map((column) => `${row}.${column}`)
      .join(" || ' ' || "),
  );
const USER_WORDS = (row: string) =>
  plain(`${row}.name || ' ' || coalesce(${row}.email, '') || ' ' || coalesce(${row}.club_code, '')`);
const TEAM_WORDS = (team: string, club: string) =>
  plain(`${team}.name || ' ' || ${team}.age_group || ' ' || ${club}.name || ' ' || ${club}.code`);
const GAME_WORDS = (game: string, team: string, club: string) =>
  plain(`${game}.opponent || ' ' || ${team}.name || ' ' || ${club}.name || ' ' || ${club}.code`);

/** Builds triggers that number a platform table's rows for its index. */
function followed(table: string, source: string, key: string, words: (row: string) => string, of: string) {
  const number = (row: string) => `(select number from ${table} where ${key} = ${row}.${of})`;
  return [
    `create table ${table} (number integer primary key, ${key} text not null unique) strict`,
    index(table, "2 3 4 5 6 7 8 9 10"),
    `insert into ${table} (${key}) select ${of} from ${source} order by ${of}`,
    `insert into ${table}_words (rowid, words)
      select number, ${words("s")} from ${source} s join ${table} on ${key} = s.${of}`,
    `create trigger ${table}_added after insert on ${source} begin
      insert into ${table} (${key}) values (new.${of});
      insert into ${table}_words (rowid, words) values (${number("new")}, ${words("new")}); end`,
    `create trigger ${table}_changed after update on ${source} when ${words("old")} <> ${words("new")} begin
      insert or replace into ${table}_words (rowid, words) values (${number("new")}, ${words("new")}); end`,
    `create trigger ${table}_removed after delete on ${source} begin
      delete from ${table}_words where rowid = ${number("old")};
      delete from ${table} where ${key} = old.${of}; end`,
  ];
}

/** Rewrites the words of teams and of their games. */
const renamed = (teams: string) => `
  insert or replace into search_teams_words (rowid, words)
    select t.number, ${TEAM_WORDS("t", "c")} from search_teams t join clubs c on c.code = t.club_code
    where t.number in (${teams});
  insert or replace into search_games_words (rowid, words)
    select g.number, ${GAME_WORDS("g", "t", "c")} from search_games g join search_teams t on t.number = g.team
    join clubs c on c.code = t.club_code where g.team in (${teams});`;

const STATEMENTS = [
  ...followed("search_clubs", "clubs", "club_code", CLUB_WORDS, "code"),
  ...followed("search_users", "accounts", "account_id", USER_WORDS, "id"),

  `create table search_teams (
    number integer primary key, team_id text not null, club_code text not null, name text not null,
    age_group text not null, gender text not null, season text not null, status text not null) strict`,
  `create unique index search_teams_of on search_teams (club_code, team_id)`,
  index("search_teams", "2 3 4 5 6 7 8 9 10"),
  `create table search_games (
    number integer primary key, team integer not null, opponent text not null) strict`,
  `create index search_games_of on search_games (team, number)`,
  index("search_games", "2 3 4 5 6 7 8 9 10"),

  `create trigger search_teams_added after insert on search_teams begin
    insert into search_teams_words (rowid, words)
      select new.number, ${TEAM_WORDS("new", "c")} from clubs c where c.code = new.club_code; end`,
  `create trigger search_teams_changed after update of name, age_group on search_teams
    when old.name <> new.name or old.age_group <> new.age_group begin ${renamed("new.number")} end`,
  `create trigger search_teams_removed after delete on search_teams begin
    delete from search_games where team = old.number;
    delete from search_teams_words where rowid = old.number; end`,
  `create trigger search_games_added after insert on search_games begin
    insert into search_games_words (rowid, words)
      select new.number, ${GAME_WORDS("new", "t", "c")} from search_teams t join clubs c on c.code = t.club_code
      where t.number = new.team; end`,
  `create trigger search_games_removed after delete on search_games begin
    delete from search_games_words where rowid = old.number; end`,

  `create trigger search_club_renamed after update of name on clubs when old.name <> new.name begin
    ${renamed("select number from search_teams where club_code = new.code")} end`,
  `create trigger search_club_removed after delete on clubs begin
    delete from search_teams where club_code = old.code; end`,
];
