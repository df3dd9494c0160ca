import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { ConsoleCommand } from "./console-commands.ts";

/** Time after which a run without a result has lost its process: the command may be ordered again. */
const LOST_AFTER_MS = 15 * MINUTE_MS;

/** Has the jobs process run a command. @returns whether it was ordered; it is not where the same one waits already */
export const orderCommand = (
  control: ControlDb,
  { command, clubCode, by }: { command: ConsoleCommand; clubCode: string | null; by: string },
): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const at = now();
    await tx
      .updateTable("console_runs")
      .set({ state: "failed", result: "Its process ended before it was done", finished_at: at.toISOString() })
      .where("state", "=", "ordered")
      .where("ordered_at", "<", new Date(at.getTime() - LOST_AFTER_MS).toISOString())
      .execute();
    const id = newId();
    const ordered = await tx
      .insertInto("console_runs")
      .values({
        ...{ id, command, about: clubCode, admin_id: by, ordered_at: at.toISOString() },
        ...{ state: "ordered", result: null, finished_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (ordered.numInsertedOrUpdatedRows === 0n) return false;
    await enqueue(tx, { kind: "console.run", payload: { runId: id }, key: `console:${id}` });
    await recordAudit(tx, {
      kind: "staff.command-run",
      actor: { kind: "staff", id: by },
      ...(clubCode ? { clubCode } : {}),
      detail: { command },
      at,
    });
    return true;
  });

/** Lists the latest runs with the staff who ordered them, newest first. */
export const latestRuns = (control: ControlDb, most: number) =>
  control
    .selectFrom("console_runs as r")
    .leftJoin("platform_admins as a", "a.id", "r.admin_id")
    .select(["r.id", "r.command", "r.about", "r.ordered_at as orderedAt", "r.state", "r.result"])
    .select(["a.first_name as firstName", "a.last_name as lastName"])
    .orderBy("r.ordered_at", "desc")
    .limit(most)
    .execute();

/** Loads a run that waits; undefined for one that is done, or unknown. */
export const waitingRun = (control: ControlDb, id: string) =>
  control
    .selectFrom("console_runs")
    .select(["id", "command", "about"])
    .where("id", "=", id)
    .where("state", "=", "ordered")
    .executeTakeFirst();

export async function finishRun(
  control: ControlDb,
  id: string,
  { state, result }: { state: "done" | "failed"; result: string },
): Promise<void> {
  await control
    .updateTable("console_runs")
    .set({ state, result: result.slice(0, 500), finished_at: nowIso() })
    .where("id", "=", id)
    .where("state", "=", "ordered")
    .execute();
}
