import type { ControlDb, ControlTx, EvidenceLossesTable } from "#app/db/control/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";

/** Head of a club's chain of evidence: the newest record's number and hash. */
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
 * Takes over the head of a club's chain from a file that an operator put in place knowingly, which may be behind: the
 * club works on from there. The loss stays recorded (product/evidence.md#lost-evidence).
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

/**
 * Tells whether a record is the newest one that the platform has seen of a club. The answer is useless without its
 * hash.
 */
export async function isKnownHead(
  control: ControlDb,
  clubCode: string,
  head: { seq: number; hash: string },
): Promise<boolean> {
  const known = await control
    .selectFrom("evidence_heads")
    .select("seq")
    .where("club_code", "=", clubCode)
    .where("seq", "=", head.seq)
    .where("hash", "=", head.hash)
    .executeTakeFirst();
  return known !== undefined;
}

/** Lists what a club's chain, or all chains, lost to restores, oldest first (product/evidence.md#lost-evidence). */
export const evidenceLosses = (control: ControlDb, clubCode?: string): Promise<EvidenceLossesTable[]> =>
  control
    .selectFrom("evidence_losses")
    .selectAll()
    .$if(clubCode !== undefined, (query) => query.where("club_code", "=", clubCode ?? ""))
    .orderBy("noted_at")
    .orderBy("lost_seq")
    .execute();

/** Takes notes of losses over from another control database; those that are known stay as they are. */
export async function keepLosses(
  control: ControlDb | ControlTx,
  losses: readonly EvidenceLossesTable[],
): Promise<void> {
  const known = new Set((await evidenceLosses(control)).map(keyOf));
  await insertRows(
    control,
    "evidence_losses",
    losses.filter((loss) => !known.has(keyOf(loss))),
  );
}

const keyOf = ({ club_code, lost_hash }: EvidenceLossesTable) => `${club_code} ${lost_hash}`;
