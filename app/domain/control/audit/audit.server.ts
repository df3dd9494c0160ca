import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { type AuditEntry, nextAuditRow } from "#app/domain/values/audit/chain.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Adds a row to the platform's audit log, in the transaction of what it tells (product.md#audit).
 * @param entry.clubCode the club whose administrators read it; without one only the platform's staff do
 */
export async function recordAudit(
  tx: ControlTx,
  { clubCode, ...entry }: AuditEntry & { clubCode?: string },
): Promise<void> {
  await tx
    .insertInto("audit")
    .values(nextAuditRow(entry, await platformAuditHead(tx), clubCode ?? null))
    .execute();
}

/**
 * The same for what happens to an account in all its clubs, such as a new password: a row for each club, so that each
 * one's administrators read it, and one without a club where the account has none.
 */
export async function recordAccountAudit(tx: ControlTx, accountId: string, entry: AuditEntry): Promise<void> {
  const places = await tx
    .selectFrom("memberships")
    .select("club_code")
    .where("account_id", "=", accountId)
    .orderBy("club_code")
    .execute();
  for (const place of places) await recordAudit(tx, { ...entry, clubCode: place.club_code });
  if (places.length === 0) await recordAudit(tx, entry);
}

/** How far the platform's audit log has come; null for an empty one. */
export async function platformAuditHead(control: ControlDb): Promise<ChainHead> {
  const last = await control
    .selectFrom("audit")
    .select(["seq", "hash"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? null;
}

/**
 * Records that somebody takes data out of the club, before the first byte is sent (product.md#audit). It stands in the
 * platform's log, because a download changes nothing in the club's file.
 */
export const auditExport = (
  { control, club, user }: { control: ControlDb; club: { code: string }; user: { accountId: string } },
  entry: Pick<AuditEntry, "kind" | "subject" | "detail">,
): Promise<void> =>
  inTransaction(control, (tx) =>
    recordAudit(tx, {
      ...entry,
      actor: { kind: "account", id: user.accountId },
      clubCode: club.code,
      at: now(),
    }),
  );
