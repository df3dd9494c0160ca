import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { type AuditEntry, nextAuditRow } from "#app/domain/values/audit/chain.ts";

/**
 * Adds a row to the club's audit log, in the transaction of what it tells, and has the log's head carried to the control
 * database (product.md#audit). The change goes through `changeClub`.
 */
export async function recordAudit(tx: ClubTx, entry: AuditEntry): Promise<void> {
  const last = await auditHead(tx);
  await tx
    .insertInto("audit")
    .values(nextAuditRow(entry, last && { seq: last.seq, hash: last.hash }))
    .execute();
  await recordEvent(tx, { kind: "audit-head" });
}

/** How far the club's audit log has come; null for an empty one. */
export async function auditHead(db: ClubDb): Promise<{ seq: number; hash: string; at: string } | null> {
  const last = await db
    .selectFrom("audit")
    .select(["seq", "hash", "at"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}
