import type { ControlDb, ControlTx, LinkTokensTable } from "#app/db/control/schema.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/** Hours for which each kind of link works (product/accounts.md#links). */
export const LINK_HOURS = {
  reset: 1,
  setup: 7 * 24,
  invitation: 7 * 24,
  administrator: 7 * 24,
  payment: 7 * 24,
  "club-email": 7 * 24,
  "club-email-back": 7 * 24,
  "billing-email": 7 * 24,
  "email-before": 24,
  "email-after": 24,
  "email-back": 7 * 24,
  registration: 7 * 24,
  "address-back": 7 * 24,
  "staff-invitation": 7 * 24,
  "staff-reset": 1,
} as const;

/**
 * Makes a link's token valid; only its hash is stored. Repeating it for the same token changes nothing.
 * @returns when it expires, ISO-8601 UTC.
 */
export async function createLink(
  control: ControlDb,
  link: Pick<LinkTokensTable, "purpose" | "club_code" | "subject_id" | "email"> & { token: string },
  at: Date,
): Promise<string> {
  const { token, ...row } = link;
  const expires_at = new Date(at.getTime() + LINK_HOURS[row.purpose] * HOUR_MS).toISOString();
  await control
    .insertInto("link_tokens")
    .values({ ...row, token_hash: hashOf(token), expires_at, used_at: null, created_at: at.toISOString() })
    .onConflict((conflict) => conflict.column("token_hash").doNothing())
    .execute();
  return expires_at;
}

/** Loads the row of a token while its link works. A used link is 'unknown', like a wrong one. */
export async function findLink(
  control: ControlDb,
  purpose: LinkTokensTable["purpose"],
  token: string | null | undefined,
  at: Date,
): Promise<{ ok: true; link: LinkTokensTable } | { ok: false; problem: "unknown" | "expired" }> {
  if (!token || token.length > 200) return { ok: false, problem: "unknown" };
  const link = await control
    .selectFrom("link_tokens")
    .selectAll()
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .executeTakeFirst();
  if (!link) return { ok: false, problem: "unknown" };
  return link.expires_at <= at.toISOString() ? { ok: false, problem: "expired" } : { ok: true, link };
}

/** Uses a link up. @returns false if another request has already done so. */
export async function consumeLink(tx: ControlTx, tokenHash: string, at: Date): Promise<boolean> {
  const consumed = await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("token_hash", "=", tokenHash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return consumed.numUpdatedRows === 1n;
}

/** Uses up every open link of one purpose of a club: its password is set, its year paid, its new address another. */
export async function consumeLinksOf(
  tx: ControlTx,
  purpose: "setup" | "payment" | "club-email" | "club-email-back" | "billing-email",
  clubCode: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "=", clubCode)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}

/** Loads the newest setup link of a club that still works. */
export async function openSetupLink(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<Pick<LinkTokensTable, "token_hash" | "created_at"> | undefined> {
  return control
    .selectFrom("link_tokens")
    .select(["token_hash", "created_at"])
    .where("subject_id", "=", clubCode)
    .where("purpose", "=", "setup")
    .where("used_at", "is", null)
    .where("expires_at", ">", at.toISOString())
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Loads the newest link for a club's new address that was neither used nor cancelled; it may have expired. */
export async function openEmailLink(
  control: ControlDb,
  clubCode: string,
): Promise<Pick<LinkTokensTable, "email" | "expires_at"> | undefined> {
  return control
    .selectFrom("link_tokens")
    .select(["email", "expires_at"])
    .where("subject_id", "=", clubCode)
    .where("purpose", "=", "club-email")
    .where("used_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Uses up the reset and setup links of a club that were mailed to an address which it has given up. */
export async function consumeLinksTo(
  tx: ControlTx,
  clubCode: string,
  email: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("club_code", "=", clubCode)
    .where("email", "=", email)
    .where("purpose", "in", ["reset", "setup"])
    .where("used_at", "is", null)
    .execute();
}

/** Uses up the open links of one purpose about one subject. */
export async function consumeLinksOfSubject(
  tx: ControlTx,
  purpose: LinkTokensTable["purpose"],
  subjectId: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "=", subjectId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}
