import { endOf, type Timed } from "#app/domain/club/games/game-rules.ts";
import { opensAt } from "#app/domain/club/ratings/seal.ts";
import { dateAt, formatShortMoment, momentOf } from "#app/domain/values/times.ts";
import { DAY_MS, HOUR_MS } from "#app/runtime/durations.ts";

/**
 * The club's hour on the day before a game at which its staff are reminded (product/notifications.md#game-reminders).
 */
export const DAY_BEFORE_TIME = "17:00";
/** Hours after its end at which raters are asked for a game's rating (product/notifications.md#game-reminders). */
export const ASK_AFTER_HOURS = 1;
/** Hours after which a rater gets no single mail any more, but the morning's reminder. */
export const ASK_UNTIL_HOURS = 3;
/** The club's hour at which what still waits is listed (product/notifications.md#reminders-to-rate). */
export const MORNING_TIME = "09:00";
/** Mornings after its day on which a game is in the reminders (product/notifications.md#reminders-to-rate). */
export const REMINDER_MORNINGS = 3;

/** Returns the date some days after another, both YYYY-MM-DD. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns when the staff of a game on a date (the club's) are reminded of it. */
export const dayBeforeOf = (date: string, timezone: string): Date =>
  new Date(momentOf(addDays(date, -1), DAY_BEFORE_TIME, timezone));

/** Returns the moment of the morning's reminders on a date (the club's). */
export const morningOf = (date: string, timezone: string): Date =>
  new Date(momentOf(date, MORNING_TIME, timezone));

/**
 * Returns the period in which raters are asked for a game's rating; null for one without a time, which the morning
 * lists.
 */
export function askingTime(game: Pick<Timed, "starts_at" | "time">): { from: Date; until: Date } | null {
  if (game.time === null) return null;
  const end = endOf(game).getTime();
  return {
    from: new Date(end + ASK_AFTER_HOURS * HOUR_MS),
    until: new Date(end + ASK_UNTIL_HOURS * HOUR_MS),
  };
}

/** A morning's reminders that could not go out by this hour, because the machine was down, are left out. */
const MORNING_UNTIL = "13:00";

/** Tells whether it is the time of the morning's reminders. */
export function isReminderMorning(at: Date, timezone: string): boolean {
  const date = dateAt(at, timezone);
  return at >= morningOf(date, timezone) && at < new Date(momentOf(date, MORNING_UNTIL, timezone));
}

/**
 * Returns until when a game can be rated blind: 'Rate it by Mon, Nov 23, 12:00 PM CT, before the result opens'
 * (product/ratings.md#blind).
 */
export function limitLabel(game: Pick<Timed, "starts_at" | "time">, timezone: string, at: Date): string {
  const limit = opensAt(game);
  return limit > at
    ? `Rate it by ${formatShortMoment(limit.toISOString(), timezone, at)}, before the result opens`
    : "The 48 hours are over, and you can still rate it";
}
