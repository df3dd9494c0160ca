import { log } from "./log.server.ts";
import { retries } from "./metrics.server.ts";

type Retried = "job" | "mail" | "stripe" | "database" | "leaderboard" | "news" | "round";

/**
 * Whatever is tried again is counted and leaves a line in the log; here, so that neither is forgotten.
 * @param times how many tries this line stands for.
 */
export function noteRetry(of: Retried, fields: Record<string, unknown>, sentence: string, times = 1): void {
  retries.inc({ of }, times);
  // Two processes that write at once are daily life; everything else somebody may want to look at.
  log[of === "database" ? "info" : "warn"]({ event: "retry", of, ...fields }, sentence);
}
