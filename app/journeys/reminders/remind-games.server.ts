import { createHash } from "node:crypto";
import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { gameTitle } from "#app/domain/club/games/labels.ts";
import {
  dueGameReminders,
  type GameReminder,
  nextGameReminder,
  type RemindedGame,
  rememberGameReminders,
} from "#app/domain/club/reminders/game-reminders.server.ts";
import { reminderOf, reminderState } from "#app/domain/club/reminders/reminder-reason.ts";
import { formatGameTime, momentOf } from "#app/domain/values/times.ts";
import type { ClubWeek } from "#app/journeys/context.ts";
import { notifyEach } from "#app/journeys/notifications/notify.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/**
 * Tells staff of their games of tomorrow, in one mail, and of what changed since they were reminded
 * (product/notifications.md#game-reminders).
 * @returns when reminders are next due
 */
export async function remindGames(week: ClubWeek): Promise<Date | null> {
  const { db, club, at } = week;
  const reminders = await dueGameReminders(db, at, club.timezone);
  await notifyEach(
    week,
    {
      kind: "game-reminders",
      each: reminders.map((reminder) => ({
        accountId: reminder.accountId,
        key: keyOf(reminder, at),
        content: {
          template: "game-reminder" as const,
          variables: {
            games: reminder.games.map((game) => gameOf(game, club.timezone, at)),
            link: `${env().appUrl}${href("/schedule")}`,
          },
        },
      })),
      validUntil: new Date(at.getTime() + VALID_MS),
    },
    at,
  );
  if (reminders.length > 0) await inTransaction(db, (tx) => rememberGameReminders(tx, reminders, at));
  return nextGameReminder(db, at, club.timezone);
}

/** A reminder that quiet hours hold back longer than this would come when the game is over or nearly so. */
const VALID_MS = 16 * HOUR_MS;

const gameOf = (game: RemindedGame, timezone: string, at: Date) => ({
  title: gameTitle(game),
  when: formatGameTime(game, timezone, at),
  where: game.location,
  reason: game.reason,
  before:
    game.reason === "tomorrow" || game.notifiedOf === null ? "" : saidBefore(game.notifiedOf, timezone, at),
  because: game.because ?? "",
});

/** Says what an earlier reminder said of a game: when and where, or that it was cancelled. */
function saidBefore(notifiedOf: string, timezone: string, at: Date): string {
  const before = reminderOf(notifiedOf);
  if (!before) return "Cancelled";
  const starts_at = momentOf(before.date, before.time, timezone);
  return [formatGameTime({ ...before, starts_at }, timezone, at), before.location].filter(Boolean).join(", ");
}

/** Returns a reminder's key: the same reason is mailed once, also if the machine stops before it is remembered. */
function keyOf({ games }: GameReminder, at: Date): string {
  const content = games.map((game) => `${game.id} ${game.reason} ${reminderState(game)}`).join("\n");
  const mark = createHash("sha256").update(content).digest("base64url").slice(0, 16);
  return `games:${at.toISOString().slice(0, 10)}:${mark}`;
}
