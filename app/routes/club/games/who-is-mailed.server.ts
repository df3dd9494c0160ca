import { staffNotifiedOf } from "#app/domain/club/reminders/game-reminders.server.ts";
import { isAhead } from "#app/domain/club/reminders/reminder-reason.ts";
import { mailedPeople } from "#app/domain/control/notifications/people.server.ts";
import { wants } from "#app/domain/control/notifications/preferences.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";

/** After this long, reminders of the new date have mixed with the mails about the change. */
const NAMED_FOR_MS = 12 * HOUR_MS;

interface Change {
  gameIds: readonly string[];
  change: "cancel" | "move" | "back";
  /** Time of the change, ISO-8601 UTC; null while it awaits confirmation. */
  changedAt: string | null;
  /** True if a reason was typed; the email then names it. */
  reason: boolean;
}

/**
 * Describes who gets an email about moved, cancelled or restored games, and who does not: those who had a reminder that
 * no longer holds (product/notifications.md#game-reminders).
 */
export async function whoIsMailed(
  { db, control, club }: ClubContext,
  { gameIds, change, changedAt, reason }: Change,
): Promise<string[]> {
  if (gameIds.length === 0) return [];
  const others =
    change === "cancel"
      ? "Coaches and managers see it on the schedule and in calendars that follow it."
      : "Coaches and managers see it on the schedule, in calendars that follow it, and in the reminder on the day before.";
  const parents = "Parents get no email about games: tell them the way you always do.";
  const at = now();
  if (changedAt && at.getTime() - Date.parse(changedAt) > NAMED_FOR_MS) {
    return [`Who had been reminded of these games was mailed. ${others}`, parents];
  }
  const reminded = (await staffNotifiedOf(db, gameIds)).filter((member) => {
    if (member.notifiedOf === null || member.notifiedAt === null) return false;
    if (changedAt && member.notifiedAt >= changedAt) return true;
    return (
      isAhead(member.notifiedOf, at, club.timezone) && (!changedAt || member.notifiedOf !== member.state)
    );
  });
  if (reminded.length === 0) {
    return [
      `Nobody has been reminded of ${gameIds.length === 1 ? "this game" : "these games"} yet, so no email goes out at once. ${others}`,
      parents,
    ];
  }
  const people = await mailedPeople(control, club.code, {
    administrators: false,
    accountIds: reminded.map(({ accountId }) => accountId),
  });
  const wanting = new Set(
    people.flatMap(({ accountId, preferences, dead }) =>
      !dead && wants(preferences, "game-reminders") ? [accountId] : [],
    ),
  );
  const mailed = reminded.filter(({ accountId, updatesOn }) => updatesOn && wanting.has(accountId));
  const mailedIds = new Set(mailed.map(({ accountId }) => accountId));
  const off = reminded.filter(({ accountId }) => !mailedIds.has(accountId));
  const names = (of: readonly { name: string }[]) => [...new Set(of.map(({ name }) => name))].join(", ");
  return [
    ...(mailed.length > 0
      ? [
          `Mailed at once, or when their quiet hours end: ${names(mailed)}, who had the reminder. The email names the old date${reason ? " and the reason" : ""}.`,
        ]
      : []),
    ...(off.length > 0
      ? [`Reminded, but not mailed, because the team's updates or their own emails are off: ${names(off)}.`]
      : []),
    others,
    parents,
  ];
}
