import { now } from "./clock.server.ts";
import { closePlatform, platform } from "./db/platform.server.ts";
import { env } from "./env.server.ts";

/** What GET /healthz answers: whether the databases answer, and how far the queue is behind, in seconds. */
export async function health(): Promise<{
  ok: boolean;
  mode: string;
  clubs: number;
  queueLagSeconds: number;
}> {
  const { control } = await platform();
  const { clubs } = await control
    .selectFrom("clubs")
    .select((eb) => eb.fn.countAll<number>().as("clubs"))
    .executeTakeFirstOrThrow();
  const due = await control
    .selectFrom("jobs")
    .select((eb) => eb.fn.min("run_at").as("run_at"))
    .where("status", "=", "queued")
    .executeTakeFirst();
  const late = due?.run_at ? now().getTime() - Date.parse(due.run_at) : 0;
  return { ok: true, mode: env().mode, clubs, queueLagSeconds: Math.max(0, Math.round(late / 1000)) };
}

/** Closes every database file of this process: the last step of a graceful stop. */
export const stop = closePlatform;
