import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import {
  asOwnSession,
  type EndedSessions,
  endedAmong,
  type OwnSession,
  ownSessionColumns,
} from "#app/domain/control/accounts/own-sessions.server.ts";
import { closeActing } from "#app/domain/control/acting/acting.server.ts";
import { endStaffTokensOf } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Lists where an administrator is signed in, the newest activity first (product/platform-staff.md#platform-staff). */
export async function adminSessionsOf(
  control: ControlDb,
  adminId: string,
  currentHash: string | null,
): Promise<OwnSession[]> {
  const rows = await sessionsOf(control, adminId)
    .select(ownSessionColumns)
    .orderBy("seen_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => asOwnSession(row, currentHash));
}

/**
 * Ends one session of an administrator, or all but one, and then also the tokens of programs.
 * @returns the sessions that have ended
 */
export async function endAdminSessions(
  tx: ControlTx,
  adminId: string,
  which: EndedSessions,
): Promise<OwnSession[]> {
  if ("allBut" in which) await endStaffTokensOf(tx, adminId);
  const ended = endedAmong(await sessionsOf(tx, adminId).select(ownSessionColumns).execute(), which);
  if (ended.length === 0) return [];
  const hashes = ended.map(({ token_hash }) => token_hash);
  await tx.deleteFrom("platform_sessions").where("token_hash", "in", hashes).execute();
  await closeActing(tx, now());
  return ended.map((row) => asOwnSession(row, null));
}

const sessionsOf = (control: ControlDb, adminId: string) =>
  control.selectFrom("platform_sessions").where("admin_id", "=", adminId);
