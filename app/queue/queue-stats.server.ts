import type { ControlDb } from "#app/db/control/schema.ts";
import { now } from "#app/runtime/clock.server.ts";

export interface QueueStat {
  kind: string;
  /** later: due in the future, mostly after a failure; due: could run now; dead: given up. */
  status: "due" | "later" | "running" | "dead";
  jobs: number;
  /** How long the oldest due job has waited; 0 for jobs that are not due. */
  oldestDueSeconds: number;
}

/** Job counts by kind and status, without done jobs: one query over an index. */
export async function queueStats(control: ControlDb): Promise<QueueStat[]> {
  const at = now();
  const rows = await control
    .selectFrom("jobs")
    .select((eb) => [
      "kind",
      eb
        .case()
        .when("status", "<>", "queued")
        .then(eb.ref("status"))
        .when("run_at", "<=", at.toISOString())
        .then("due")
        .else("later")
        .end()
        .as("state"),
      eb.fn.countAll<number>().as("jobs"),
      eb.fn.min("run_at").as("oldest"),
    ])
    .where("status", "in", ["queued", "running", "dead"])
    .groupBy(["kind", "state"])
    .execute();
  return rows.map(({ kind, state, jobs, oldest }) => ({
    kind,
    status: state as QueueStat["status"],
    jobs,
    oldestDueSeconds: state === "due" ? Math.max(0, (at.getTime() - Date.parse(oldest)) / 1000) : 0,
  }));
}
