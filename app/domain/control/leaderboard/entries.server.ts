import type { Selectable } from "kysely";
import { compiled } from "#app/db/compiled.server.ts";
import type { StandingsTable } from "#app/db/control/board-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import {
  forgetWords,
  forgetWordsBetween,
  indexWords,
  lastIndexed,
} from "#app/db/storage/search-index.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { plainLetters, searchText } from "#app/domain/values/names.ts";
import { isRanked } from "./ranking.ts";

type Row = Selectable<StandingsTable>;
type UnnumberedRow = Omit<Row, "number">;

/** A statement takes a limited number of parameters. */
const IDS_AT_ONCE = 500;

const rowsOfClub = compiled(
  (
    control: ControlDb,
    { clubCode, teams }: { clubCode: string; teams: readonly string[] },
    { all }: { all: boolean },
  ) =>
    control
      .selectFrom("standings")
      .selectAll()
      .where("club_code", "=", clubCode)
      .$if(!all, (query) => query.where("team_id", "in", teams)),
);

/**
 * Replaces the entries of a club's teams in one transaction.
 * @param teams which teams were looked at: those that `entries` lacks are removed
 * @returns how many rows changed; repeated, it changes nothing
 */
export function replaceEntries(
  control: ControlDb,
  club: { clubCode: string; teams: "all" | readonly string[]; entries: readonly LeaderboardEntry[] },
): Promise<number> {
  return inTransaction(control, async (tx) => {
    const { clubCode, teams } = club;
    const all = teams === "all";
    const kept = await rowsOfClub(tx, { clubCode, teams: all ? [] : teams }, { all });
    const before = new Map(kept.map((row) => [row.team_id, row]));
    const rows = club.entries.map(entryRow);
    const named = new Set(rows.map((row) => row.team_id));
    const changed = rows.filter((row) => !sameRow(row, before.get(row.team_id)));
    const gone = kept.filter((row) => !named.has(row.team_id));
    if (changed.length + gone.length === 0) return 0;
    const replaced = changed.flatMap((row) => before.get(row.team_id) ?? []);
    await removeRows(tx, [...gone, ...replaced]);
    const numbered = await addRows(tx, changed, before);
    // A rating changes scores, not names: writing the text index again costs more than everything else here.
    const renamed = numbered.filter((row) => !sameWords(row, before.get(row.team_id)));
    const forgotten = renamed.flatMap((row) => before.get(row.team_id) ?? []);
    await forgetWords(
      tx,
      [...gone, ...forgotten].map((row) => row.number),
    );
    await indexWords(tx, renamed.map(indexed));
    return changed.length + gone.length;
  });
}

/** Loads the teams of a club whose stored rows are not those of the given entries, or that have a row and no entry. */
export async function differingTeams(
  control: ControlDb,
  { clubCode, entries }: { clubCode: string; entries: readonly LeaderboardEntry[] },
): Promise<string[]> {
  const kept = await control.selectFrom("standings").selectAll().where("club_code", "=", clubCode).execute();
  const before = new Map(kept.map((row) => [row.team_id, row]));
  const rows = entries.map(entryRow);
  const named = new Set(rows.map((row) => row.team_id));
  const changed = rows.filter((row) => !sameRow(row, before.get(row.team_id)));
  return [...changed, ...kept.filter((row) => !named.has(row.team_id))].map((row) => row.team_id).sort();
}

/** Adds entries of teams that have none. */
export async function addEntries(tx: ControlTx, entries: readonly LeaderboardEntry[]): Promise<void> {
  const rows = await addRows(tx, entries.map(entryRow));
  await indexWords(tx, rows.map(indexed));
}

/**
 * Leaves the text index as it is.
 * @param before rows whose numbers the teams keep
 */
async function addRows(
  tx: ControlTx,
  rows: readonly UnnumberedRow[],
  before: ReadonlyMap<string, Row> = new Map(),
): Promise<Row[]> {
  const unnumbered = rows.filter((row) => !before.has(row.team_id)).length;
  let next = (await countChange(tx, unnumbered)) - unnumbered;
  const numbered = rows.map((row) => {
    const kept = before.get(row.team_id)?.number;
    if (kept === undefined) next += 1;
    return { ...row, number: kept ?? next };
  });
  await insertRows(tx, "standings", numbered);
  return numbered;
}

/** Leaves the text index as it is. */
async function removeRows(tx: ControlTx, rows: readonly Row[]): Promise<void> {
  const numbers = rows.map((row) => row.number);
  for (let from = 0; from < numbers.length; from += IDS_AT_ONCE) {
    const chunk = numbers.slice(from, from + IDS_AT_ONCE);
    await removeNumbers(tx, { numbers: chunk });
  }
}

const removeNumbers = compiled((control: ControlDb, { numbers }: { numbers: readonly number[] }) =>
  control.deleteFrom("standings").where("number", "in", numbers),
);

/**
 * Makes the active snapshot stale.
 * @param numbers how many numbers are given to teams with this change
 * @returns the largest number given
 */
export async function countChange(control: ControlDb, numbers = 0): Promise<number> {
  const { last_number } = await control
    .updateTable("leaderboard")
    .set((eb) => ({ revision: eb("revision", "+", 1), last_number: eb("last_number", "+", numbers) }))
    .returning("last_number")
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Rebuilds the text index from the entries, a range of numbers per transaction, so that searches stay complete. */
export async function rebuildWords(control: ControlDb): Promise<void> {
  const { last_number } = await control
    .selectFrom("leaderboard")
    .select("last_number")
    .executeTakeFirstOrThrow();
  const end = Math.max(await lastIndexed(control), last_number);
  for (let from = 0; from <= end; from += IDS_AT_ONCE) {
    await inTransaction(control, async (tx) => {
      const rows = await tx
        .selectFrom("standings")
        .selectAll()
        .where("number", ">=", from)
        .where("number", "<", from + IDS_AT_ONCE)
        .execute();
      await forgetWordsBetween(tx, from, from + IDS_AT_ONCE);
      await indexWords(tx, rows.map(indexed));
    });
  }
}

const indexed = (row: Row) => ({
  number: row.number,
  text: row.search_text,
  state: row.state,
  ageGroup: row.age_group,
  gender: row.gender,
});

/** Loads clubs that have entries. */
export async function clubsOnLeaderboard(control: ControlDb): Promise<string[]> {
  const rows = await control.selectFrom("standings").select("club_code").distinct().execute();
  return rows.map((row) => row.club_code);
}

/** Loads the clubs of the platform: only they may have entries. */
export async function knownClubs(control: ControlDb): Promise<Set<string>> {
  const rows = await control.selectFrom("clubs").select("code").execute();
  return new Set(rows.map((row) => row.code));
}

/** Entries that a kick-off has changed since they were made: oldest change first, after the entry `after`. */
export function dueEntries(
  control: ControlDb,
  at: Date,
  limit: number,
  after?: { changesAt: string; teamId: string },
): Promise<{ teamId: string; clubCode: string; changesAt: string }[]> {
  return control
    .selectFrom("standings")
    .select(["team_id as teamId", "club_code as clubCode", "changes_at as changesAt"])
    .where("changes_at", "<=", at.toISOString())
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb("changes_at", ">", after?.changesAt ?? ""),
          eb.and([eb("changes_at", "=", after?.changesAt ?? ""), eb("team_id", ">", after?.teamId ?? "")]),
        ]),
      ),
    )
    .orderBy("changes_at")
    .orderBy("team_id")
    .limit(limit)
    .$narrowType<{ changesAt: string }>()
    .execute();
}

function entryRow(team: LeaderboardEntry): UnnumberedRow {
  return {
    team_id: team.teamId,
    club_code: team.clubCode,
    club_name: team.clubName,
    team_name: team.teamName,
    city: team.city,
    state: team.state,
    age_group: team.ageGroup,
    gender: team.gender,
    total_score: team.totalScore,
    rated_games: team.ratedGames,
    completed_games: team.completedGames,
    perfect_games: team.perfectGames,
    last_game_date: team.lastGameDate,
    trend: team.trend,
    strip: team.strip,
    changes_at: team.changesAt,
    ranked: isRanked(team) ? 1 : 0,
    search_text: plainLetters(searchText(`${team.teamName} ${team.clubName} ${team.city}`)),
  };
}

function sameWords(row: UnnumberedRow, other: Row | undefined): boolean {
  return (
    other !== undefined &&
    (["search_text", "state", "age_group", "gender"] as const).every(
      (column) => row[column] === other[column],
    )
  );
}

function sameRow(row: UnnumberedRow, other: Row | undefined): boolean {
  return (
    other !== undefined &&
    (Object.keys(row) as (keyof UnnumberedRow)[]).every((column) => row[column] === other[column])
  );
}
