import type { ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { newTokenRow, type TokenClient } from "./api-tokens.server.ts";

/** A token of the platform's staff ends this long after it was made, like a session of theirs (product.md#json-calls). */
export const STAFF_TOKEN_HOURS = 12;
const HOUR_MS = 3_600_000;

/**
 * Makes a Bearer token for an administrator of the platform, in a table of its own: it is never a club's.
 * @returns the token, shown once, and when it ends (ISO-8601 UTC)
 */
export async function createStaffToken(
  tx: ControlTx,
  adminId: string,
  client: TokenClient,
  at: Date,
): Promise<{ token: string; expiresAt: string }> {
  const { token, row } = newTokenRow(client, at, STAFF_TOKEN_HOURS * HOUR_MS);
  await tx
    .insertInto("platform_api_tokens")
    .values({ ...row, admin_id: adminId })
    .execute();
  await recordAudit(tx, { kind: "account.token-made", actor: { kind: "staff", id: adminId }, at });
  return { token, expiresAt: row.expires_at };
}

/** Ends the token with a hash. @returns whether there was one that still worked */
export async function endStaffToken(tx: ControlTx, tokenHash: string, at: Date): Promise<boolean> {
  const ended = await tx
    .deleteFrom("platform_api_tokens")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at.toISOString())
    .returning("admin_id")
    .executeTakeFirst();
  if (!ended) return false;
  await recordAudit(tx, { kind: "account.token-revoked", actor: { kind: "staff", id: ended.admin_id }, at });
  return true;
}
