import type { Selectable } from "kysely";
import type { ControlDb, ControlTx, StandingsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { forgetWordsBetween, indexWords, lastIndexed } from "#app/db/search-index.server.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { searchText } from "#app/domain/values/search-text.ts";
import { enterChanges, type Numbered, wordsOf } from "./books.server.ts";
import { followMean, lastNumber, renewEdition, settleBoards } from "./editions.server.ts";
import { isRanked } from "./ranking.ts";
import { keepSums, rebuildSums, sumsOfClubs } from "./sums.server.ts";

/** So many rows go into one statement: 19 values each, below every engine's limit of parameters. */
const INSERT_ROWS = 500;

type Row = Selectable<StandingsTable>;

/**
 * Makes the rows of a club's teams what its file says: adds, changes and removes, with the books of the boards, in
 * one transaction.
 * @param teams which teams were looked at: those that `entries` lacks are removed
 * @returns how many rows are different now; repeated, it changes nothing
 */
export function replaceEntries(
  control: ControlDb,
  club: { clubCode: string; teams: "all" | readonly string[]; entries: readonly LeaderboardEntry[] },
): Promise<number> {
  return inTransaction(control, async (tx) => {
    const { clubCode, teams } = club;
    const kept = await tx
      .selectFrom("standings")
      .selectAll()
      .where("club_code", "=", clubCode)
      .$if(teams !== "all", (query) => query.where("team_id", "in", teams as readonly string[]))
      .execute();
    const before = new Map(kept.map((row) => [row.team_id, row]));
    const rows = club.entries.map(entryRow);
    const named = new Set(rows.map((row) => row.team_id));
    const changed = rows.filter((row) => !sameRow(row, before.get(row.team_id)));
    const gone = kept.filter((row) => !named.has(row.team_id));
    if (changed.length + gone.length === 0) return 0;
    const sums = await sumsOfClubs(tx, [clubCode]);
    const written = await withNumbers(tx, changed, before);
    const replaced = changed.map((row) => row.team_id).filter((id) => before.has(id));
    await remove(tx, clubCode, [...gone.map((row) => row.team_id), ...replaced]);
    for (let from = 0; from < written.length; from += INSERT_ROWS) {
      await tx
        .insertInto("standings")
        .values(written.slice(from, from + INSERT_ROWS))
        .execute();
    }
    await keepSums(tx, sums, await sumsOfClubs(tx, [clubCode]));
    await enterChanges(tx, [
      ...gone.map((row) => ({ before: asNumbered(row), after: null })),
      ...written.map((row) => ({ before: asNumbered(before.get(row.team_id)), after: row })),
    ]);
    await followMean(tx);
    return changed.length + gone.length;
  });
}

/** A team that is on the boards keeps its number; a new one gets the next. */
async function withNumbers(
  tx: ControlTx,
  rows: readonly Row[],
  before: ReadonlyMap<string, Row>,
): Promise<Numbered[]> {
  let last = await lastNumber(tx);
  return rows.map((row) => {
    const kept = before.get(row.team_id)?.number ?? null;
    if (kept === null) last += 1;
    return { ...row, number: kept ?? last };
  });
}

/** A row without a number is in no books yet. */
const asNumbered = (row: Row | undefined) => (row && row.number !== null ? (row as Numbered) : null);

async function remove(tx: ControlTx, clubCode: string, teams: string[]): Promise<void> {
  for (let from = 0; from < teams.length; from += INSERT_ROWS) {
    await tx
      .deleteFrom("standings")
      .where("club_code", "=", clubCode)
      .where("team_id", "in", teams.slice(from, from + INSERT_ROWS))
      .execute();
  }
}

/**
 * Makes the books of the boards anew from their rows, whatever happened to them: sums, words, and an edition. Safe
 * while the app runs; only the sums take one longer transaction.
 */
export async function rebuildBoards(control: ControlDb): Promise<void> {
  await inTransaction(control, rebuildSums);
  await rebuildWords(control);
  await inTransaction(control, renewEdition);
  await settleBoards(control);
}

const WORDS_ROWS = 500;

/** A stretch of numbers a transaction, so that a search misses nobody in between. */
async function rebuildWords(control: ControlDb): Promise<void> {
  const end = Math.max(await lastIndexed(control), await inTransaction(control, lastNumber));
  for (let from = 0; from <= end; from += WORDS_ROWS) {
    await inTransaction(control, async (tx) => {
      const rows = await tx
        .selectFrom("standings")
        .select(["number", "search_text", "state", "age_group", "gender"])
        .where("number", ">=", from)
        .where("number", "<", from + WORDS_ROWS)
        .$narrowType<{ number: number }>()
        .execute();
      await forgetWordsBetween(tx, from, from + WORDS_ROWS);
      await indexWords(tx, rows.map(wordsOf));
    });
  }
}

/** Clubs that have rows on the boards. */
export async function clubsOnLeaderboard(control: ControlDb): Promise<string[]> {
  const rows = await control.selectFrom("standings").select("club_code").distinct().execute();
  return rows.map((row) => row.club_code);
}

/** Whose club the platform knows: only theirs may have rows. */
export async function knownClubs(control: ControlDb): Promise<Set<string>> {
  const rows = await control.selectFrom("clubs").select("code").execute();
  return new Set(rows.map((row) => row.code));
}

/**
 * Rows whose figures have changed by themselves, because a game has kicked off since they were made; oldest change
 * first, after the row `after`.
 */
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

/** A team's row, not on the boards yet. */
export function entryRow(team: LeaderboardEntry): Row {
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
    search_text: searchText(`${team.teamName} ${team.clubName} ${team.city}`),
    number: null,
  };
}

/** Whether a row says the same already, and is on the boards with it. */
function sameRow(row: Row, other: Row | undefined): boolean {
  return (
    other !== undefined &&
    other.number !== null &&
    (Object.keys(row) as (keyof Row)[]).every(
      (column) => column === "number" || row[column] === other[column],
    )
  );
}
