import { statfsSync } from "node:fs";
import { env } from "#app/config/env.server.ts";
import { filesPool } from "#app/db/postgres/files.server.ts";
import { closePlatform, platform } from "#app/db/storage/platform.server.ts";
import { tryToWrite } from "#app/db/storage/probe.server.ts";
import { LATE_AFTER_SECONDS, secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { closeCheckPool } from "#app/journeys/evidence/check-evidence.server.ts";
import { closeImportPool } from "#app/journeys/imports/imports.server.ts";
import { closePrintPool } from "#app/print/print.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { freeDescriptors } from "#app/runtime/open-files.server.ts";

export interface Health {
  mode: string;
  /** Age of the oldest due job. */
  queueLagSeconds: number;
  /** late: the jobs process is dead, stopped or stuck. starting: this process is too young to tell. */
  jobs: "well" | "late" | "starting";
  jobsBeatSeconds: number | null;
}

/**
 * Checks the queue and the jobs process, for GET /healthz on the metrics port. A failing jobs process is not a failure:
 * pages are still served.
 * @param pids the processes that serve visitors
 * @throws if the databases do not answer, or a visitor's change would fail; its message says why
 */
export async function health(pids: readonly number[] = [process.pid]): Promise<Health> {
  if (hasNoRoom(env().dataDir)) throw new Error(`the disk of ${env().dataDir} is full: nothing can be saved`);
  for (const pid of pids)
    if ((freeDescriptors(pid) ?? LEAST_FREE_DESCRIPTORS) < LEAST_FREE_DESCRIPTORS)
      throw new Error(`process ${pid} is almost out of file descriptors: raise its limit (LimitNOFILE=)`);
  await writes();
  const { control } = await platform();
  // Sign-in limits and documents use a pool of their own.
  await filesPool()?.query("select 1 from limits limit 1");
  const due = await control
    .selectFrom("jobs")
    .select((eb) => eb.fn.min("run_at").as("run_at"))
    .where("status", "=", "queued")
    .executeTakeFirst();
  const late = due?.run_at ? now().getTime() - Date.parse(due.run_at) : 0;
  return {
    mode: env().mode,
    queueLagSeconds: Math.max(0, Math.round(late / 1000)),
    ...jobsHealth(),
  };
}

/** A page takes one for its connection and three for its club's file. */
const LEAST_FREE_DESCRIPTORS = 16;
/** One result answers all callers within this time. */
const KEPT_MS = 2_000;

let written: Promise<void> | undefined;
/** Tests a write; callers during it, and for two seconds after, share one answer. */
function writes(): Promise<void> {
  written ??= tryToWrite().finally(() => {
    setTimeout(() => {
      written = undefined;
    }, KEPT_MS).unref();
  });
  return written;
}

/** A page and its log take a few blocks. */
const LEAST_FREE_BYTES = 64 * 1024;

function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < LEAST_FREE_BYTES;
}

function jobsHealth(): Pick<Health, "jobs" | "jobsBeatSeconds"> {
  const beat = secondsSinceBeat(env().dataDir);
  const well = beat !== null && beat <= LATE_AFTER_SECONDS;
  const young = process.uptime() <= LATE_AFTER_SECONDS;
  return {
    jobs: well ? "well" : young ? "starting" : "late",
    jobsBeatSeconds: beat === null ? null : Math.round(beat),
  };
}

/** Ends the worker threads, then closes the database files: the last step of a graceful stop. */
export async function stop(): Promise<void> {
  await closeImportPool();
  await closePrintPool();
  await closeCheckPool();
  await closePlatform();
}
