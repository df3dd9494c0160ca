import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { alertStaff } from "#app/journeys/clubs/club-unavailable.server.ts";
import { log } from "#app/observability/log.server.ts";
import { countJob } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import {
  EXTEND_EVERY_MS,
  extendLease,
  failJob,
  finishJobs,
  type Job,
  takeAlike,
  takeJob,
} from "#app/queue/queue.server.ts";
import { type Handlers, type JobHandler, type JobsHandler, jobHandlers } from "./handlers.server.ts";
import { STUCK_AFTER_MS } from "./heartbeat.server.ts";

/**
 * Runs due jobs, including those that they enqueue, until none is due or the turn is over: each ends as done, put off,
 * or dead after its last attempt.
 * @param turnMs after this long, no further job is begun
 * @returns how many jobs ran
 */
export async function runDueJobs(
  platform: Platform,
  handlers: Handlers = jobHandlers,
  turnMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { control } = platform;
  const since = performance.now();
  let done: string[] = [];
  for (let ran = 0; ; ) {
    if (ran > 0 && performance.now() - since > turnMs) {
      await finishJobs(control, done);
      return ran;
    }
    const job = await takeJob(control, done);
    if (!job) return ran;
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
    const together = typeof handler === "object" ? await takeAlike(control, job, handler) : [];
    const jobs = [job, ...together];
    done = await runJobs(platform, jobs, handler);
    ran += jobs.length;
  }
}

/** Runs a job, or several of one kind. @returns those that are done, which the caller notes */
async function runJobs(
  platform: Platform,
  jobs: readonly Job[],
  handler: JobHandler | JobsHandler | undefined,
): Promise<string[]> {
  const since = performance.now();
  const leases = jobs.map((job) => keepLease(platform, job));
  const failures = await failuresOf(platform, jobs, handler);
  for (const lease of leases) clearInterval(lease);
  const ms = msSince(since);
  const done: string[] = [];
  for (const [index, job] of jobs.entries()) {
    const error = failures[index] ?? null;
    const outcome = error === null ? "done" : await putOff(platform, job, error, ms);
    if (error === null) {
      done.push(job.id);
      log.info({ ...lineOf(job), ms, outcome }, "job");
    }
    countJob({ kind: handler ? job.kind : "(unknown)", outcome, seconds: ms / 1000 });
  }
  return done;
}

/** @returns why each of the jobs failed; nothing for those that are done */
async function failuresOf(
  platform: Platform,
  jobs: readonly Job[],
  handler: JobHandler | JobsHandler | undefined,
): Promise<readonly unknown[]> {
  try {
    if (typeof handler === "object")
      return await handler.run(
        platform,
        jobs.map(({ payload }) => payload),
      );
    for (const { kind, payload } of jobs) {
      if (!handler) throw new Error(`No handler for jobs of kind ${kind}`);
      await handler(platform, payload);
    }
    return [];
  } catch (error) {
    return jobs.map(() => error);
  }
}

/** Extends the lease, so that another machine does not begin long work as well, unless it is stuck. */
function keepLease({ control }: Platform, job: Job): NodeJS.Timeout {
  let left = STUCK_AFTER_MS / EXTEND_EVERY_MS;
  return setInterval(() => {
    left -= 1;
    if (left > 0)
      extendLease(control, job).catch((err: unknown) =>
        noteRetry("job", { ...lineOf(job), err }, "the lease of a job could not be extended"),
      );
  }, EXTEND_EVERY_MS).unref();
}

const msSince = (since: number) => Math.round(performance.now() - since);

async function putOff(
  { control }: Platform,
  job: Job,
  error: unknown,
  ms: number,
): Promise<"dead" | "put off"> {
  const fate = await failJob(control, job, error);
  if (error instanceof ClubUnavailable) await alertStaff({ control }, error);
  const line = { ...lineOf(job), ms, err: error };
  if (fate === "dead") {
    log.error({ ...line, outcome: fate }, "job given up: a dead letter for staff to look at");
    return fate;
  }
  const nextTry = fate.next.toISOString();
  noteRetry("job", { ...line, outcome: "put off", nextTry }, "job failed, will be tried again");
  return "put off";
}

const lineOf = ({ id, kind, attempts }: Job) => ({ job: id, kind, attempt: attempts });
