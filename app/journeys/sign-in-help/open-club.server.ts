import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { grantClubAccess } from "#app/domain/control/platform/club-access.server.ts";
import type { HelpReason } from "#app/domain/control/platform/help-reasons.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Opens how a club's people sign in to one of the staff for 30 minutes; the club reads that, and why (product.md#sign-in-help). */
export const openClubPeople = (
  control: ControlDb,
  admin: { id: string; tokenHash: string },
  { clubCode, reason }: { clubCode: string; reason: HelpReason },
): Promise<void> =>
  inTransaction(control, async (tx) => {
    await grantClubAccess(tx, { tokenHash: admin.tokenHash, clubCode, reason }, now());
    await recordAudit(tx, {
      kind: "club.people-seen",
      actor: { kind: "staff", id: admin.id },
      clubCode,
      detail: { reason },
      at: now(),
    });
  });
