import { LATE_AFTER_SECONDS, secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { log } from "#app/observability/log.server.ts";

const LOOK_EVERY_MS = 2_000;

/** Says once, as an error, that the jobs process has stopped being well (dead, stopped, stuck), and when it is again. */
export function watchJobs(dataDir: string): void {
  const since = performance.now();
  let late = false;
  setInterval(() => {
    const seconds = secondsSinceBeat(dataDir) ?? (performance.now() - since) / 1000;
    // A beat of an earlier run says nothing: the first one of this run may take a moment.
    const patience = performance.now() - since < LATE_AFTER_SECONDS * 1000;
    const isLate = seconds > LATE_AFTER_SECONDS && !patience;
    if (isLate && !late) {
      log.error(
        { event: "jobs late", seconds: Math.round(seconds) },
        "the jobs process does not answer: mail, payments and the leaderboard wait",
      );
    } else if (late && !isLate) log.info({ event: "jobs well" }, "the jobs process is well again");
    late = isLate;
  }, LOOK_EVERY_MS).unref();
}
