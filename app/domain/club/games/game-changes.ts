import type { GamesTable } from "#app/db/club/schema.ts";
import { sameValues } from "#app/forms/stale-form.ts";

/** The statuses that the edit page offers (product/games.md#game-status). */
export const editableStatuses = ["scheduled", "rescheduled", "cancelled", "completed"] as const;
export type EditableStatus = (typeof editableStatuses)[number];

/** Reasons for a new date or time: the game moved, or it was entered wrong. */
export const changeReasons = ["moved", "corrected"] as const;
export type ChangeReason = (typeof changeReasons)[number];

/** The most letters of what is typed for a game, or read for it from a file. */
export const OPPONENT_MAX = 120;
export const NOTES_MAX = 1000;
export const LOCATION_MAX = 200;
export const EXTERNAL_ID_MAX = 100;

/** A game as its form gives it. */
export interface GameDetails {
  opponent: string;
  /** YYYY-MM-DD in the club's zone. */
  date: string;
  /** HH:MM in the club's zone; null for a time to be decided. */
  time: string | null;
  location: string;
  home_away: "home" | "away";
  notes: string;
}

export type EditedFields = GameDetails & { status: EditableStatus };

/** Returns the values that fill a stored game's form. */
export function editedFields(
  game: Pick<GamesTable, "opponent" | "date" | "time" | "location" | "home_away" | "notes" | "status">,
): EditedFields {
  const { opponent, date, time, location, home_away, notes } = game;
  const status = editableStatuses.find((editable) => editable === game.status) ?? "scheduled";
  return { opponent, date, time, location, home_away, notes, status };
}

/**
 * Tells whether a form equals what is stored, as after a second press of its button. Moving a scheduled game makes it
 * rescheduled, so these two count as one.
 */
export function isSaved(typed: EditedFields, stored: EditedFields): boolean {
  const planned = (status: EditableStatus) => (status === "rescheduled" ? "scheduled" : status);
  return sameValues(
    { ...typed, status: planned(typed.status) },
    { ...stored, status: planned(stored.status) },
  );
}

export type PlannedTimes = Pick<
  GamesTable,
  "date" | "time" | "starts_at" | "status" | "original_date" | "original_time"
>;

export type EditProblem = "rated-future" | "rated-cancel" | "not-played-yet" | "taken-out";

/** Returns the statuses that the form of a stored game offers: those that saving would not refuse. */
export function offeredStatuses({
  rated,
  toCome,
  status,
}: {
  rated: boolean;
  toCome: boolean;
  status: EditableStatus;
}): EditableStatus[] {
  return editableStatuses.filter(
    (offered) =>
      offered === status || !((offered === "cancelled" && rated) || (offered === "completed" && toCome)),
  );
}

/**
 * Works out a game's times and status after an edit (product/games.md#game-status). A new date or time makes it
 * rescheduled and keeps the first slot, unless the edit is a correction, fills in a time that was still to be
 * decided, or moves the game back to its first slot. A game with a rating cannot move into the future or be
 * cancelled.
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
): { ok: true; times: PlannedTimes } | { ok: false; problem: EditProblem } {
  const now = at.toISOString();
  const { date, time, starts_at } = edit;
  const changed = date !== game.date || time !== game.time;
  if (game.rated && edit.status === "cancelled" && game.status !== "cancelled") {
    return { ok: false, problem: "rated-cancel" };
  }
  if (game.rated && changed && starts_at > now) return { ok: false, problem: "rated-future" };
  if (edit.status === "completed" && starts_at > now) return { ok: false, problem: "not-played-yet" };
  const first = { original_date: game.original_date, original_time: game.original_time };
  const moved = changed && edit.reason === "moved" && !(date === game.date && game.time === null);
  if (!moved) {
    const kept = edit.status === "scheduled" ? { original_date: null, original_time: null } : first;
    return { ok: true, times: { date, time, starts_at, status: edit.status, ...kept } };
  }
  const original =
    first.original_date === null ? { original_date: game.date, original_time: game.time } : first;
  if (original.original_date === date && original.original_time === time) {
    const status = edit.status === "rescheduled" ? "scheduled" : edit.status;
    return {
      ok: true,
      times: { date, time, starts_at, status, original_date: null, original_time: null },
    };
  }
  const status = edit.status === "scheduled" ? "rescheduled" : edit.status;
  return { ok: true, times: { date, time, starts_at, status, ...original } };
}

/** Returns the status of a game whose cancellation is taken back. */
export function restoredStatus(game: Pick<GamesTable, "original_date">): "scheduled" | "rescheduled" {
  return game.original_date === null ? "scheduled" : "rescheduled";
}
