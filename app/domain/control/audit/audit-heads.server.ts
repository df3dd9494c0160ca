import type { ControlDb } from "#app/db/control/schema.ts";

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
