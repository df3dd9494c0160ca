import type { Platform } from "../db/platform.server.ts";
import { log } from "../log.server.ts";
import { type JobHandler, jobHandlers } from "./handlers.server.ts";
import { failJob, finishJob, type Job, takeJob } from "./queue.server.ts";

/**
 * Takes and runs one due job: done, put off with a growing pause, or dead after its last try.
 * @returns false where nothing is due.
 */
export async function runNextJob(
  platform: Platform,
  handlers: Record<string, JobHandler> = jobHandlers,
): Promise<boolean> {
  const { control } = platform;
  const job = await takeJob(control);
  if (!job) return false;
  try {
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
    if (!handler) throw new Error(`Nobody handles jobs of the kind ${job.kind}`);
    await handler(platform, job.payload);
  } catch (error) {
    await putOff(platform, job, error);
    return true;
  }
  await finishJob(control, job.id);
  return true;
}

/** Runs what is due, also what that brings about, until nothing is due any more. @returns how many jobs ran. */
export async function runDueJobs(
  platform: Platform,
  handlers: Record<string, JobHandler> = jobHandlers,
): Promise<number> {
  let ran = 0;
  while (await runNextJob(platform, handlers)) ran += 1;
  return ran;
}

async function putOff({ control }: Platform, job: Job, error: unknown): Promise<void> {
  const outcome = await failJob(control, job, error);
  const line = { job: job.id, kind: job.kind, attempt: job.attempts, err: error };
  if (outcome === "dead") log.error(line, "job given up: a dead letter for staff to look at");
  else log.warn({ ...line, nextTry: outcome.next.toISOString() }, "job failed, will be tried again");
}
