import type { ClubDb, ClubTx, GamesTable } from "#app/db/club/schema.ts";
import { recordTeamsChange } from "#app/db/outbox.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { nameKey } from "#app/domain/values/names.ts";
import { KEEP, yearsAfter, yearsBefore } from "#app/domain/values/retention.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  type ChangeReason,
  type EditedFields,
  type EditProblem,
  editedFields,
  editedTimes,
  type GameDetails,
  isSaved,
  restoredStatus,
} from "./game-changes.ts";
import { hasRating } from "./game-rules.server.ts";
import { newGame } from "./game-values.server.ts";
import { timezoneOf } from "./game-zone.server.ts";
import { isTakenOut } from "./take-out.server.ts";

/** Columns of a game and its team on pages, for queries that join the two. */
const shownColumns = [
  "id",
  "team_id",
  "opponent",
  "date",
  "time",
  "starts_at",
  "location",
  "home_away",
  "status",
  "notes",
  "original_date",
  "original_time",
] as const;
export const gameColumns = [
  ...shownColumns.map((column) => `games.${column}` as const),
  "teams.name as teamName" as const,
  "teams.age_group as ageGroup" as const,
];

/** A game with its team, and whether it is rated. */
export type GameOfTeam = Pick<GamesTable, (typeof shownColumns)[number]> & {
  teamName: string;
  ageGroup: string;
  rated: boolean;
};

/** @property takenOut an administrator took it out of all figures (product/games.md#games-taken-out) */
export type FoundGame = GameOfTeam & { takenOut: boolean };

/** Finds a game of a team that is active. The caller checks what the user may see of it. */
export async function findGame(db: ClubDb, id: string): Promise<FoundGame | undefined> {
  const game = await db
    .selectFrom("games")
    .innerJoin("teams", "teams.id", "games.team_id")
    .select(gameColumns)
    .select((eb) => [hasRating(eb).as("rated"), isTakenOut(eb).as("takenOut")])
    .where("games.id", "=", id)
    .where("teams.status", "=", "active")
    .executeTakeFirst();
  return game && { ...game, rated: Boolean(game.rated), takenOut: Boolean(game.takenOut) };
}

export type AddGameResult =
  /** `isNew` is false where the same game was on the schedule; `cancelled` where it was there but cancelled. */
  { ok: true; gameId: string; isNew: boolean; cancelled: boolean } | { ok: false; problem: "not-found" };

/**
 * Adds a game to a team's schedule. The same team, day, time and opponent again (a double click, a reload) is the
 * same game; one that was cancelled stays cancelled (product/games.md#games).
 */
export async function addGame(tx: ClubTx, teamId: string, details: GameDetails): Promise<AddGameResult> {
  const team = await tx
    .selectFrom("teams")
    .select("id")
    .where("id", "=", teamId)
    .where("status", "=", "active")
    .executeTakeFirst();
  if (!team) return { ok: false, problem: "not-found" };
  const { date, time } = details;
  const starts_at = momentOf(date, time, await timezoneOf(tx));
  const sameStart = await tx
    .selectFrom("games")
    .select(["id", "opponent", "time", "status"])
    .where("team_id", "=", teamId)
    .where("starts_at", "=", starts_at)
    .execute();
  const twins = sameStart.filter(
    (game) => game.time === time && nameKey(game.opponent) === nameKey(details.opponent),
  );
  const twin = twins.find(({ status }) => status !== "cancelled") ?? twins[0];
  if (twin) return { ok: true, gameId: twin.id, isNew: false, cancelled: twin.status === "cancelled" };
  const gameId = newId();
  const values = {
    ...details,
    starts_at,
    status: "scheduled" as const,
    original_date: null,
    original_time: null,
    external_id: null,
  };
  await tx
    .insertInto("games")
    .values(newGame(teamId, values, { id: gameId, importId: null, at: nowIso() }))
    .execute();
  await recordTeamChange(tx, teamId);
  return { ok: true, gameId, isNew: true, cancelled: false };
}

/** Returns the version of a game, which the forms that change it carry (product/pages.md#forms). */
export const gameVersion = (game: Parameters<typeof editedFields>[0]) => versionOf(editedFields(game));

type NotFound = { ok: false; problem: "not-found" };
/** The game was changed after the form was filled from it. */
type Stale = { ok: false; problem: "stale"; stored: GameOfTeam };

/**
 * Changes a game's details, time and status by hand (product/games.md#games). The same form again changes nothing.
 * @param version of the game that the form was filled from; another one is refused (product/pages.md#forms)
 */
export async function editGame(
  tx: ClubTx,
  gameId: string,
  { reason, ...edit }: EditedFields & { reason: ChangeReason },
  version: string,
): Promise<{ ok: true } | { ok: false; problem: EditProblem } | NotFound | Stale> {
  const game = await findGame(tx, gameId);
  if (!game) return { ok: false, problem: "not-found" };
  if (gameVersion(game) !== version) {
    return isSaved(edit, editedFields(game)) ? { ok: true } : { ok: false, problem: "stale", stored: game };
  }
  if (game.takenOut) return { ok: false, problem: "taken-out" };
  const { status, ...details } = edit;
  const starts_at = momentOf(edit.date, edit.time, await timezoneOf(tx));
  const edited = editedTimes(game, { date: edit.date, time: edit.time, starts_at, status, reason }, now());
  if (!edited.ok) return edited;
  await changeGame(tx, game, { ...details, ...edited.times });
  return { ok: true };
}

/** Cancels a game. A cancelled game stays as it is; a game with a rating was played and cannot be cancelled. */
export async function cancelGame(
  tx: ClubTx,
  gameId: string,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "rated" } | NotFound | Stale> {
  const game = await findGame(tx, gameId);
  if (!game) return { ok: false, problem: "not-found" };
  if (game.status === "cancelled") return { ok: true };
  if (gameVersion(game) !== version) return { ok: false, problem: "stale", stored: game };
  if (game.rated) return { ok: false, problem: "rated" };
  await changeGame(tx, game, { status: "cancelled" });
  return { ok: true };
}

/** Takes a cancellation back. A game that is not cancelled stays as it is. */
export async function restoreGame(
  tx: ClubTx,
  gameId: string,
): Promise<{ ok: true } | NotFound | { ok: false; problem: "taken-out" }> {
  const game = await findGame(tx, gameId);
  if (!game) return { ok: false, problem: "not-found" };
  if (game.takenOut) return { ok: false, problem: "taken-out" };
  if (game.status === "cancelled") await changeGame(tx, game, { status: restoredStatus(game) });
  return { ok: true };
}

/** Deletes a game for good, unless somebody has rated it. */
export async function deleteGame(
  tx: ClubTx,
  gameId: string,
  version: string,
): Promise<{ ok: true } | { ok: false; problem: "rated" } | NotFound | Stale> {
  const game = await findGame(tx, gameId);
  if (!game) return { ok: false, problem: "not-found" };
  if (gameVersion(game) !== version) return { ok: false, problem: "stale", stored: game };
  if (game.rated) return { ok: false, problem: "rated" };
  await tx.deleteFrom("games").where("id", "=", gameId).execute();
  await recordTeamChange(tx, game.team_id);
  await recordAudit(tx, { kind: "records.game-deleted", subject: game.team_id });
  return { ok: true };
}

async function changeGame(
  tx: ClubTx,
  game: Pick<GamesTable, "id" | "team_id">,
  values: Partial<GamesTable>,
): Promise<void> {
  await tx
    .updateTable("games")
    .set({ ...values, updated_at: nowIso() })
    .where("id", "=", game.id)
    .execute();
  await recordTeamChange(tx, game.team_id);
}

const recordTeamChange = (tx: ClubTx, teamId: string) => recordTeamsChange(tx, [teamId]);

/** Rows per transaction: other work of the club runs in between. */
const AT_ONCE = 500;

/**
 * Counts the games that {@link eraseDueGames} would erase at a moment, over all its runs
 * (product/privacy.md#retention).
 */
export async function countDueGames(db: ClubDb, at: Date): Promise<number> {
  const { due } = await db
    .selectFrom("games")
    .select(({ fn }) => fn.countAll<number>().as("due"))
    .where("starts_at", "<=", yearsBefore(at, KEEP.gameYears).toISOString())
    .executeTakeFirstOrThrow();
  return due;
}

/**
 * Erases games whose time is up, with their ratings and cases, oldest first and at most 500; their teams' standings
 * follow (product/privacy.md#retention).
 * @returns how many games were erased
 */
export async function eraseDueGames(tx: ClubTx, at: Date): Promise<number> {
  const before = yearsBefore(at, KEEP.gameYears);
  const due = await tx
    .selectFrom("games")
    .select(["id", "team_id"])
    .where("starts_at", "<=", before.toISOString())
    .orderBy("starts_at")
    .limit(AT_ONCE)
    .execute();
  if (due.length === 0) return 0;
  const games = due.map(({ id }) => id);
  const cases = tx.selectFrom("incidents").select("id").where("game_id", "in", games);
  await tx.deleteFrom("incident_entries").where("incident_id", "in", cases).execute();
  await tx.deleteFrom("incident_talks").where("incident_id", "in", cases).execute();
  await tx.deleteFrom("incidents").where("game_id", "in", games).execute();
  await tx.deleteFrom("result_changes").where("game_id", "in", games).execute();
  await tx.deleteFrom("ratings").where("game_id", "in", games).execute();
  await tx.deleteFrom("taken_out_games").where("game_id", "in", games).execute();
  await tx.deleteFrom("games").where("id", "in", games).execute();
  // A changed day names its games, which are of one day.
  await tx
    .deleteFrom("day_changes")
    .where("day", "<", before.toISOString().slice(0, "YYYY-MM-DD".length))
    .execute();
  const teams = new Set(due.map(({ team_id }) => team_id));
  await recordTeamsChange(tx, teams);
  await recordAudit(tx, { kind: "records.time-up", detail: { clock: "games", count: games.length }, at });
  return games.length;
}

/** Returns the moment at which the oldest game is due for erasure; null without any. */
export async function nextGameErasure(db: ClubDb): Promise<Date | null> {
  const oldest = await db
    .selectFrom("games")
    .select("starts_at")
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return oldest ? yearsAfter(new Date(oldest.starts_at), KEEP.gameYears) : null;
}
