import { env } from "#app/config/env.server.ts";
import { closePlatform, platform } from "#app/db/platform.server.ts";
import { LATE_AFTER_SECONDS, secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { closeImportPool } from "#app/journeys/schedule-import/import-pool.server.ts";
import { now } from "#app/runtime/clock.server.ts";

export interface Health {
  /** Whether the databases answer; a sick jobs process alone leaves it true: pages are served all the same. */
  ok: boolean;
  mode: string;
  /** How long the oldest due job has been waiting. */
  queueLagSeconds: number;
  /** late: the jobs process is dead, stopped or stuck; starting: this process is too young to say so. */
  jobs: "well" | "late" | "starting";
  jobsBeatSeconds: number | null;
}

/** What GET /healthz answers: whether the databases answer, how far the queue is behind, how the jobs process is. */
export async function health(): Promise<Health> {
  const { control } = await platform();
  const due = await control
    .selectFrom("jobs")
    .select((eb) => eb.fn.min("run_at").as("run_at"))
    .where("status", "=", "queued")
    .executeTakeFirst();
  const late = due?.run_at ? now().getTime() - Date.parse(due.run_at) : 0;
  return {
    ok: true,
    mode: env().mode,
    queueLagSeconds: Math.max(0, Math.round(late / 1000)),
    ...jobsHealth(),
  };
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

/** Ends the worker threads, then closes every database file of this process: the last step of a graceful stop. */
export async function stop(): Promise<void> {
  await closeImportPool();
  await closePlatform();
}
