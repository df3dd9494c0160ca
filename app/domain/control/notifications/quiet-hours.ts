import { Temporal } from "temporal-polyfill";
import { type NotificationKind, notificationKinds } from "#app/domain/values/notification-kinds.ts";

export const quietHours = ["none", "evening", "night", "weekends"] as const;
export type QuietHours = (typeof quietHours)[number];

export const frequencies = ["immediate", "daily", "weekly"] as const;
export type Frequency = (typeof frequencies)[number];

/** Hours of the club's clock: quiet from the first, up to the second of the next day. */
const QUIET = { evening: { from: 18, to: 8 }, night: { from: 21, to: 7 } } as const;
/** The hour at which digests go out, and at which a quiet weekend ends on Monday. */
export const MORNING = 8;
const MONDAY = 1;
const SATURDAY = 6;

/**
 * Returns the first moment from `at` on that is not quiet (product/notifications.md#quiet-hours). Quiet hours are those
 * of the club's clock, also on the days on which it changes.
 * @param timezone the club's IANA zone
 */
export function nextAllowed(at: Date, quiet: QuietHours, timezone: string): Date {
  if (quiet === "none") return at;
  const local = localTime(at, timezone);
  if (quiet === "weekends") {
    const { dayOfWeek, hour } = local;
    if (dayOfWeek >= SATURDAY) return atHour(local.add({ days: 8 - dayOfWeek }), MORNING);
    return dayOfWeek === MONDAY && hour < MORNING ? atHour(local, MORNING) : at;
  }
  const { from, to } = QUIET[quiet];
  if (local.hour >= from) return atHour(local.add({ days: 1 }), to);
  return local.hour < to ? atHour(local, to) : at;
}

/**
 * Returns when the next digest after a moment goes out: at 8 AM of the club's clock, every day or on Mondays
 * (product/notifications.md#digests).
 */
export function digestTime(frequency: "daily" | "weekly", timezone: string, after: Date): Date {
  const local = localTime(after, timezone);
  for (let days = 0; ; days += 1) {
    const morning = local.add({ days });
    if (frequency === "weekly" && morning.dayOfWeek !== MONDAY) continue;
    const time = atHour(morning, MORNING);
    if (time > after) return time;
  }
}

/** Returns when a person gets a kind of mail that happens at a moment, and whether in their digest. */
export function timeOf(
  kind: NotificationKind,
  chosen: { frequency: Frequency; quietHours: QuietHours },
  timezone: string,
  at: Date,
): { dueAt: Date; digest: boolean } {
  const { followsFrequency, quietHours: held } = notificationKinds[kind];
  const digest = followsFrequency && chosen.frequency !== "immediate";
  const time = digest ? digestTime(chosen.frequency as "daily" | "weekly", timezone, at) : at;
  return { dueAt: held ? nextAllowed(time, chosen.quietHours, timezone) : time, digest };
}

const localTime = (at: Date, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);

function atHour(day: Temporal.ZonedDateTime, hour: number): Date {
  return new Date(day.withPlainTime(Temporal.PlainTime.from({ hour })).epochMilliseconds);
}
