import { auditHead } from "#app/domain/club/audit/audit.server.ts";
import { carryAuditHead } from "#app/domain/control/audit/audit-heads.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/** Carries the newest row of a club's audit log to the control database. */
export async function deliverAuditHead({ control, db, club }: ClubFileContext): Promise<void> {
  const head = await auditHead(db);
  if (head) await carryAuditHead(control, { clubCode: club.code, ...head });
}
