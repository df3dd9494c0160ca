import { evidenceHead } from "#app/domain/club/evidence/evidence.server.ts";
import { carryEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/** Carries the newest record of a club's chain of evidence to the control database. */
export async function deliverEvidenceHead({ control, db, club }: ClubFileContext): Promise<void> {
  const head = await evidenceHead(db);
  if (head) await carryEvidenceHead(control, { clubCode: club.code, ...head });
}
