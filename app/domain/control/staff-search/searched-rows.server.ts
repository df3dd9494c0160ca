import { sql } from "kysely";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { GAMES_A_DAY } from "#app/db/control/search-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import type { SearchedTeam } from "#app/domain/values/platform/searched-team.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** A statement takes a limited number of parameters. */
const NUMBERS_AT_ONCE = 500;

/** Returns the first of the numbers that a day's games have. */
export const firstNumberOf = (date: string): number =>
  Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS) * GAMES_A_DAY;
/** Returns the day of a game's number, YYYY-MM-DD. */
export const dayOfNumber = (number: number): string =>
  new Date(Math.floor(number / GAMES_A_DAY) * DAY_MS).toISOString().slice(0, 10);

/**
 * Brings what staff find of some teams in line with the club's file.
 * @param looked the teams that were looked at: those that `teams` lacks are removed
 * @returns how many rows changed; repeated, it changes nothing
 */
export function replaceSearchedTeams(
  control: ControlDb,
  clubCode: string,
  { looked, teams }: { looked: readonly string[]; teams: readonly SearchedTeam[] },
): Promise<number> {
  return inTransaction(control, async (tx) => {
    // Its rows were deleted with the club.
    if (!(await tx.selectFrom("clubs").select("code").where("code", "=", clubCode).executeTakeFirst()))
      return 0;
    const stored = await tx
      .selectFrom("search_teams")
      .selectAll()
      .where("club_code", "=", clubCode)
      .where("team_id", "in", looked)
      .execute();
    const numbers = new Map(stored.map(({ team_id, number }) => [team_id, number]));
    const before = new Map(stored.map((row) => [row.team_id, row]));
    const gone = new Set(numbers.keys());
    let changed = 0;
    for (const { teamId, name, ageGroup, gender, season, status } of teams) {
      gone.delete(teamId);
      const row = { name, age_group: ageGroup, gender, season, status };
      const kept = before.get(teamId);
      if (!kept) {
        const { number } = await tx
          .insertInto("search_teams")
          .values({ team_id: teamId, club_code: clubCode, ...row })
          .returning("number")
          .executeTakeFirstOrThrow();
        numbers.set(teamId, number);
      } else if ((Object.keys(row) as (keyof typeof row)[]).every((column) => kept[column] === row[column])) {
        continue;
      } else await tx.updateTable("search_teams").set(row).where("number", "=", kept.number).execute();
      changed += 1;
    }
    if (gone.size > 0) await forgetTeams(tx, clubCode, [...gone]);
    const wanted = teams.flatMap(({ teamId, games }) => {
      const team = numbers.get(teamId);
      return team === undefined ? [] : games.map((game) => ({ team, ...game }));
    });
    return changed + gone.size + (await replaceGames(tx, [...numbers.values()], wanted));
  });
}

interface WantedGame {
  team: number;
  date: string;
  opponent: string;
}

/** Adds and removes games until each is there as often as it is wanted. @returns how many */
async function replaceGames(
  tx: ControlTx,
  teams: readonly number[],
  wanted: readonly WantedGame[],
): Promise<number> {
  const stored = await tx
    .selectFrom("search_games")
    .select(["number", "team", "opponent"])
    .where("team", "in", teams)
    .execute();
  const keyOf = ({ team, date, opponent }: WantedGame) => `${team} ${date} ${opponent}`;
  const left = new Map<string, number[]>();
  for (const { number, team, opponent } of stored) {
    const key = keyOf({ team, date: dayOfNumber(number), opponent });
    const known = left.get(key);
    if (known) known.push(number);
    else left.set(key, [number]);
  }
  const added = wanted.filter((game) => left.get(keyOf(game))?.pop() === undefined);
  const removed = [...left.values()].flat();
  for (let from = 0; from < removed.length; from += NUMBERS_AT_ONCE)
    await tx
      .deleteFrom("search_games")
      .where("number", "in", removed.slice(from, from + NUMBERS_AT_ONCE))
      .execute();
  await addGames(tx, added);
  return added.length + removed.length;
}

async function addGames(tx: ControlTx, games: readonly WantedGame[]): Promise<void> {
  if (games.length === 0) return;
  const days = [...new Set(games.map(({ date }) => firstNumberOf(date)))];
  const { rows } = await sql<{ first: number; next: number }>`select first,
    coalesce((select max(number) + 1 from search_games
      where number >= first and number < first + ${GAMES_A_DAY}), first) as next
    from (select cast(value as bigint) as first from json_each(${JSON.stringify(days)})) as days`.execute(tx);
  const next = new Map(rows.map((row) => [row.first, row.next]));
  const numbered = games.map(({ team, date, opponent }) => {
    const first = firstNumberOf(date);
    const number = next.get(first) ?? first;
    next.set(first, number + 1);
    return { number, team, opponent };
  });
  await insertRows(tx, "search_games", numbered);
}

async function forgetTeams(tx: ControlTx, clubCode: string, teamIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("search_teams")
    .where("club_code", "=", clubCode)
    .where("team_id", "in", teamIds)
    .execute();
}

/** Loads the ids of a club's teams that staff can find. */
export async function idsOfSearched(control: ControlDb, clubCode: string): Promise<string[]> {
  const rows = await control
    .selectFrom("search_teams")
    .select("team_id")
    .where("club_code", "=", clubCode)
    .execute();
  return rows.map(({ team_id }) => team_id);
}

/** Progress of comparing the staff's search with the clubs' files. */
export interface Comparison {
  startedAt: string;
  /** Null while it is under way. */
  finishedAt: string | null;
  /** The last club that was read; '' for none. */
  after: string;
  clubs: number;
  /** Rows that differed from the clubs' files and were put right. */
  mended: number;
  /** 1: the first one, which fills the index. */
  fills: 0 | 1;
}

const COMPARISON = "staff-search";

/** Loads the newest comparison; null before the first. */
export async function comparisonOf(control: ControlDb): Promise<Comparison | null> {
  const row = await control
    .selectFrom("meta")
    .select("value")
    .where("key", "=", COMPARISON)
    .executeTakeFirst();
  return row ? (JSON.parse(row.value) as Comparison) : null;
}

export async function keepComparison(control: ControlDb, comparison: Comparison): Promise<void> {
  const value = JSON.stringify(comparison);
  await control
    .insertInto("meta")
    .values({ key: COMPARISON, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute();
}

/** Has the next comparison begin at once, as after a restore. */
export async function compareSoon(control: ControlDb): Promise<void> {
  const last = await comparisonOf(control);
  if (last) await keepComparison(control, { ...last, finishedAt: null, after: "", clubs: 0, mended: 0 });
}

/** Lists the next clubs by code, with whether events of theirs are under way: then a difference is no fault. */
export function clubsAfter(control: ControlDb, code: string, limit: number) {
  return control
    .selectFrom("clubs")
    .select("code")
    .select((eb) =>
      eb
        .exists(
          eb.selectFrom("clubs_with_outbox as o").select("o.mark").whereRef("o.club_code", "=", "clubs.code"),
        )
        .as("busy"),
    )
    .where("code", ">", code)
    .where("status", "<>", "creating")
    .orderBy("code")
    .limit(limit)
    .execute();
}
