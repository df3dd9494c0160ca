import type { ControlDb, ControlTx, LinkTokensTable } from "#app/db/control/schema.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/** How long a link works, in hours (product.md#links). */
export const LINK_HOURS = { reset: 1, setup: 7 * 24, invitation: 7 * 24, payment: 7 * 24 } as const;

const HOUR = 3_600_000;

/**
 * Makes a link's token valid; only its hash is kept. Doing it again for the same token changes nothing.
 * @returns when it ends, ISO-8601 UTC.
 */
export async function createLink(
  control: ControlDb,
  link: Pick<LinkTokensTable, "purpose" | "club_code" | "subject_id" | "email"> & { token: string },
  at: Date,
): Promise<string> {
  const { token, ...row } = link;
  const expires_at = new Date(at.getTime() + LINK_HOURS[row.purpose] * HOUR).toISOString();
  await control
    .insertInto("link_tokens")
    .values({ ...row, token_hash: hashOf(token), expires_at, used_at: null, created_at: at.toISOString() })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute();
  return expires_at;
}

/** What a token opens: the link's row while it is valid, else why not. Used links are 'unknown', like wrong ones. */
export async function findLink(
  control: ControlDb,
  purpose: LinkTokensTable["purpose"],
  token: string | null | undefined,
  at: Date,
): Promise<LinkTokensTable | "unknown" | "expired"> {
  if (!token || token.length > 200) return "unknown";
  const link = await control
    .selectFrom("link_tokens")
    .selectAll()
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (!link) return "unknown";
  return link.expires_at <= at.toISOString() ? "expired" : link;
}

/** Uses a link up, once. @returns false where somebody was faster. */
export async function consumeLink(tx: ControlTx, tokenHash: string, at: Date): Promise<boolean> {
  const spent = await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}
