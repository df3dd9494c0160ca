import type { AdminInvitationsTable, ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import type { AuditKind } from "#app/domain/values/audit/kinds.ts";
import { now } from "#app/runtime/clock.server.ts";

/** @param about.id of the invitation, or of the account that was removed */
export const auditAdmin = (
  tx: ControlTx,
  kind: AuditKind,
  about: Pick<AdminInvitationsTable, "id" | "club_code">,
  accountId: string,
): Promise<void> =>
  recordAudit(tx, {
    kind,
    actor: { kind: "account", id: accountId },
    clubCode: about.club_code,
    subject: about.id,
    at: now(),
  });
