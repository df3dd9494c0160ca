import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { alertStaff } from "#app/journeys/clubs/club-unavailable.server.ts";
import { log } from "#app/observability/log.server.ts";
import { countJob } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { failJob, finishJob, type Job, takeJob } from "#app/queue/queue.server.ts";
import { type JobHandler, jobHandlers } from "./handlers.server.ts";

/**
 * Takes and runs one due job: it ends as done, put off, or dead after its last attempt.
 * @returns false if nothing is due.
 */
export async function runNextJob(
  platform: Platform,
  handlers: Record<string, JobHandler> = jobHandlers,
): Promise<boolean> {
  const { control } = platform;
  const job = await takeJob(control);
  if (!job) return false;
  const since = performance.now();
  let failure: { error: unknown } | undefined;
  try {
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
    if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`);
    await handler(platform, job.payload);
  } catch (error) {
    failure = { error };
  }
  const ms = Math.round(performance.now() - since);
  const known = Object.hasOwn(handlers, job.kind);
  const outcome = failure ? await putOff(platform, job, failure.error, ms) : await finish(platform, job, ms);
  countJob({ kind: known ? job.kind : "(unknown)", outcome, seconds: ms / 1000 });
  return true;
}

/** Runs due jobs, including those that they enqueue, until none is due. @returns how many jobs ran. */
export async function runDueJobs(
  platform: Platform,
  handlers: Record<string, JobHandler> = jobHandlers,
): Promise<number> {
  let ran = 0;
  while (await runNextJob(platform, handlers)) ran += 1;
  return ran;
}

async function finish({ control }: Platform, job: Job, ms: number): Promise<"done"> {
  await finishJob(control, job.id);
  log.info({ ...lineOf(job), ms, outcome: "done" }, "job");
  return "done";
}

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
