import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "./audit.server.ts";

/** Where a club's audit log had come: the newest row's number, hash and time. */
export interface AuditHead {
  clubCode: string;
  seq: number;
  hash: string;
  at: string;
}

/** Notes the head of a club's audit log. It never moves back, so that an older file of the club is seen. */
export async function carryAuditHead(
  control: ControlDb,
  { clubCode, seq, hash, at }: AuditHead,
): Promise<void> {
  await control
    .insertInto("audit_heads")
    .values({ club_code: clubCode, seq, hash, at })
    .onConflict((conflict) =>
      conflict.column("club_code").doUpdateSet({ seq, hash, at }).where("audit_heads.seq", "<", seq),
    )
    .execute();
}

/**
 * Takes over where a club's audit log has come in a file that an operator put in place knowingly, which may be behind.
 * What was lost stands in the platform's log, for the club to read.
 * @param about.seen the newest row that another control database knew, which a restore replaced
 * @returns how many rows had been seen that are not in the file
 */
export async function restoreAuditHead(
  control: ControlDb,
  clubCode: string,
  { head, seen, at }: { head: Omit<AuditHead, "clubCode"> | null; seen?: { seq: number }; at: Date },
): Promise<number> {
  return inTransaction(control, async (tx) => {
    const own = await tx
      .selectFrom("audit_heads")
      .select("seq")
      .where("club_code", "=", clubCode)
      .executeTakeFirst();
    const kept = head?.seq ?? 0;
    const lost = Math.max(0, Math.max(own?.seq ?? 0, seen?.seq ?? 0) - kept);
    await tx.deleteFrom("audit_heads").where("club_code", "=", clubCode).execute();
    if (head) await carryAuditHead(tx, { clubCode, ...head });
    const actor = { kind: "system", id: null } as const;
    if (lost > 0)
      await recordAudit(tx, { kind: "club.restored", actor, clubCode, detail: { kept, lost }, at });
    return lost;
  });
}
