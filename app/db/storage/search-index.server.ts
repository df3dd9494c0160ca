import { type Kysely, type RawBuilder, sql } from "kysely";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "../control/schema.ts";
import { lexemesWith, namesLike } from "../postgres/search-index.server.ts";

/**
 * The text indexes: the leaderboard's, which has the teams (by number) with a word for each of some prefixes and with all
 * of some labels, a club's names, and what staff search. Only this file and its like for PostgreSQL know how the engine does it.
 */

const onPostgres = () => env().databaseUrl !== null;

/** Prefixes of labels: private characters that no searched word can contain. */
const LABELS = { state: "\u{e001}", ageGroup: "\u{e002}", gender: "\u{e003}" } as const;
type Labels = { [Name in keyof typeof LABELS]?: string | null };

const TEAMS_AT_ONCE = 200;

/** @param text words as searchText makes them, a space between two */
export async function indexWords(
  tx: ControlTx,
  teams: readonly ({ number: number; text: string } & Labels)[],
): Promise<void> {
  for (let from = 0; from < teams.length; from += TEAMS_AT_ONCE) {
    const rows = teams
      .slice(from, from + TEAMS_AT_ONCE)
      .map((team) => sql`(${team.number}, ${[team.text, ...labelsOf(team)].join(" ")})`);
    await sql`insert into leaderboard_words (rowid, words) values ${sql.join(rows)}`.execute(tx);
  }
}

export async function forgetWords(tx: ControlTx, numbers: readonly number[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += TEAMS_AT_ONCE) {
    const chunk = sql.join(numbers.slice(from, from + TEAMS_AT_ONCE));
    await sql`delete from leaderboard_words where rowid in (${chunk})`.execute(tx);
  }
}

/** Forgets the teams with numbers from `from` to below `to`. */
export async function forgetWordsBetween(tx: ControlTx, from: number, to: number): Promise<void> {
  await sql`delete from leaderboard_words where rowid >= ${from} and rowid < ${to}`.execute(tx);
}

/** Loads the largest number in the index, 0 where it is empty. */
export async function lastIndexed(control: ControlDb): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(rowid) as last from leaderboard_words`.execute(control as Kysely<unknown>);
  return rows[0]?.last ?? 0;
}

/** Returns a table of one column, `number`: the teams with a word for each prefix, and with all the labels. */
export function teamsWith(prefixes: readonly string[], labels: Labels): RawBuilder<{ number: number }> {
  if (onPostgres()) return lexemesWith("leaderboard_words", prefixes, labelsOf(labels));
  // searchText leaves only letters, digits and labels between the quotes.
  const terms = [...prefixes.map((word) => `"${word}"*`), ...labelsOf(labels).map((label) => `"${label}"`)];
  return sql`(select rowid as number from leaderboard_words where leaderboard_words match ${terms.join(" AND ")})`;
}

function labelsOf(labels: Labels): string[] {
  return (Object.keys(LABELS) as (keyof Labels)[]).flatMap((name) => {
    const value = labels[name];
    return value ? [LABELS[name] + value.toLowerCase().replace(/[^a-z0-9]/g, "")] : [];
  });
}

/** Names of a club that search finds: of parents and children, or of opponents and fields. */
type Names = "search_people" | "search_places";
/** Condition on a search's words in a name: `each` of them, or `any`. */
type Wanted = "each" | "any";

/**
 * Returns a table of `kind` and `name`: the names with a word that begins like the searched ones.
 * @param words as normalName makes them, at least one
 */
export const beginningLike = (of: Names, words: readonly string[], wanted: Wanted): RawBuilder<NameRow> =>
  matching(
    of,
    words.map((word) => [word.length < 2 ? ` ${word} ` : ` ${word}`]),
    wanted,
  );

/**
 * Does the same with typing mistakes: cut into one part more than there are mistakes, a word has at least one of them
 * whole. It finds more than reads alike, for the caller to compare.
 */
export const readingLike = (
  of: Names,
  words: readonly string[],
  wanted: Wanted,
  mistakesIn: (word: string) => number,
): RawBuilder<NameRow> =>
  matching(
    of,
    words.map((word) => partsOf(word, mistakesIn(word) + 1)),
    wanted,
  );

interface NameRow {
  kind: string;
  name: string;
}

function partsOf(word: string, parts: number): string[] {
  const letters = [...(word.length === 2 ? ` ${word}` : ` ${word} `)];
  const cut = (part: number) => Math.round((part * letters.length) / parts);
  return Array.from({ length: parts }, (_, part) => letters.slice(cut(part), cut(part + 1)).join(""));
}

const allOf = (trigrams: readonly string[]) => `(${trigrams.join(" AND ")})`;

function trigramsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((_, index) => `"${letters.slice(index, index + 3).join("")}"`);
}

/**
 * Selects matching names from the index outwards: the cross join keeps the order.
 * @param texts for each word its alternatives, of which the name must contain one
 */
function matching(of: Names, texts: readonly string[][], wanted: Wanted): RawBuilder<NameRow> {
  if (onPostgres()) return namesLike(of, texts, wanted);
  // normalName leaves only letters, digits and blanks between the quotes.
  const match = texts
    .map((parts) => `(${parts.map((text) => allOf(trigramsOf(text))).join(" OR ")})`)
    .join(wanted === "each" ? " AND " : " OR ");
  const index = sql.table(`${of}_trigrams`);
  return sql`(select kind, name from ${index} cross join ${sql.table(of)} on number = ${index}.rowid
    where ${index} match ${match})`;
}

/** Tables that staff search, each with an index of its own. */
export type Searched = "search_clubs" | "search_users" | "search_teams" | "search_games";

/** Longest beginning of a word in the staff's indexes; one letter has to be a whole word. */
const LONGEST_BEGINNING = 10;
/** Letters that the engine takes as such: newer ones are not among its words. */
const INDEXED = /^[a-z0-9\u00df-\u024f\u0386-\u03ce\u0400-\u0481\u048a-\u0523]+$/;

/**
 * Returns a table of one column, `number`: the rows that have, for each word, one which begins like it, the highest
 * numbers first.
 * @param words in lower case, without accents and punctuation; with one that no index has, nothing is found
 */
export function rowsBeginningLike(
  of: Searched,
  words: readonly string[],
  limit: number,
  between?: { from: number; to: number },
): RawBuilder<{ number: number }> {
  if (words.length === 0 || !words.every((word) => INDEXED.test(word)))
    return sql`(select 0 as number where false)`;
  if (onPostgres())
    return lexemesWith(`${of}_words`, prefixesOf(words), lettersOf(words), { limit, between });
  const match = words
    .map((word) => (word.length === 1 ? `"${word}"` : `"${word.slice(0, LONGEST_BEGINNING)}"*`))
    .join(" AND ");
  const index = sql.table(`${of}_words`);
  const range = between ? sql`and rowid >= ${between.from} and rowid < ${between.to}` : sql``;
  return sql`(select rowid as number from ${index} where ${index} match ${match} ${range}
    order by rowid desc limit ${limit})`;
}

const prefixesOf = (words: readonly string[]) =>
  words.filter((word) => word.length > 1).map((word) => word.slice(0, LONGEST_BEGINNING));
const lettersOf = (words: readonly string[]) => words.filter((word) => word.length === 1);
