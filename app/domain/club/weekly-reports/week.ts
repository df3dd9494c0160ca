import { dateAt, momentOf } from "#app/domain/values/times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** A week on the club's calendar, Monday to Sunday, both YYYY-MM-DD. */
export interface Week {
  from: string;
  to: string;
}

/** The club's hour on Monday at which the reports of last week go out (product/notifications.md#weekly-reports). */
export const REPORT_TIME = "07:00";
/** Latest time of a Monday's report; after an outage that lasts longer it is left out. */
export const REPORT_UNTIL = "20:00";

/** Returns the week that a date (YYYY-MM-DD) is in. */
export function weekOf(date: string): Week {
  const day = Date.parse(`${date}T00:00:00Z`);
  const monday = day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
  return { from: asDate(monday), to: asDate(monday + 6 * DAY_MS) };
}

export function weekBefore({ from }: Week): Week {
  return weekOf(asDate(Date.parse(`${from}T00:00:00Z`) - DAY_MS));
}

/** Returns the week that a report is about at a moment, the last whole one, and the one that it looks ahead to. */
export function reportWeeks(at: Date, timezone: string): { past: Week; ahead: Week } {
  const ahead = weekOf(dateAt(at, timezone));
  return { past: weekBefore(ahead), ahead };
}

/** Returns the next Monday at 7 AM of the club's clock after a moment. */
export function nextReportTime(at: Date, timezone: string): Date {
  const { from } = weekOf(dateAt(at, timezone));
  const thisMonday = new Date(momentOf(from, REPORT_TIME, timezone));
  if (thisMonday > at) return thisMonday;
  return new Date(momentOf(asDate(Date.parse(`${from}T00:00:00Z`) + 7 * DAY_MS), REPORT_TIME, timezone));
}

/** Tells whether it is the time of Monday's reports. */
export function isReportTime(at: Date, timezone: string): boolean {
  const { from } = weekOf(dateAt(at, timezone));
  return (
    at.toISOString() >= momentOf(from, REPORT_TIME, timezone) &&
    at.toISOString() < momentOf(from, REPORT_UNTIL, timezone)
  );
}

const asDate = (time: number) => new Date(time).toISOString().slice(0, 10);
