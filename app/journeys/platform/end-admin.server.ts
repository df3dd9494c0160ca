import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { withdrawPlatformInvitation } from "#app/domain/control/platform/admin-invitations.server.ts";
import { removePlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Removes an administrator at once, but never the last super admin. */
export const removeAdmin = (control: ControlDb, id: string) =>
  inTransaction(control, (tx) => removePlatformAdmin(tx, id, now()));

/** Withdraws an open invitation to the staff: its link stops working. */
export const withdrawAdminInvitation = (control: ControlDb, id: string): Promise<void> =>
  inTransaction(control, (tx) => withdrawPlatformInvitation(tx, id));
