import type { GameRemindersTable, GamesTable } from "#app/db/club/schema.ts";
import { isToCome } from "#app/domain/club/games/game-rules.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { addDays, dayBeforeOf } from "./reminder-times.ts";

type Remembered = Pick<GameRemindersTable, "notified_of" | "notified_at">;
type Planned = Pick<GamesTable, "date" | "time" | "starts_at" | "location" | "status">;

/** Reason for listing a game in a reminder: it is tomorrow, or an earlier reminder of it no longer holds. */
export type ReminderReason = "tomorrow" | "changed" | "cancelled";

const CANCELLED = "cancelled";

/** Returns the content of a reminder of a game, which is kept to notice changes. */
export const reminderState = ({ date, time, location, status }: Planned): string =>
  status === "cancelled" ? CANCELLED : `${date} ${time ?? "TBD"} ${location}`;

/**
 * Returns why somebody is reminded of a game now, or null (product/notifications.md#game-reminders): it is tomorrow,
 * from 5 PM of the club's clock on; at once when it was moved or cancelled, if what they know still lies ahead.
 * @param notified what they were last notified of; null if nothing
 * @param timezone the club's
 */
export function reminderReason(
  game: Planned,
  notified: Remembered | null,
  at: Date,
  timezone: string,
): ReminderReason | null {
  const coming = isToCome(game, at);
  const state = reminderState(game);
  if (notified && notified.notified_of !== state && isAhead(notified.notified_of, at, timezone)) {
    if (game.status === "cancelled") return "cancelled";
    if (coming) return "changed";
  }
  const dayBefore = dayBeforeOf(game.date, timezone);
  const isTomorrow = game.date === addDays(dateAt(at, timezone), 1) && at >= dayBefore;
  if (!coming || !isTomorrow) return null;
  const knows = notified?.notified_of === state && Date.parse(notified.notified_at) >= dayBefore.getTime();
  return knows ? null : "tomorrow";
}

/** Parses what a reminder said of a game; null where it said that the game is cancelled. */
export function reminderOf(notified: string): { date: string; time: string | null; location: string } | null {
  if (notified === CANCELLED) return null;
  const [date = "", time = "", ...location] = notified.split(" ");
  return { date, time: time === "TBD" ? null : time, location: location.join(" ") };
}

/** Tells whether the game of a reminder is in the future: a cancelled one would be, if it is planned again. */
export function isAhead(notified: string, at: Date, timezone: string): boolean {
  if (notified === CANCELLED) return true;
  const [date = "", time = ""] = notified.split(" ");
  const moment = time === "TBD" ? momentOf(addDays(date, 1), null, timezone) : momentOf(date, time, timezone);
  return Date.parse(moment) > at.getTime();
}
