import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { pluralize } from "./pluralize.ts";

/** Returns until when staff answer a message, or decide a verification, that arrived at a moment: within a day. */
export const promisedBy = (since: string): Date => new Date(Date.parse(since) + DAY_MS);

/** Returns the time to or since a promised moment: 'due in 5 hours', '3 days late'. */
export function promiseText(until: Date, at: Date): { late: boolean; text: string } {
  const leftMs = until.getTime() - at.getTime();
  const late = leftMs < 0;
  return { late, text: late ? `${durationText(-leftMs)} late` : `due in ${durationText(leftMs)}` };
}

/** Returns '40 minutes', '5 hours', '3 days', rounded down; two days are still said in hours. */
export function durationText(ms: number): string {
  if (ms < HOUR_MS) return pluralize(Math.floor(ms / MINUTE_MS), "minute");
  if (ms < 2 * DAY_MS) return pluralize(Math.floor(ms / HOUR_MS), "hour");
  return pluralize(Math.floor(ms / DAY_MS), "day");
}
