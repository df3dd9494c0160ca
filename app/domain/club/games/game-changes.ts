import type { GamesTable } from "#app/db/club/schema.ts";

/** What may become of a game by hand, and what not. Pure. */

/** The statuses that the edit page offers (product.md#game-status). */
export const editableStatuses = ["scheduled", "rescheduled", "cancelled", "completed"] as const;
export type EditableStatus = (typeof editableStatuses)[number];

export const statusName: Record<EditableStatus, string> = {
  scheduled: "Scheduled",
  rescheduled: "Rescheduled",
  cancelled: "Cancelled",
  completed: "Completed",
};

/** Why the date or time is another: the game was moved, or it was typed wrong. */
export const changeReasons = ["moved", "corrected"] as const;
export type ChangeReason = (typeof changeReasons)[number];

/** A game as its form tells it. */
export interface GameDetails {
  opponent: string;
  /** YYYY-MM-DD in the club's zone. */
  date: string;
  /** HH:MM in the club's zone; null while it is to be decided. */
  time: string | null;
  location: string;
  home_away: "home" | "away";
  notes: string;
}

export type PlannedTimes = Pick<
  GamesTable,
  "date" | "time" | "starts_at" | "status" | "original_date" | "original_time"
>;

export type EditRefusal = "rated-future" | "rated-cancel" | "not-played-yet";

/**
 * The times and status of a game after an edit. A new date or time makes it rescheduled and keeps where it was
 * first; not where it is a correction, where the time was still to be decided, or where it goes back to its first
 * place. A game with a rating neither moves into the future nor is cancelled.
 */
export function editedTimes(
  game: PlannedTimes & { rated: boolean },
  edit: Pick<GameDetails, "date" | "time"> & {
    status: EditableStatus;
    reason: ChangeReason;
    /** The new kick-off in UTC. */
    starts_at: string;
  },
  at: Date,
): PlannedTimes | { refused: EditRefusal } {
  const now = at.toISOString();
  const { date, time, starts_at } = edit;
  const changed = date !== game.date || time !== game.time;
  if (game.rated && edit.status === "cancelled" && game.status !== "cancelled")
    return { refused: "rated-cancel" };
  if (game.rated && changed && starts_at > now) return { refused: "rated-future" };
  if (edit.status === "completed" && starts_at > now) return { refused: "not-played-yet" };
  const first = { original_date: game.original_date, original_time: game.original_time };
  const moved = changed && edit.reason === "moved" && !(date === game.date && game.time === null);
  if (!moved) {
    const kept = edit.status === "scheduled" ? { original_date: null, original_time: null } : first;
    return { date, time, starts_at, status: edit.status, ...kept };
  }
  const original =
    first.original_date === null ? { original_date: game.date, original_time: game.time } : first;
  if (original.original_date === date && original.original_time === time) {
    const status = edit.status === "rescheduled" ? "scheduled" : edit.status;
    return { date, time, starts_at, status, original_date: null, original_time: null };
  }
  const status = edit.status === "scheduled" ? "rescheduled" : edit.status;
  return { date, time, starts_at, status, ...original };
}

/** The state that a game takes up again when its cancellation is taken back. */
export function restoredStatus(game: Pick<GamesTable, "original_date">): "scheduled" | "rescheduled" {
  return game.original_date === null ? "scheduled" : "rescheduled";
}
