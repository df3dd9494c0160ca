import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { reviveJob } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Has a job tried again that was given up. @returns false if it is not given up any more */
export const retryDeadJob = (control: ControlDb, id: string, by: string): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const kind = await reviveJob(tx, id);
    if (kind === null) return false;
    const actor = { kind: "staff", id: by } as const;
    await recordAudit(tx, { kind: "staff.job-retried", actor, detail: { job: kind }, at: now() });
    return true;
  });
