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
  finishJob,
  type Job,
  takeJob,
} from "#app/queue/queue.server.ts";
import { type JobHandler, jobHandlers } from "./handlers.server.ts";
import { STUCK_AFTER_MS } from "./heartbeat.server.ts";

/**
 * Runs due jobs, including those that they enqueue, until none is due or the turn is over: each ends as done, put off,
 * or dead after its last attempt.
 * @param turnMs after this long, no further job is begun
 * @returns how many jobs ran
 */
export async function runDueJobs(
  platform: Platform,
  handlers: Record<string, JobHandler> = jobHandlers,
  turnMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { control } = platform;
  const since = performance.now();
  let done: string | null = null;
  for (let ran = 0; ; ran += 1) {
    if (ran > 0 && performance.now() - since > turnMs) {
      if (done !== null) await finishJob(control, done);
      return ran;
    }
    const job = await takeJob(control, done);
    if (!job) return ran;
    done = (await runJob(platform, job, handlers)) ? job.id : null;
  }
}

/** @returns whether it is done, which the caller notes */
async function runJob(platform: Platform, job: Job, handlers: Record<string, JobHandler>): Promise<boolean> {
  const since = performance.now();
  const known = Object.hasOwn(handlers, job.kind);
  let outcome: "done" | "dead" | "put off";
  const lease = keepLease(platform, job);
  try {
    const handler = known ? handlers[job.kind] : undefined;
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
    await handler(platform, job.payload);
    outcome = "done";
    log.info({ ...lineOf(job), ms: msSince(since), outcome }, "job");
  } catch (error) {
    outcome = await putOff(platform, job, error, msSince(since));
  } finally {
    clearInterval(lease);
  }
  countJob({ kind: known ? job.kind : "(unknown)", outcome, seconds: msSince(since) / 1000 });
  return outcome === "done";
}

/** Long work is not begun by another machine as well, unless it is stuck. */
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
