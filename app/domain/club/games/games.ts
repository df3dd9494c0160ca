import type { GamesTable } from "#app/db/club/schema.ts";

/** How long a game counts as being played after its kick-off; one without a time lasts its whole day. */
export const GAME_HOURS = 2;
const HOUR = 3_600_000;

/** A game's status at a moment, the same on every screen (product.md#game-status). */
export type GamePhase = "upcoming" | "rescheduled" | "in-progress" | "completed" | "cancelled";

export const phaseName: Record<GamePhase, string> = {
  upcoming: "Upcoming",
  rescheduled: "Rescheduled",
  "in-progress": "In progress",
  completed: "Completed",
  cancelled: "Cancelled",
};

export type Timed = Pick<GamesTable, "status" | "starts_at" | "time">;

/**
 * The phase of a game at a moment: what somebody set (cancelled, completed), else what its kick-off says.
 * A scheduled game whose time has passed counts as completed (product.md#game-status).
 */
export function gamePhase(game: Timed, at: Date): GamePhase {
  if (game.status === "cancelled" || game.status === "completed") return game.status;
  const since = at.getTime() - Date.parse(game.starts_at);
  if (since < 0) return game.status === "rescheduled" ? "rescheduled" : "upcoming";
  const lasts = (game.time === null ? 24 : GAME_HOURS) * HOUR;
  return since < lasts ? "in-progress" : "completed";
}

/** A rating may be given from kick-off on (product.md#rating-window), unless the game was cancelled. */
export function isRateable(game: Timed, at: Date): boolean {
  const phase = gamePhase(game, at);
  return phase === "in-progress" || phase === "completed";
}

/**
 * Whether a game counts in totals and on the boards: kicked off or set completed, and not cancelled. The same
 * rule in SQL: `status = 'completed' or (status <> 'cancelled' and starts_at <= :now)`.
 */
export function counts(game: Timed, at: Date): boolean {
  return isRateable(game, at);
}

/** 'Fall 2026': the season that a date (YYYY-MM-DD) falls into; from July on it is the autumn's. */
export function seasonOf(date: string): string {
  const [year = "", month = ""] = date.split("-");
  return `${Number(month) >= 7 ? "Fall" : "Spring"} ${year}`;
}
