import { addDays } from "#app/domain/values/days.ts";
import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { DAY_MS, HOUR_MS } from "#app/runtime/durations.ts";

/**
 * Days after its sending on which an agreement's automatic reminders go out
 * (product/agreements.md#agreement-reminders).
 */
export const REMINDER_DAYS = [3, 7, 14] as const;
/** Hours after a reminder in which nobody can send the parent another one. */
export const REMINDER_PAUSE_HOURS = 24;
/** Requests and reminders that a club sends in 24 hours, for each player of its plan: two parents, twice. */
const MAILS_A_PLAYER = 4;

/** Returns the bound of a club's requests and reminders in 24 hours (product/agreements.md#agreements). */
export const mailsADay = (playerCap: number): number => MAILS_A_PLAYER * playerCap;

/**
 * Returns when an agreement that is sent now expires: with the last second of the day that its emails name, on the
 * club's clock.
 * @param days as the club's settings say
 */
export function agreementEnds(sentAt: Date, days: number, timezone: string): Date {
  const dayAfter = addDays(dateAt(sentAt, timezone), days + 1);
  return new Date(Date.parse(momentOf(dayAfter, null, timezone)) - 1_000);
}

/**
 * Returns the first moment after another at which an agreement has an automatic reminder; missed ones are skipped.
 * @returns null if none is left before it expires
 */
export function nextReminder(sentAt: Date, expiresAt: Date, after: Date): Date | null {
  const moments = REMINDER_DAYS.map((days) => new Date(sentAt.getTime() + days * DAY_MS));
  return moments.find((moment) => moment > after && moment < expiresAt) ?? null;
}

/** Returns the latest moment of an earlier reminder that allows another one. */
export const reminderPauseStart = (at: Date): Date => new Date(at.getTime() - REMINDER_PAUSE_HOURS * HOUR_MS);
/** Returns the moment from which mails count towards the limit of a club's day. */
export const mailDayStart = (at: Date): Date => new Date(at.getTime() - DAY_MS);
