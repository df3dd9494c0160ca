import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { endStaffTokensOf } from "#app/domain/control/api-tokens/staff-tokens.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/** A signed-in browser of an administrator of the platform. */
export interface ShownAdminSession {
  /** Names it in a form; opens nothing. */
  id: string;
  current: boolean;
  /** ISO-8601 UTC. */
  since: string;
  /** To a minute. */
  lastActive: string;
  ip: string;
  userAgent: string;
}

/** Where an administrator is signed in, the newest activity first (product.md#platform-staff). */
export async function adminSessionsOf(
  control: ControlDb,
  adminId: string,
  currentHash: string | null,
): Promise<ShownAdminSession[]> {
  const rows = await control
    .selectFrom("platform_sessions")
    .select(["token_hash", "created_at", "seen_at", "ip", "user_agent"])
    .where("admin_id", "=", adminId)
    .orderBy("seen_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: hashOf(row.token_hash),
    current: row.token_hash === currentHash,
    since: row.created_at,
    lastActive: row.seen_at,
    ip: row.ip,
    userAgent: row.user_agent,
  }));
}

/**
 * Ends one session of an administrator, or all but one (`null`: all), and then also the tokens of programs.
 * @returns how many sessions have ended
 */
export async function endAdminSessions(
  tx: ControlTx,
  adminId: string,
  which: { id: string } | { allBut: string | null },
): Promise<number> {
  if ("allBut" in which) await endStaffTokensOf(tx, adminId);
  const rows = await tx
    .selectFrom("platform_sessions")
    .select("token_hash")
    .where("admin_id", "=", adminId)
    .execute();
  const ended = rows
    .map(({ token_hash }) => token_hash)
    .filter((hash) => ("id" in which ? hashOf(hash) === which.id : hash !== which.allBut));
  if (ended.length === 0) return 0;
  await tx.deleteFrom("platform_sessions").where("token_hash", "in", ended).execute();
  return ended.length;
}
