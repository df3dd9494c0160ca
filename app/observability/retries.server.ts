import { log } from "./log.server.ts";
import { retries } from "./metrics.server.ts";

type Retried =
  | "job"
  | "mail"
  | "stripe"
  | "database"
  | "leaderboard"
  | "outbox"
  | "timetable"
  | "staff search"
  | "round";

/**
 * Counts and logs a retry.
 * @param times how many retries this line counts for
 */
export function noteRetry(of: Retried, fields: Record<string, unknown>, message: string, times = 1): void {
  retries.inc({ of }, times);
  // Two processes writing at once is normal; every other retry may need attention.
  log[of === "database" ? "info" : "warn"]({ event: "retry", of, ...fields }, message);
}
