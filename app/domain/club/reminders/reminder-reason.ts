import type { GameRemindersTable, GamesTable } from "#app/db/club/schema.ts";
import { isToCome } from "#app/domain/club/games/game-rules.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { addDays, dayBeforeOf } from "./reminder-times.ts";

type Remembered = Pick<GameRemindersTable, "told" | "told_at">;
type Planned = Pick<GamesTable, "date" | "time" | "starts_at" | "location" | "status">;

/** Why a game stands in a reminder: it is tomorrow, or what was told of it no longer holds. */
export type ReminderReason = "tomorrow" | "changed" | "cancelled";

const CANCELLED = "cancelled";

/** What a reminder tells of a game: kept, so that a change of it can be told. */
export const toldOf = ({ date, time, location, status }: Planned): string =>
  status === "cancelled" ? CANCELLED : `${date} ${time ?? "TBD"} ${location}`;

/**
 * What somebody has to be told about a game now, or null (product.md#game-reminders): that it is tomorrow, from 5 PM
 * of the club's clock on; at once that it was moved or cancelled, if what they were told still lies ahead.
 * @param told what they were told last; null if nothing
 * @param timezone the club's
 */
export function reminderReason(
  game: Planned,
  told: Remembered | null,
  at: Date,
  timezone: string,
): ReminderReason | null {
  const coming = isToCome(game, at);
  const state = toldOf(game);
  if (told && told.told !== state && toldIsAhead(told.told, at, timezone)) {
    if (game.status === "cancelled") return "cancelled";
    if (coming) return "changed";
  }
  const dayBefore = dayBeforeOf(game.date, timezone);
  const isTomorrow = game.date === addDays(dateAt(at, timezone), 1) && at >= dayBefore;
  if (!coming || !isTomorrow) return null;
  const knows = told?.told === state && Date.parse(told.told_at) >= dayBefore.getTime();
  return knows ? null : "tomorrow";
}

/** Whether the game that was told is still to come: a cancelled one would be, if it is planned again. */
function toldIsAhead(told: string, at: Date, timezone: string): boolean {
  if (told === CANCELLED) return true;
  const [date = "", time = ""] = told.split(" ");
  const moment = time === "TBD" ? momentOf(addDays(date, 1), null, timezone) : momentOf(date, time, timezone);
  return Date.parse(moment) > at.getTime();
}
