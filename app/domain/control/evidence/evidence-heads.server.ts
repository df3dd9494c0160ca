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

/**
 * Takes over where a club's chain has come in a restored file, which may be behind: an operator restored it knowingly.
 * @returns how many records the platform had seen that are not in the file
 */
export async function restoreEvidenceHead(
  control: ControlDb,
  clubCode: string,
  head: Omit<EvidenceHead, "clubCode"> | null,
): Promise<number> {
  const known = await control
    .selectFrom("evidence_heads")
    .select("seq")
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  await control.deleteFrom("evidence_heads").where("club_code", "=", clubCode).execute();
  if (head) await carryEvidenceHead(control, { clubCode, ...head });
  return Math.max(0, (known?.seq ?? 0) - (head?.seq ?? 0));
}
