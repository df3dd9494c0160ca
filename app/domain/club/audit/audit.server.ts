import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { type AuditEntry, nextAuditRow } from "#app/domain/values/audit/chain.ts";
import { now } from "#app/runtime/clock.server.ts";

/** `actor`: by default whoever the transaction acts for; `at`: by default now. */
export type ClubAuditEntry = Omit<AuditEntry, "actor" | "at"> & Partial<Pick<AuditEntry, "actor" | "at">>;
export type AuditActor = AuditEntry["actor"];

const SYSTEM: AuditActor = { kind: "system", id: null };
const actors = new WeakMap<ClubTx, AuditActor>();

/** Names who a transaction acts for; `changeClub` does, so that no change of the club has to be told. */
export const actAs = (tx: ClubTx, actor: AuditActor): void => void actors.set(tx, actor);

/**
 * Adds a row to the club's audit log, in the transaction of what it tells, and has the log's head carried to the control
 * database (product.md#audit). The change goes through `changeClub`.
 */
export async function recordAudit(
  tx: ClubTx,
  { actor = actors.get(tx) ?? SYSTEM, at = now(), ...entry }: ClubAuditEntry,
): Promise<void> {
  const last = await auditHead(tx);
  await tx
    .insertInto("audit")
    .values(nextAuditRow({ ...entry, actor, at }, last))
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
