import type { Selectable } from "kysely";
import type { BoardEditionsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { addToSteps, enterChanges, insertPlaces, type Numbered, placeRow } from "./books.server.ts";
import { EVERYTHING, STEP_TEAMS, steppedBoardsOf } from "./places.ts";
import { keepSums, sumsOfClubs } from "./sums.server.ts";

/**
 * An edition holds all places, computed with one mean. A new one is made beside the current one, a small batch a
 * transaction, while every change goes into both; then the boards turn to it in one step. So no reader ever sees two
 * means mixed, and no writer waits for more than a batch (decisions/005).
 */

/** The mean may drift so far, in points, before a large platform's boards move to it. */
export const LARGEST_DRIFT = 0.05;
/** Up to so many teams the boards follow the mean at once, in the transaction that moves it. */
export const TEAMS_AT_ONCE = 200;
/** Steps become uneven as teams come: half as many again make a new edition due. */
const LARGEST_GROWTH = 1.5;
const FILL_ROWS = 500;
const CLEAR_ROWS = 2_000;
const ADOPT_CLUBS = 50;
/** Who opened a page with the edition before has this long to finish reading. */
const READERS_MS = 60_000;
type Edition = Selectable<BoardEditionsTable>;

interface Totals {
  teams: number;
  /** Points a rated game; 0 while nothing is rated. */
  mean: number;
}

/** Whether the boards should move to the mean of now. */
function isDue(edition: Edition, totals: Totals): boolean {
  const drift = Math.abs(edition.mean - totals.mean);
  if (totals.teams <= TEAMS_AT_ONCE) return drift > 0;
  return drift > LARGEST_DRIFT || totals.teams > LARGEST_GROWTH * edition.teams;
}

/** In the transaction of a change: follows the mean at once where the platform is small enough. */
export async function followMean(tx: ControlTx): Promise<void> {
  const totals = await totalsOf(tx);
  if (totals.teams > TEAMS_AT_ONCE) return;
  const editions = await tx.selectFrom("board_editions").selectAll().where("status", "<>", "old").execute();
  const current = editions.find(({ status }) => status === "current");
  if (!current || !isDue(current, totals)) return;
  await tx
    .updateTable("board_editions")
    .set({ mean: totals.mean, teams: totals.teams })
    .where("status", "<>", "old")
    .execute();
  const rows = await numberedAfter(tx, 0, TEAMS_AT_ONCE);
  await enterChanges(
    tx,
    rows.map((row) => ({ before: row, after: row })),
  );
}

/**
 * One small step towards boards that are up to date: rows without a number are put on the boards, a due edition is
 * begun, filled, counted, turned to, and the one before it cleared away.
 * @returns whether there is more to do now
 */
export function advanceBoards(control: ControlDb): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    if (await adopt(tx)) return true;
    const editions = await tx
      .selectFrom("board_editions")
      .selectAll()
      .where("status", "<>", "old")
      .orderBy("id")
      .execute();
    const next = editions.find(({ status }) => status !== "current");
    if (next?.status === "filling") return fill(tx, next);
    if (next?.status === "counting") return count(tx, next);
    const current = editions.find(({ status }) => status === "current");
    const totals = await totalsOf(tx);
    if (!current || isDue(current, totals)) return begin(tx, totals);
    return clearOld(tx);
  });
}

/**
 * Everything that advanceBoards has to do now. Each step is a transaction of its own, and others get their turn.
 * @param forMs stops after so long; what is left is done next time
 */
export async function settleBoards(
  control: ControlDb,
  { forMs = Number.POSITIVE_INFINITY } = {},
): Promise<void> {
  const until = performance.now() + forMs;
  while (performance.now() < until && (await advanceBoards(control)))
    await new Promise((resolve) => setImmediate(resolve));
}

/** Begins a new edition although none is due: to repair the current one, or the one that was being made. */
export async function renewEdition(tx: ControlTx): Promise<void> {
  await tx
    .updateTable("board_editions")
    .set({ status: "old" })
    .where("status", "in", ["filling", "counting"])
    .execute();
  await begin(tx, await totalsOf(tx));
}

async function totalsOf(tx: ControlTx): Promise<Totals> {
  const { teams, total, rated } = await tx
    .selectFrom("board_counts")
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>("teams"), eb.lit(0)).as("teams"),
      eb.fn.coalesce(eb.fn.sum<number>("total_score"), eb.lit(0)).as("total"),
      eb.fn.coalesce(eb.fn.sum<number>("rated_games"), eb.lit(0)).as("rated"),
    ])
    .where("age_group", "=", "")
    .where("gender", "=", "")
    .executeTakeFirstOrThrow();
  return { teams, mean: rated === 0 ? 0 : total / rated };
}

/** Rows that were written without books, by a migration or in bulk, get their number and enter them. */
async function adopt(tx: ControlTx): Promise<boolean> {
  const clubs = await tx
    .selectFrom("standings")
    .select("club_code")
    .distinct()
    .where("number", "is", null)
    .orderBy("club_code")
    .limit(ADOPT_CLUBS)
    .execute();
  if (clubs.length === 0) return false;
  const codes = clubs.map(({ club_code }) => club_code);
  const before = await sumsOfClubs(tx, codes);
  const rows = await tx
    .selectFrom("standings")
    .selectAll()
    .where("club_code", "in", codes)
    .where("number", "is", null)
    .orderBy("club_code")
    .orderBy("team_id")
    .execute();
  let number = await lastNumber(tx);
  const changes = [];
  for (const row of rows) {
    number += 1;
    await tx.updateTable("standings").set({ number }).where("team_id", "=", row.team_id).execute();
    changes.push({ before: null, after: { ...row, number } });
  }
  await keepSums(tx, before, await sumsOfClubs(tx, codes));
  await enterChanges(tx, changes);
  return true;
}

export async function lastNumber(tx: ControlTx): Promise<number> {
  const { last } = await tx
    .selectFrom("standings")
    .select((eb) => eb.fn.max("number").as("last"))
    .where("number", "is not", null)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

function numberedAfter(tx: ControlTx, number: number, limit: number): Promise<Numbered[]> {
  return tx
    .selectFrom("standings")
    .selectAll()
    .where("number", ">", number)
    .orderBy("number")
    .limit(limit)
    .$narrowType<{ number: number }>()
    .execute();
}

async function begin(tx: ControlTx, { teams, mean }: Totals): Promise<true> {
  const { last } = await tx
    .selectFrom("board_editions")
    .select((eb) => eb.fn.max("id").as("last"))
    .executeTakeFirstOrThrow();
  const since = now().toISOString();
  await tx
    .insertInto("board_editions")
    .values({ id: (last ?? 0) + 1, mean, teams, status: "filling", filled_to: 0, counted_to: "", since })
    .execute();
  return true;
}

async function fill(tx: ControlTx, edition: Edition): Promise<true> {
  const rows = await numberedAfter(tx, edition.filled_to, FILL_ROWS);
  await insertPlaces(
    tx,
    rows.map((row) => placeRow(edition, row)),
  );
  const last = rows.at(-1)?.number ?? edition.filled_to;
  const status = rows.length < FILL_ROWS ? "counting" : "filling";
  await tx
    .updateTable("board_editions")
    .set({ filled_to: last, status })
    .where("id", "=", edition.id)
    .execute();
  return true;
}

/** The next step of an edition: its first place, and how many teams of each board stand in it. */
async function count(tx: ControlTx, edition: Edition): Promise<true> {
  const rows = await tx
    .selectFrom("board_places")
    .selectAll()
    .where("edition", "=", edition.id)
    .where("place", ">", edition.counted_to)
    .orderBy("place")
    .limit(STEP_TEAMS)
    .execute();
  const { last } = await tx
    .selectFrom("board_steps")
    .select((eb) => eb.fn.max("step").as("last"))
    .where("edition", "=", edition.id)
    .executeTakeFirstOrThrow();
  const step = last === null ? 0 : last + 1;
  if (rows.length > 0 || step === 0) {
    // What comes before the first place belongs to the first step.
    const start = step === 0 ? "" : (rows[0]?.place ?? "");
    await tx.insertInto("board_steps").values({ edition: edition.id, step, start }).execute();
    const sums = new Map<string, number>();
    for (const row of rows) {
      for (const board of steppedBoardsOf(row)) sums.set(board, (sums.get(board) ?? 0) + 1);
    }
    await addToSteps(
      tx,
      [...sums].map(([board, teams]) => ({ edition: edition.id, board, step, teams })),
    );
  }
  if (rows.length < STEP_TEAMS) await turnTo(tx, edition);
  else {
    await tx
      .updateTable("board_editions")
      .set({ counted_to: rows.at(-1)?.place ?? "" })
      .where("id", "=", edition.id)
      .execute();
  }
  return true;
}

async function turnTo(tx: ControlTx, edition: Edition): Promise<void> {
  const since = now().toISOString();
  await tx
    .updateTable("board_editions")
    .set({ status: "old", since })
    .where("status", "=", "current")
    .execute();
  await tx
    .updateTable("board_editions")
    .set({ status: "current", counted_to: EVERYTHING, since })
    .where("id", "=", edition.id)
    .execute();
}

/** Removes a part of an edition that nobody reads any more. @returns whether something was removed */
async function clearOld(tx: ControlTx): Promise<boolean> {
  const unread = new Date(now().getTime() - READERS_MS).toISOString();
  const old = await tx
    .selectFrom("board_editions")
    .select("id")
    .where("status", "=", "old")
    .where("since", "<", unread)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!old) return false;
  const places = await tx
    .selectFrom("board_places")
    .select("place")
    .where("edition", "=", old.id)
    .orderBy("place")
    .limit(CLEAR_ROWS)
    .execute();
  const last = places.at(-1)?.place;
  if (last !== undefined) {
    await tx.deleteFrom("board_places").where("edition", "=", old.id).where("place", "<=", last).execute();
    return true;
  }
  const pluralize = await tx
    .selectFrom("board_step_counts")
    .select("board")
    .where("edition", "=", old.id)
    .limit(1)
    .executeTakeFirst();
  if (pluralize) {
    for (const table of ["board_step_counts", "board_block_counts"] as const)
      await tx.deleteFrom(table).where("edition", "=", old.id).where("board", "=", pluralize.board).execute();
    return true;
  }
  await tx.deleteFrom("board_steps").where("edition", "=", old.id).execute();
  await tx.deleteFrom("board_editions").where("id", "=", old.id).execute();
  return true;
}
