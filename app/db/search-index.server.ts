import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ControlDb, ControlTx } from "./control/schema.ts";

/**
 * The leaderboard's text index: which teams (by number) have a word for each of some prefixes, and carry
 * all of some labels. This is the only file that knows how the engine does it.
 */

/** What a label starts with: private characters that no searched word can contain. */
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

/** The largest number in the index, 0 where it is empty. */
export async function lastIndexed(control: ControlDb): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(rowid) as last from leaderboard_words`.execute(control as Kysely<unknown>);
  return rows[0]?.last ?? 0;
}

/** A table of one column, `number`: the teams with a word for each prefix, and with all the labels. */
export function teamsWith(prefixes: readonly string[], labels: Labels): RawBuilder<{ number: number }> {
  // Only letters, digits and labels stand between the quotes: searchText leaves nothing else.
  const terms = [...prefixes.map((word) => `"${word}"*`), ...labelsOf(labels).map((label) => `"${label}"`)];
  return sql`(select rowid as number from leaderboard_words where leaderboard_words match ${terms.join(" AND ")})`;
}

function labelsOf(labels: Labels): string[] {
  return (Object.keys(LABELS) as (keyof Labels)[]).flatMap((name) => {
    const value = labels[name];
    return value ? [LABELS[name] + value.toLowerCase().replace(/[^a-z0-9]/g, "")] : [];
  });
}
