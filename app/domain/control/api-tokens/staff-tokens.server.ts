import type { ControlTx } from "#app/db/control/schema.ts";
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
  return { token, expiresAt: row.expires_at };
}
