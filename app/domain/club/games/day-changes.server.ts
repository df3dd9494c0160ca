import type { ClubDb, ClubTx, DayChangesTable } from "#app/db/club/schema.ts";
import { excluded } from "#app/db/insert-rows.server.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { addDays } from "#app/domain/values/days.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type ChangedValues,
  changedColumns,
  type DoneGame,
  type LeftReason,
  type Outcome,
  type PlannedGame,
  type StoredGame,
  workOut,
  workOutUndo,
} from "./day-change.ts";
import { hasEnded, hasRating, hoursFrom, isOfTeams } from "./game-rules.server.ts";
import { conflictsOf } from "./game-rules.ts";
import { timezoneOf } from "./game-zone.server.ts";
import { gameColumns, gameVersion } from "./games.server.ts";

/** Days for which a change can be viewed and undone (product/games.md#rained-out-days). */
export const DAY_CHANGE_DAYS = 30;
/** Rows of a statement: SQLite prepares longer ones slowly. */
const ROWS_PER_STATEMENT = 50;
const RECENT_SHOWN = 5;

/** The games of a change in its row, as JSON. */
interface StoredGames {
  /** Planned: all games. Done: those that changed. Undone: those that are as before. */
  planned: PlannedGame[];
  done: DoneGame[];
  /** Games left unchanged when the change was done, or undone. */
  left: { teamId: string; title: string; reason: LeftReason }[];
}

export interface DayChange extends Omit<DayChangesTable, "games">, StoredGames {}

/** Loads the first day from now on with a game that may still be played; null where there is none. */
export async function nextGameDay(db: ClubDb, scope: TeamScope, at: Date): Promise<string | null> {
  const game = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select("games.date")
    .where("teams.status", "=", "active")
    .where("games.starts_at", ">", hoursFrom(at, -24))
    .where("games.status", "not in", ["cancelled", "completed"])
    .where((eb) => eb.not(hasEnded(eb, at)))
    .where((eb) => (scope === "all" ? eb.lit(true) : isOfTeams(scope)))
    .orderBy("games.starts_at")
    .limit(1)
    .executeTakeFirst();
  return game?.date ?? null;
}

/** Reads games of active teams by id, with their present versions; unknown ids are left out. */
export async function gamesById(db: ClubDb, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const games = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(gameColumns)
    .select((eb) => hasRating(eb).as("rated"))
    .where("games.id", "in", ids)
    .where("teams.status", "=", "active")
    .orderBy("games.starts_at")
    .orderBy("games.id")
    .execute();
  return games.map((game) => ({ ...game, rated: Boolean(game.rated), version: gameVersion(game) }));
}

const byId = (games: readonly StoredGame[]) => new Map(games.map((game) => [game.id, game]));

/** Keeps a plan, to be looked at and confirmed. Older changes than a month are forgotten. @returns its id */
export async function planDayChange(
  tx: ClubTx,
  plan: Pick<DayChangesTable, "day" | "action" | "reason"> & { games: readonly PlannedGame[] },
  by: { accountId: string; name: string },
): Promise<string> {
  const id = newId();
  const created_at = nowIso();
  const oldest = hoursFrom(now(), -24 * DAY_CHANGE_DAYS);
  await tx.deleteFrom("day_changes").where("created_at", "<", oldest).execute();
  const games: StoredGames = { planned: [...plan.games], done: [], left: [] };
  await tx
    .insertInto("day_changes")
    .values({
      id,
      day: plan.day,
      action: plan.action,
      reason: plan.reason,
      status: "planned",
      games: JSON.stringify(games),
      created_by: by.accountId,
      created_by_name: by.name,
      created_at,
      done_at: null,
      undone_at: null,
    })
    .execute();
  return id;
}

/** Finds a change. The caller checks that its teams are the user's. */
export async function findDayChange(db: ClubDb, id: string): Promise<DayChange | undefined> {
  const row = await db.selectFrom("day_changes").selectAll().where("id", "=", id).executeTakeFirst();
  return row && { ...row, ...(JSON.parse(row.games) as StoredGames) };
}

/** Returns the teams of a change's games, also of those that it left as they were: its page names them all. */
export function teamsOfChange({ planned, done, left }: StoredGames): string[] {
  return [...planned, ...done, ...left].map(({ teamId }) => teamId);
}

/** Loads the latest changes that were done, newest first. */
export async function recentDayChanges(db: ClubDb): Promise<DayChange[]> {
  const rows = await db
    .selectFrom("day_changes")
    .selectAll()
    .where("status", "<>", "planned")
    .where("created_at", ">", hoursFrom(now(), -24 * DAY_CHANGE_DAYS))
    .orderBy("created_at", "desc")
    .limit(RECENT_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, ...(JSON.parse(row.games) as StoredGames) }));
}

/**
 * Loads why games were moved or cancelled, by game: the reason of the change that left them as they are now. One that
 * was changed since by hand, or put back, has none.
 */
export async function reasonsOfGames(db: ClubDb, ids: readonly string[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string>();
  if (ids.length === 0) return reasons;
  const rows = await db
    .selectFrom("day_changes")
    .select(["reason", "games"])
    .where("status", "=", "done")
    .orderBy("done_at")
    .execute();
  if (rows.length === 0) return reasons;
  const versions = new Map((await gamesById(db, [...new Set(ids)])).map(({ id, version }) => [id, version]));
  for (const { reason, games } of rows)
    for (const { id, after } of (JSON.parse(games) as StoredGames).done)
      if (versions.get(id) === after) reasons.set(id, reason);
  return reasons;
}

/** Previews a planned change, and the other games of the same teams that it would collide with, by title. */
export async function previewDayChange(
  db: ClubDb,
  change: DayChange,
  timezone: string,
): Promise<Outcome<PlannedGame> & { collisions: Map<string, string[]> }> {
  const stored = await gamesById(
    db,
    change.planned.map(({ id }) => id),
  );
  const outcome = workOut(change, byId(stored), { at: now(), timezone });
  const collisions = new Map<string, string[]>();
  if (change.action === "cancel" || outcome.changes.length === 0) return { ...outcome, collisions };
  const moved = outcome.changes.map(({ game, after }) => ({ ...after, id: game.id, team_id: game.teamId }));
  const others = await gamesAround(db, moved);
  const titles = new Map(change.planned.map(({ id, title }) => [id, title]));
  for (const { id, opponent, home_away } of others) {
    titles.set(id, `${home_away === "home" ? "vs." : "at"} ${opponent}`);
  }
  const ids = new Set(moved.map(({ id }) => id));
  const all = [...moved, ...others.filter(({ id }) => !ids.has(id))];
  for (const [id, with_] of conflictsOf(all)) {
    if (ids.has(id))
      collisions.set(
        id,
        with_.map((other) => titles.get(other) ?? ""),
      );
  }
  return { ...outcome, collisions };
}

/** Loads the games of the same teams on the same days. */
function gamesAround(db: ClubDb, games: readonly { team_id: string; date: string }[]) {
  const dates = [...new Set(games.map(({ date }) => date))].sort();
  const [first = "", last = ""] = [dates[0], dates.at(-1)];
  return db
    .selectFrom("games")
    .select(["id", "team_id", "opponent", "home_away", "date", "time", "starts_at", "status"])
    .where("team_id", "in", [...new Set(games.map(({ team_id }) => team_id))])
    .where("starts_at", ">=", `${addDays(first, -1)}T00:00:00.000Z`)
    .where("starts_at", "<", `${addDays(last, 2)}T00:00:00.000Z`)
    .where("date", "in", dates)
    .execute();
}

type Missing = { ok: false; problem: "not-found" };

/** Does a planned change, once: its games in one go, with the event of each team (product/games.md#rained-out-days). */
export async function doDayChange(
  tx: ClubTx,
  id: string,
): Promise<{ ok: true; changed: number; left: number } | Missing> {
  const change = await findDayChange(tx, id);
  if (!change) return { ok: false, problem: "not-found" };
  if (change.status !== "planned") return { ok: true, changed: change.done.length, left: change.left.length };
  const ids = change.planned.map((game) => game.id);
  const stored = new Map((await gamesById(tx, ids)).map((game) => [game.id, game]));
  const { changes, left } = workOut(change, stored, { at: now(), timezone: await timezoneOf(tx) });
  await writeGames(tx, changes);
  const done = changes.flatMap(({ game, before, after }) => {
    const was = stored.get(game.id);
    return was ? { ...game, before, after: gameVersion({ ...was, ...after }) } : [];
  });
  await keep(tx, id, { status: "done", done_at: nowIso() }, { planned: [], done, left: left.map(named) });
  return { ok: true, changed: done.length, left: left.length };
}

/** Puts the games of a change back, once, except for those changed or rated since. */
export async function undoDayChange(
  tx: ClubTx,
  id: string,
): Promise<{ ok: true; changed: number; left: number } | Missing | { ok: false; problem: "not-done" }> {
  const change = await findDayChange(tx, id);
  if (!change) return { ok: false, problem: "not-found" };
  if (change.status === "planned") return { ok: false, problem: "not-done" };
  if (change.status === "undone") return { ok: true, changed: change.done.length, left: change.left.length };
  const stored = await gamesById(
    tx,
    change.done.map((game) => game.id),
  );
  const { changes, left } = workOutUndo(change.done, byId(stored));
  await writeGames(tx, changes);
  const done = changes.map(({ game }) => game);
  await keep(tx, id, { status: "undone", undone_at: nowIso() }, { planned: [], done, left: left.map(named) });
  return { ok: true, changed: done.length, left: left.length };
}

const named = ({ game, reason }: { game: PlannedGame; reason: LeftReason }) => ({
  teamId: game.teamId,
  title: game.title,
  reason,
});

async function keep(
  tx: ClubTx,
  id: string,
  values: Partial<DayChangesTable>,
  games: StoredGames,
): Promise<void> {
  await tx
    .updateTable("day_changes")
    .set({ ...values, games: JSON.stringify(games) })
    .where("id", "=", id)
    .execute();
}

/** Writes the games' new values, many per statement, and records the event of each team. */
async function writeGames(
  tx: ClubTx,
  changes: readonly { game: PlannedGame; after: ChangedValues }[],
): Promise<void> {
  if (changes.length === 0) return;
  const after = new Map(changes.map(({ game, after }) => [game.id, after]));
  const rows = await tx
    .selectFrom("games")
    .selectAll()
    .where("id", "in", [...after.keys()])
    .execute();
  const updated_at = nowIso();
  const changed = rows.map((row) => ({ ...row, ...after.get(row.id), updated_at }));
  for (let start = 0; start < changed.length; start += ROWS_PER_STATEMENT) {
    await tx
      .insertInto("games")
      .values(changed.slice(start, start + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.column("id").doUpdateSet(excluded(...changedColumns, "updated_at")))
      .execute();
  }
  await recordTeamsChange(tx, new Set(changes.map(({ game }) => game.teamId)));
}
