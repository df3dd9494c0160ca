import { LATE_AFTER_SECONDS, secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { log } from "#app/observability/log.server.ts";

const LOOK_EVERY_MS = 2_000;

/** Logs one error when the jobs process stops beating (dead, stopped or stuck), and one line when it recovers. */
export function watchJobs(dataDir: string): void {
  const since = performance.now();
  let late = false;
  setInterval(() => {
    const seconds = secondsSinceBeat(dataDir) ?? (performance.now() - since) / 1000;
    // The last beat may be from an earlier run; the first of this one takes a moment.
    const starting = performance.now() - since < LATE_AFTER_SECONDS * 1000;
    const isLate = seconds > LATE_AFTER_SECONDS && !starting;
    if (isLate && !late) {
      log.error(
        { event: "jobs late", seconds: Math.round(seconds) },
        "the jobs process does not answer: mail, payments and the leaderboard wait",
      );
    } else if (late && !isLate) log.info({ event: "jobs well" }, "the jobs process has recovered");
    late = isLate;
  }, LOOK_EVERY_MS).unref();
}
