import type { GamesTable } from "#app/db/club/schema.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** A game is in progress for this long after kick-off (product.md#game-status). */
export const GAME_HOURS = 2;
/** A game without a time lasts its whole day. */
export const UNTIMED_GAME_HOURS = 24;

/** A game's status at a moment, the same on every screen (product.md#game-status). */
export type GamePhase = "upcoming" | "rescheduled" | "in-progress" | "completed" | "cancelled";

/** What a game's phase depends on. */
export type Timed = Pick<GamesTable, "status" | "starts_at" | "time">;

// Each of these rules has its twin in SQL, of the same name, in game-rules.server.ts.

/** The moment at which a game is over: 2 hours after kick-off, or with its day where it has no time. */
export function endOf(game: Pick<Timed, "starts_at" | "time">): Date {
  const hours = game.time === null ? UNTIMED_GAME_HOURS : GAME_HOURS;
  return new Date(Date.parse(game.starts_at) + hours * HOUR_MS);
}

/**
 * The phase of a game at a moment: the stored status if cancelled or completed, else from its kick-off
 * (product.md#game-status).
 */
export function gamePhase(game: Timed, at: Date): GamePhase {
  if (game.status === "cancelled" || game.status === "completed") return game.status;
  if (at.getTime() < Date.parse(game.starts_at)) {
    return game.status === "rescheduled" ? "rescheduled" : "upcoming";
  }
  return at < endOf(game) ? "in-progress" : "completed";
}

/** Whether a game is still to be played: before kick-off, and neither cancelled nor completed by hand. */
export function isToCome(game: Timed, at: Date): boolean {
  const phase = gamePhase(game, at);
  return phase === "upcoming" || phase === "rescheduled";
}

/** Whether a game was moved from its first slot, played or not (product.md#game-status). */
export function wasMoved(game: Pick<GamesTable, "status" | "original_date">): boolean {
  return game.original_date !== null || game.status === "rescheduled";
}

/** Whether a game counts in totals and on the boards: kicked off or completed, and not cancelled. */
export function gameCounts(game: Timed, at: Date): boolean {
  const phase = gamePhase(game, at);
  return phase === "in-progress" || phase === "completed";
}

/** Whether a game can be rated: as soon as it counts, with no end (product.md#rating-window). */
export function isOpenToRate(game: Timed, at: Date): boolean {
  return gameCounts(game, at);
}
