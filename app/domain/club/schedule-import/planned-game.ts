import type { GamesTable } from "#app/db/club/schema.ts";
import type { GameValues } from "#app/domain/club/games/game-values.server.ts";
import type { Issue } from "#app/domain/club/imports/import-file.ts";
import { nameKey } from "#app/domain/values/names.ts";
import type { FileGame } from "./schedule-file.ts";

/**
 * Plan of a file's game: the change to the schedule (product/imports.md#schedule-import). Pure: a file compared a
 * second time changes nothing, and values missing from it are never blanked.
 */

export type StoredGame = GameValues & Pick<GamesTable, "id" | "team_id" | "updated_at"> & { rated: boolean };

export type Effect =
  | { kind: "add"; teamId: string; values: GameValues }
  | { kind: "change"; game: StoredGame; values: GameValues; changes: FieldChange[] }
  /** `values`: only the game's number in the file's system is new. */
  | { kind: "same"; game: StoredGame; values: GameValues | null }
  /** A rated game that the file calls off: it stays unless the user takes it out of the figures. */
  | { kind: "ask"; game: StoredGame }
  | { kind: "none" };

export interface FieldChange {
  field: "Date" | "Time" | "Opponent" | "Location" | "Home/Away" | "Status";
  from: string | null;
  to: string | null;
}

export interface PlannedGame {
  file: FileGame;
  effect: Effect;
  issues: Issue[];
}

/** The time of a game whose row has none (product/imports.md#schedule-import). */
export const DEFAULT_TIME = "12:00";
export const UNKNOWN_LOCATION = "TBD";
/** Starts the shared number of two games of one row, if the file has no number of its own. */
export const PAIR_ID_PREFIX = "pair:";

export interface PlanContext {
  at: Date;
  /** Returns the moment of a date and time on the club's clock. */
  momentOf(date: string, time: string | null): string;
  /** True if the file has these columns: only then is an empty cell worth a warning. */
  hasTime: boolean;
  hasLocation: boolean;
}

export function planNewGame(file: FileGame, context: PlanContext): PlannedGame {
  const issues: Issue[] = [];
  const warn = (text: string) => issues.push({ level: "warning", text });
  if (isGone(file)) {
    warn(
      file.status === "deleted"
        ? "Deleted in the file, and not on your schedule: nothing to do"
        : "Cancelled in the file, and not on your schedule: no game",
    );
    return { file, effect: { kind: "none" }, issues };
  }
  if (file.time === undefined && context.hasTime) warn("Time is missing: 12:00 PM is used");
  if (file.location === undefined && context.hasLocation) warn("Location is missing: TBD is used");
  const time = file.time === undefined ? DEFAULT_TIME : file.time;
  const values: GameValues = {
    opponent: file.opponent,
    date: file.date,
    time,
    starts_at: context.momentOf(file.date, time),
    location: file.location ?? UNKNOWN_LOCATION,
    home_away: file.homeAway ?? "home",
    status: file.status === "cancelled" ? "cancelled" : "scheduled",
    original_date: null,
    original_time: null,
    external_id: file.externalId ?? null,
  };
  return { file, effect: { kind: "add", teamId: file.teamId, values }, issues };
}

/** Compares a game of the file with the stored game that it is. */
export function planChange(file: FileGame, game: StoredGame, context: PlanContext): PlannedGame {
  const issues: Issue[] = [];
  const warn = (text: string) => issues.push({ level: "warning", text });
  const refuse = (text: string): PlannedGame => ({
    file,
    effect: { kind: "none" },
    issues: [{ level: "error", text }],
  });
  const values = withFileValues(file, game);
  if (file.status === "cancelled" || isGone(file)) {
    if (game.status !== "cancelled" && game.rated) {
      warn("This game has a rating: it stays, unless you take it out of the figures");
      return { file, effect: { kind: "ask", game }, issues };
    }
    values.status = "cancelled";
  } else if (isBehind(file, game)) {
    warn("Moved on your schedule since; the file still has the old date and time. Your schedule stays");
  } else {
    reschedule(file, game, values, context);
    if (game.rated && values.starts_at !== game.starts_at && values.starts_at > context.at.toISOString())
      return refuse("This game has a rating: an import cannot move it into the future");
    if (game.status === "cancelled" && values.status === "cancelled" && file.status === "on")
      warn("Cancelled on your schedule; it stays cancelled");
  }
  const changes = changesBetween(game, values);
  if (changes.length > 0) return { file, effect: { kind: "change", game, values, changes }, issues };
  const renumbered = values.external_id !== game.external_id ? values : null;
  return { file, effect: { kind: "same", game, values: renumbered }, issues };
}

/** Tells whether the row only says that a game is not played: it adds none, and cancels the stored one. */
const isGone = ({ status }: FileGame) => status === "deleted" || status === "called-off";

/** Returns the game with the file's values for everything but date, time and status. */
function withFileValues(file: FileGame, game: StoredGame): GameValues {
  const sameOpponent = nameKey(file.opponent) === nameKey(game.opponent);
  return {
    opponent: sameOpponent ? game.opponent : file.opponent,
    date: game.date,
    time: game.time,
    starts_at: game.starts_at,
    location: file.location ?? game.location,
    home_away: file.homeAway ?? game.home_away,
    status: game.status,
    original_date: game.original_date,
    original_time: game.original_time,
    external_id:
      game.external_id && !game.external_id.startsWith(PAIR_ID_PREFIX)
        ? game.external_id
        : (file.externalId ?? game.external_id),
  };
}

/** Marks a game with a new date or time as rescheduled; a first time for a game without one does not count. */
function reschedule(file: FileGame, game: StoredGame, values: GameValues, context: PlanContext): void {
  const time = file.time === undefined ? game.time : file.time;
  if (file.date === game.date && time === game.time) return;
  values.date = file.date;
  values.time = time;
  values.starts_at = context.momentOf(file.date, time);
  if (game.status === "completed" && values.starts_at <= context.at.toISOString()) return;
  if (file.date === game.date && game.time === null) return;
  values.status = "rescheduled";
  values.original_date = game.original_date ?? game.date;
  values.original_time = game.original_date === null ? game.time : game.original_time;
}

/** Tells whether the file still has the date and time from which the game was moved. */
function isBehind(file: FileGame, game: StoredGame): boolean {
  return (
    game.original_date === file.date &&
    (file.time === undefined || game.original_time === file.time) &&
    (game.date !== file.date || game.time !== game.original_time)
  );
}

function changesBetween(game: StoredGame, values: GameValues): FieldChange[] {
  const pairs = [
    ["Date", game.date, values.date],
    ["Time", game.time, values.time],
    ["Opponent", game.opponent, values.opponent],
    ["Location", game.location, values.location],
    ["Home/Away", game.home_away, values.home_away],
    ["Status", game.status, values.status],
  ] as const;
  return pairs.flatMap(([field, from, to]) => (from === to ? [] : [{ field, from, to }]));
}
