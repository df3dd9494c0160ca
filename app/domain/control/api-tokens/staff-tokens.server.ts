import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import {
  asOwnToken,
  newTokenRow,
  type OwnToken,
  ownTokenColumns,
  type TokenClient,
} from "./api-tokens.server.ts";

/** Hours after which a token of the platform's staff ends, like a session of theirs (product/api.md#json-calls). */
export const STAFF_TOKEN_HOURS = 12;

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

/** Loads the tokens of an administrator that still work, the newest first (product/api.md#json-calls). */
export async function staffTokensOf(control: ControlDb, adminId: string, at: Date): Promise<OwnToken[]> {
  const rows = await control
    .selectFrom("platform_api_tokens")
    .select(ownTokenColumns)
    .where("admin_id", "=", adminId)
    .where("expires_at", ">", at.toISOString())
    .orderBy("created_at", "desc")
    .limit(100)
    .execute();
  return rows.map(asOwnToken);
}

/** Ends one token of an administrator's own. @returns whether there was one that still worked */
export async function endOwnStaffToken(
  tx: ControlTx,
  adminId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .selectFrom("platform_api_tokens")
    .select("token_hash")
    .where("admin_id", "=", adminId)
    .execute();
  const own = rows.find(({ token_hash }) => hashOf(token_hash) === id);
  return own !== undefined && endStaffToken(tx, own.token_hash, at);
}

/** Ends every token of an administrator. */
export async function endStaffTokensOf(tx: ControlTx, adminId: string): Promise<void> {
  await tx.deleteFrom("platform_api_tokens").where("admin_id", "=", adminId).execute();
}
