import type { GamesTable } from "#app/db/club/schema.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/** Length of a game from its kick-off (product/games.md#game-status). */
export const GAME_HOURS = 2;
/** A game without a time lasts its whole day. */
export const UNTIMED_GAME_HOURS = 24;

/** A game's status at a moment, the same on every screen (product/games.md#game-status). */
export type GamePhase = "upcoming" | "rescheduled" | "in-progress" | "completed" | "cancelled";

/** Columns that a game's phase depends on. */
export type Timed = Pick<GamesTable, "status" | "starts_at" | "time">;

// Each of these rules has its twin in SQL, of the same name, in game-rules.server.ts.

/** Returns the moment at which a game is over: 2 hours after kick-off, or with its day where it has no time. */
export function endOf(game: Pick<Timed, "starts_at" | "time">): Date {
  const hours = game.time === null ? UNTIMED_GAME_HOURS : GAME_HOURS;
  return new Date(Date.parse(game.starts_at) + hours * HOUR_MS);
}

/**
 * Returns the phase of a game at a moment: the stored status if cancelled or completed, otherwise from its kick-off
 * (product/games.md#game-status).
 */
export function gamePhase(game: Timed, at: Date): GamePhase {
  if (game.status === "cancelled" || game.status === "completed") return game.status;
  if (at.getTime() < Date.parse(game.starts_at)) {
    return game.status === "rescheduled" ? "rescheduled" : "upcoming";
  }
  return at < endOf(game) ? "in-progress" : "completed";
}

/** Tells whether a game is in the future: before kick-off, and neither cancelled nor completed by hand. */
export function isToCome(game: Timed, at: Date): boolean {
  const phase = gamePhase(game, at);
  return phase === "upcoming" || phase === "rescheduled";
}

/** Tells whether a game was moved from its first slot, played or not (product/games.md#game-status). */
export function wasMoved(game: Pick<GamesTable, "status" | "original_date">): boolean {
  return game.original_date !== null || game.status === "rescheduled";
}

/** Tells whether a game counts in totals and on the boards: kicked off or completed, and not cancelled. */
export function gameCounts(game: Timed, at: Date): boolean {
  const phase = gamePhase(game, at);
  return phase === "in-progress" || phase === "completed";
}

/** Tells whether a game can be rated: as soon as it counts, with no end (product/ratings.md#rating-window). */
export function isOpenToRate(game: Timed, at: Date): boolean {
  return gameCounts(game, at);
}

/** Least minutes between kick-offs of games that one team can play (product/games.md#schedule-views). */
const CONFLICT_MINUTES = 60;

type Placed = Pick<GamesTable, "id" | "team_id" | "time" | "starts_at" | "status">;

/**
 * Finds games that their team cannot play because it has another one at the same time, as pairs by id. Cancelled games
 * and games without a time never conflict.
 */
export function conflictsOf(games: readonly Placed[]): Map<string, string[]> {
  const conflicts = new Map<string, string[]>();
  const timed = games
    .filter(({ time, status }) => time !== null && status !== "cancelled")
    .sort((a, b) => a.team_id.localeCompare(b.team_id) || a.starts_at.localeCompare(b.starts_at));
  const note = (id: string, other: string) => conflicts.set(id, [...(conflicts.get(id) ?? []), other]);
  for (const [index, game] of timed.entries()) {
    for (let next = index + 1; next < timed.length; next += 1) {
      const other = timed[next];
      if (!other || other.team_id !== game.team_id) break;
      if (Date.parse(other.starts_at) - Date.parse(game.starts_at) >= CONFLICT_MINUTES * MINUTE_MS) break;
      note(game.id, other.id);
      note(other.id, game.id);
    }
  }
  return conflicts;
}

/** A day of a list: its heading and its games. */
export interface GameDay<Game> {
  heading: string;
  games: Game[];
}

/**
 * Splits a list of games into those that are not over and those that are, each by day. Games keep their order; a day
 * with games on both sides of the present is in both.
 * @param games sorted so that a day's games follow each other
 */
export function gameDays<Game extends { day: string; past: boolean }>(
  games: readonly Game[],
): { upcoming: GameDay<Game>[]; earlier: GameDay<Game>[] } {
  const days = { upcoming: [] as GameDay<Game>[], earlier: [] as GameDay<Game>[] };
  for (const game of games) {
    const side = game.past ? days.earlier : days.upcoming;
    const last = side.at(-1);
    if (last?.heading === game.day) last.games.push(game);
    else side.push({ heading: game.day, games: [game] });
  }
  return days;
}
