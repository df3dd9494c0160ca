import { carryEvidenceHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";

/** Carries the newest record of a club's chain of evidence to the control database. */
export async function deliverEvidenceHead({ control, db, club }: ClubFileContext): Promise<void> {
  const head = await db
    .selectFrom("evidence_records")
    .select(["seq", "hash", "at"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  if (head) await carryEvidenceHead(control, { clubCode: club.code, ...head });
}
