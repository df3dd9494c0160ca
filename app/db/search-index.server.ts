import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ControlDb, ControlTx } from "./control/schema.ts";

/**
 * The boards' text index: which teams (by number) have all of some word parts in their text, and all of some labels.
 * Every ending of every word is in the index, so that any part of a word is the beginning of something: that finds
 * parts of one and two letters too, which the index of three-letter pieces that SQLite offers would not. This is
 * the only file that knows how the engine does it.
 */

/** What a label starts with: private characters that no searched word can contain. */
const LABELS = { state: "\u{e001}", ageGroup: "\u{e002}", gender: "\u{e003}" } as const;
type Labels = { [Name in keyof typeof LABELS]?: string | null };

const WORDS_AT_ONCE = 200;

/** @param text words as searchText makes them, a space between two */
export async function indexWords(
  tx: ControlTx,
  teams: readonly ({ number: number; text: string } & Labels)[],
): Promise<void> {
  for (let from = 0; from < teams.length; from += WORDS_AT_ONCE) {
    const rows = teams
      .slice(from, from + WORDS_AT_ONCE)
      .map((team) => sql`(${team.number}, ${[...endingsOf(team.text), ...labelsOf(team)].join(" ")})`);
    await sql`insert into board_words (rowid, words) values ${sql.join(rows)}`.execute(tx);
  }
}

export async function forgetWords(tx: ControlTx, numbers: readonly number[]): Promise<void> {
  for (let from = 0; from < numbers.length; from += WORDS_AT_ONCE) {
    const some = sql.join(numbers.slice(from, from + WORDS_AT_ONCE));
    await sql`delete from board_words where rowid in (${some})`.execute(tx);
  }
}

/** Forgets the teams with numbers from `from` to below `to`. */
export async function forgetWordsBetween(tx: ControlTx, from: number, to: number): Promise<void> {
  await sql`delete from board_words where rowid >= ${from} and rowid < ${to}`.execute(tx);
}

/** The largest number in the index, 0 where it is empty. */
export async function lastIndexed(control: ControlDb): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`select max(rowid) as last from board_words`.execute(
    control as Kysely<unknown>,
  );
  return rows[0]?.last ?? 0;
}

/** A table of one column, `number`: the teams whose text has all the word parts, and that carry all the labels. */
export function teamsWith(words: readonly string[], labels: Labels): RawBuilder<{ number: number }> {
  // Nothing but letters, digits and labels is between the quotes: searchText leaves nothing else.
  const query = [...words.map((word) => `"${word}"*`), ...labelsOf(labels).map((label) => `"${label}"`)].join(
    " AND ",
  );
  return sql`(select rowid as number from board_words where board_words match ${query})`;
}

/** A table of one column, `number`: teams that were found before. One statement, however many they are. */
export function theseTeams(numbers: readonly number[]): RawBuilder<{ number: number }> {
  return sql`(select value as number from json_each(${JSON.stringify(numbers)}))`;
}

function endingsOf(text: string): Set<string> {
  const endings = new Set<string>();
  for (const word of text.split(" ")) {
    const letters = [...word];
    for (let from = 0; from < letters.length; from += 1) endings.add(letters.slice(from).join(""));
  }
  return endings;
}

function labelsOf(labels: Labels): string[] {
  return (Object.keys(LABELS) as (keyof Labels)[]).flatMap((name) => {
    const value = labels[name];
    return value ? [LABELS[name] + value.toLowerCase().replace(/[^a-z0-9]/g, "")] : [];
  });
}
