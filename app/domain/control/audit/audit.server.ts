import { compiled } from "#app/db/compiled.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { type AuditEntry, nextAuditRow } from "#app/domain/values/audit/chain.ts";
import type { ChainHead } from "#app/domain/values/hash-chain.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Adds a row to the platform's audit log, in the transaction of what it tells (product/security.md#audit).
 * @param entry.clubCode the club whose administrators read it; without one only the platform's staff do
 */
export async function recordAudit(
  tx: ControlTx,
  { clubCode, ...entry }: AuditEntry & { clubCode?: string },
): Promise<void> {
  const row = nextAuditRow(entry, await platformAuditHead(tx), clubCode ?? null);
  await addRow(tx, { ...row, club_code: clubCode ?? null });
}

type PlatformRow = ReturnType<typeof nextAuditRow> & { club_code: string | null };
const addRow = compiled((control: ControlDb, row: PlatformRow) => control.insertInto("audit").values(row));

/**
 * Does the same for what happens to an account in all its clubs, such as a new password: a row for each club, so that
 * each one's administrators read it, and one without a club where the account has none.
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

/** Returns the head of the platform's audit log; null for an empty one. */
export async function platformAuditHead(control: ControlDb): Promise<ChainHead> {
  const [last] = await lastRow(control, {});
  return last ?? null;
}

const lastRow = compiled((control: ControlDb) =>
  control.selectFrom("audit").select(["seq", "hash"]).orderBy("seq", "desc").limit(1),
);

interface ClubActor {
  club: { code: string };
  user: { accountId: string };
}

/** Does the same for what somebody of a club does. */
export const recordClubAct = (
  tx: ControlTx,
  { club, user }: ClubActor,
  entry: Pick<AuditEntry, "kind" | "subject" | "detail">,
  at: Date = now(),
): Promise<void> =>
  recordAudit(tx, { ...entry, actor: { kind: "account", id: user.accountId }, clubCode: club.code, at });

/**
 * Records that a person takes data out of the club, before the first byte is sent (product/security.md#audit). The
 * entry is in the platform's log, because a download changes nothing in the club's file.
 */
export const auditExport = (
  ctx: ClubActor & { control: ControlDb },
  entry: Pick<AuditEntry, "kind" | "subject" | "detail">,
): Promise<void> => inTransaction(ctx.control, (tx) => recordClubAct(tx, ctx, entry));

/** Head of a club's audit log: the newest row's number, hash and time. */
interface AuditHead {
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
 * Takes over the head of a club's audit log from a file that an operator put in place knowingly, which may be behind.
 * The platform's log records what was lost, for the club to read.
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
