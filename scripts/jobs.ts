/**
 * The jobs process: runs queued jobs, delivers the clubs' outbox events, deletes expired rows.
 * `npm run jobs -- --once` does everything that is due and ends.
 */

import { env } from "#app/config/env.server.ts";
import { closePlatform, type Platform, platform } from "#app/db/platform.server.ts";
import { settleBoards } from "#app/domain/control/leaderboard/editions.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { type Heart, startHeart } from "#app/jobs/heartbeat.server.ts";
import { tidyUp } from "#app/jobs/housekeeping.server.ts";
import { runDueJobs, runNextJob } from "#app/jobs/run.server.ts";
import { deliverOpenEvents } from "#app/journeys/club-events/change-club.server.ts";
import { updateDueEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { log } from "#app/observability/log.server.ts";
import { readMetrics, watchProcess } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { bringBackFutureJobs } from "#app/queue/queue.server.ts";
import { reportMetrics } from "#app/server/report-metrics.ts";
import { onStop } from "#app/server/stop.ts";

const IDLE_MS = 1_000;
/** A new edition of large boards takes minutes: other work goes on between its parts. */
const BOARDS_MS = 1_000;
const HOUR = 3_600_000;

/** Periodic work with its interval. */
const ROUNDS: { name: string; everyMs: number; work(open: Platform): Promise<unknown> }[] = [
  { name: "outbox events of the clubs", everyMs: 5_000, work: deliverOpenEvents },
  { name: "leaderboard entries", everyMs: 5_000, work: updateDueEntries },
  {
    name: "jobs of a clock that ran ahead",
    everyMs: 60_000,
    work: ({ control }) => bringBackFutureJobs(control),
  },
  { name: "boards", everyMs: 5_000, work: ({ control }) => settleBoards(control, { forMs: BOARDS_MS }) },
  { name: "tidying up", everyMs: HOUR, work: ({ control }) => tidyUp(control) },
];

const open = await platform();
if (process.argv.includes("--once")) await runOnce();
else await runForever();

async function runOnce(): Promise<void> {
  for (const round of ROUNDS) await round.work(open);
  const ran = await runDueJobs(open);
  await closePlatform();
  console.log(`${pluralize(ran, "job")} run`);
}

async function runForever(): Promise<void> {
  const heart = startHeart(env().dataDir, (work) =>
    log.error({ event: "jobs stuck", work }, "work does not end: restart the jobs process"),
  );
  let stopping = false;
  let wake = () => {};
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  onStop(async () => {
    stopping = true;
    heart.stop();
    wake();
    await end;
    await closePlatform();
    log.info("jobs process stopped");
  });
  watchProcess();
  reportMetrics(readMetrics);
  log.info("jobs process runs");
  const due = ROUNDS.map((round) => ({ ...round, next: 0 }));
  while (!stopping) {
    for (const round of due) {
      // A monotonic clock: the machine's may be set back.
      if (stopping || performance.now() < round.next) continue;
      round.next = performance.now() + round.everyMs;
      await attempt(heart, round.name, () => round.work(open));
    }
    const busy = !stopping && (await attempt(heart, "a job", () => runNextJob(open)));
    if (busy || stopping) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, IDLE_MS);
    });
  }
  ended();
}

/** A failing round (a full disk, a locked file) does not stop the others. */
async function attempt<T>(heart: Heart, name: string, work: () => Promise<T>): Promise<T | undefined> {
  heart.works(name);
  try {
    return await work();
  } catch (error) {
    noteRetry(
      "round",
      { round: name, err: error },
      `${name} failed in the jobs process; it tries again later`,
    );
    return undefined;
  } finally {
    heart.works(null);
  }
}
