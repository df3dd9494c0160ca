import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { withdrawPlatformInvitation } from "#app/domain/control/platform/admin-invitations.server.ts";
import { removePlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Removes an administrator at once, but never the last super admin. @param by the id of who removes them */
export const removeAdmin = (control: ControlDb, id: string, by: string) =>
  inTransaction(control, async (tx) => {
    const removed = await removePlatformAdmin(tx, id, now());
    const actor = { kind: "staff", id: by } as const;
    if (removed.ok) await recordAudit(tx, { kind: "staff.removed", actor, subject: id, at: now() });
    return removed;
  });

/** Withdraws an open invitation to the staff: its link stops working. */
export const withdrawAdminInvitation = (control: ControlDb, id: string, by: string): Promise<void> =>
  inTransaction(control, async (tx) => {
    await withdrawPlatformInvitation(tx, id);
    const actor = { kind: "staff", id: by } as const;
    await recordAudit(tx, { kind: "staff.invitation-withdrawn", actor, subject: id, at: now() });
  });
