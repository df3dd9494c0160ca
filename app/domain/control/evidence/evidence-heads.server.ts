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

/** A newest record that the platform had seen of a club. */
export type KnownHead = Pick<EvidenceHead, "seq" | "hash">;

/**
 * Takes over where a club's chain has come in a file that an operator put in place knowingly, which may be behind: the
 * club works on from there. What was lost stays noted (product.md#lost-evidence).
 * @param about.head the newest record in the file; null for none
 * @param about.seen the newest record that another control database knew, which a restore replaced
 * @returns how many records the platform had seen that are not in the file
 */
export async function restoreEvidenceHead(
  control: ControlDb,
  clubCode: string,
  { head, seen, at }: { head: Omit<EvidenceHead, "clubCode"> | null; seen?: KnownHead; at: Date },
): Promise<number> {
  const own = await control
    .selectFrom("evidence_heads")
    .select(["seq", "hash"])
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
  const known = seen && seen.seq > (own?.seq ?? 0) ? seen : own;
  const kept = head?.seq ?? 0;
  const lost = Math.max(0, (known?.seq ?? 0) - kept);
  if (known && lost > 0) {
    const row = { club_code: clubCode, kept_seq: kept, lost_seq: known.seq, lost_hash: known.hash };
    await control
      .insertInto("evidence_losses")
      .values({ ...row, noted_at: at.toISOString() })
      .onConflict((conflict) => conflict.columns(["club_code", "lost_hash"]).doNothing())
      .execute();
  }
  await control.deleteFrom("evidence_heads").where("club_code", "=", clubCode).execute();
  if (head) await carryEvidenceHead(control, { clubCode, ...head });
  return lost;
}
