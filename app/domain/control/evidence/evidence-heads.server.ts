import type { ControlDb } from "#app/db/control/schema.ts";

/** Where a club's chain of evidence had come: the newest record's number and hash. */
export interface EvidenceHead {
  clubCode: string;
  seq: number;
  hash: string;
  at: string;
}

/** Notes the head of a club's chain. It never moves back, so that an older file of the club is seen. */
export async function carryEvidenceHead(
  control: ControlDb,
  { clubCode, seq, hash, at }: EvidenceHead,
): Promise<void> {
  await control
    .insertInto("evidence_heads")
    .values({ club_code: clubCode, seq, hash, at })
    .onConflict((conflict) =>
      conflict.column("club_code").doUpdateSet({ seq, hash, at }).where("evidence_heads.seq", "<", seq),
    )
    .execute();
}
