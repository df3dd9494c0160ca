/**
 * The jobs process: runs queued jobs, delivers the clubs' outbox events, deletes expired rows.
 * `npm run jobs -- --once` does everything that is due and ends.
 */

import { setTimeout as pause } from "node:timers/promises";
import { env } from "#app/config/env.server.ts";
import { jobsIdleFiles } from "#app/db/clubs.server.ts";
import { type Leadership, standForLeader } from "#app/db/postgres/leader.server.ts";
import { closePlatform, type Platform, platform } from "#app/db/storage/platform.server.ts";
import { completeTimetable } from "#app/domain/control/clubs/timetable.server.ts";
import { deleteRetiredSnapshots, refreshSnapshot } from "#app/domain/control/leaderboard/snapshot.server.ts";
import { announcePrivacy, announceTerms } from "#app/domain/control/terms/terms.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { jobHandlers } from "#app/jobs/handlers.server.ts";
import { type Heart, startHeart } from "#app/jobs/heartbeat.server.ts";
import { dailySteps, tidyUp } from "#app/jobs/housekeeping.server.ts";
import { runDueJobs } from "#app/jobs/run.server.ts";
import { deliverOpenEvents } from "#app/journeys/club-events/change-club.server.ts";
import { runDueClubs } from "#app/journeys/club-week/run-club-week.server.ts";
import { updateDueEntries } from "#app/journeys/leaderboard/update-leaderboard.server.ts";
import { updateStaffNotifications } from "#app/journeys/staff-notifications/update.server.ts";
import { compareStaffSearch } from "#app/journeys/staff-search/update-staff-search.server.ts";
import { giveUpUnsent } from "#app/mail/settle-mail.server.ts";
import { log } from "#app/observability/log.server.ts";
import { readMetrics, watchProcess } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { closePrintPool } from "#app/print/print.server.ts";
import { bringBackFutureJobs } from "#app/queue/queue.server.ts";
import { reportMetrics } from "#app/server/report-metrics.ts";
import { onStop } from "#app/server/stop.ts";
import { readArguments } from "./command/command.ts";
import { COPY_TURN_MS, copyDue, stopCopying } from "./copy/in-jobs.ts";

const IDLE_MS = 1_000;
/** Boards and notices of ratings follow within about a second. */
const EVENTS_EVERY_MS = 500;
/** Periodic work gets its turn after jobs have run for this long. */
const TURN_MS = 200;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Periodic work with its interval. */
const ROUNDS: Round[] = [
  { name: "leaderboard entries", everyMs: 5_000, work: updateDueEntries },
  {
    name: "jobs of a clock that ran ahead",
    everyMs: 60_000,
    work: ({ control }) => bringBackFutureJobs(control),
  },
  { name: "clubs without a timetable", everyMs: HOUR, work: ({ control }) => completeTimetable(control) },
  { name: "clubs' timetables", everyMs: 2_000, work: runDueClubs },
  { name: "staff's search", everyMs: MINUTE, aside: true, work: compareStaffSearch },
  { name: "mails that nobody took", everyMs: 10_000, work: ({ control }) => giveUpUnsent(control) },
  {
    name: "notifications of the staff",
    everyMs: 10_000,
    work: ({ control }) => updateStaffNotifications(control),
  },
  {
    name: "continuous copy",
    everyMs: COPY_TURN_MS,
    aside: true,
    work: (_, signal) => copyDue(env(), signal),
  },
  { name: "leaderboard snapshot", everyMs: 5_000, aside: true, work: updateSnapshot },
  // Often, so that a moved clock of the demo shows at once; each step finds due work by an index.
  ...dailySteps.map(({ name, work }): Round => ({ name, everyMs: MINUTE, work })),
  { name: "new terms", everyMs: HOUR, work: ({ control }) => announceTerms(control) },
  { name: "new privacy policy", everyMs: HOUR, work: ({ control }) => announcePrivacy(control) },
  { name: "tidying up", everyMs: HOUR, work: ({ control }) => tidyUp(control) },
];

interface Round {
  name: string;
  everyMs: number;
  /** Takes minutes on a large platform: other work runs beside it. */
  aside?: boolean;
  work(open: Platform, signal: AbortSignal): Promise<unknown>;
}

async function updateSnapshot({ control }: Platform, signal: AbortSignal): Promise<void> {
  await refreshSnapshot(control, signal);
  await deleteRetiredSnapshots(control, signal);
}

const deliverEvents = (open: Platform, signal: AbortSignal) => deliverOpenEvents(open, undefined, signal);

const once = readOnce();
const open = await platform(jobsIdleFiles());
if (once) await runOnce();
else await runForever();

/** Exits with status 2 for anything but `--once` and `--help`. */
function readOnce(): boolean {
  const usage = "Usage: npm run jobs [-- --once]";
  try {
    const options = { once: { type: "boolean" }, help: { type: "boolean" } } as const;
    const { values } = readArguments(process.argv.slice(2), options);
    if (!values.help) return values.once === true;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(usage);
    process.exit(2);
  }
}

async function runOnce(): Promise<void> {
  const { signal } = new AbortController();
  await deliverEvents(open, signal);
  for (const round of ROUNDS) await round.work(open, signal);
  const ran = await runDueJobs(open);
  await closePrintPool();
  await stopCopying();
  await closePlatform();
  console.log(`${pluralize(ran, "job")} run`);
}

async function runForever(): Promise<void> {
  const heart = startHeart(env().dataDir, (work) =>
    log.error({ event: "jobs stuck", work }, "work does not end: restart the jobs process"),
  );
  const leader = standForLeader(env().databaseUrl);
  const stopping = new AbortController();
  let wake = () => {};
  let ended = () => {};
  const end = new Promise<void>((resolve) => {
    ended = resolve;
  });
  onStop(async () => {
    stopping.abort();
    heart.stop();
    wake();
    await end;
    await leader.stop();
    await closePrintPool();
    await stopCopying();
    await closePlatform();
    log.info("jobs process stopped");
  });
  watchProcess();
  reportMetrics(readMetrics);
  log.info("jobs process runs");
  const { signal } = stopping;
  const aside = new Map<string, Promise<unknown>>();
  const due = ROUNDS.map((round) => ({ ...round, next: 0 }));
  const delivering = deliverAlways(leader, signal);
  while (!signal.aborted) {
    for (const round of leader.leads() ? due : []) {
      // A monotonic clock: the machine's may be set back.
      if (signal.aborted || performance.now() < round.next || aside.has(round.name)) continue;
      round.next = performance.now() + round.everyMs;
      const work = () => round.work(open, signal);
      if (!round.aside) await attempt(heart, round.name, work);
      else
        aside.set(
          round.name,
          attempt(null, round.name, work).finally(() => aside.delete(round.name)),
        );
    }
    const busy =
      !signal.aborted && (await attempt(heart, "jobs", () => runDueJobs(open, jobHandlers, TURN_MS)));
    if (busy || signal.aborted) continue;
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, IDLE_MS);
    });
  }
  await Promise.all([...aside.values(), delivering]);
  ended();
}

/** Delivers events beside everything else: even a long job does not delay the boards. */
async function deliverAlways(leader: Leadership, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (leader.leads()) await attempt(null, "outbox events of the clubs", () => deliverEvents(open, signal));
    await pause(EVENTS_EVERY_MS);
  }
}

/** Runs a round; its failure (a full disk, a locked file) does not stop the others. */
async function attempt<T>(heart: Heart | null, name: string, work: () => Promise<T>): Promise<T | undefined> {
  heart?.works(name);
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
    heart?.works(null);
  }
}
