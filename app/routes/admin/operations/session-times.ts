import { pluralize } from "#app/domain/values/pluralize.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";

/** Formats the time from sign-in to the last activity: '3 days', '2 hours', '5 minutes'. */
export function durationText(since: string, until: string): string {
  const ms = Math.max(0, Date.parse(until) - Date.parse(since));
  if (ms >= 2 * DAY_MS) return pluralize(Math.floor(ms / DAY_MS), "day");
  if (ms >= HOUR_MS) return pluralize(Math.floor(ms / HOUR_MS), "hour");
  return pluralize(Math.max(1, Math.round(ms / MINUTE_MS)), "minute");
}
