import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import {
  asOwnToken,
  newTokenRow,
  type OwnToken,
  TOKEN_SEEN_EVERY_MS,
  type TokenClient,
} from "./api-tokens.server.ts";

/** Days after which a token of an account ends (product/api.md#json-calls). */
export const ACCOUNT_TOKEN_DAYS = 30;
/** Most tokens of an account; a new one beyond it ends the oldest. */
export const MOST_TOKENS = 20;

/**
 * Makes a Bearer token for an account in one club, for `/api` only (product/api.md#json-calls). Only its hash is
 * stored.
 * @returns the token, shown once, and when it ends (ISO-8601 UTC)
 */
export async function createAccountToken(
  tx: ControlTx,
  owner: { accountId: string; clubCode: string },
  client: TokenClient,
  at: Date,
): Promise<{ token: string; expiresAt: string }> {
  const { token, row } = newTokenRow(client, at, ACCOUNT_TOKEN_DAYS * DAY_MS);
  await tx
    .insertInto("api_tokens")
    .values({ ...row, account_id: owner.accountId, club_code: owner.clubCode })
    .execute();
  await tx
    .deleteFrom("api_tokens")
    .where("account_id", "=", owner.accountId)
    .where("token_hash", "not in", (eb) =>
      eb
        .selectFrom("api_tokens")
        .select("token_hash")
        .where("account_id", "=", owner.accountId)
        .orderBy("created_at", "desc")
        .orderBy("token_hash")
        .limit(MOST_TOKENS),
    )
    .execute();
  await recordAudit(tx, {
    kind: "account.token-made",
    actor: { kind: "account", id: owner.accountId },
    clubCode: owner.clubCode,
    at,
  });
  return { token, expiresAt: row.expires_at };
}

/** Finds a token's owner, with the current club and membership; null for an unknown, ended or orphaned one. */
export async function findAccountToken(control: ControlDb, tokenHash: string, at: Date) {
  const row = await control
    .selectFrom("api_tokens as t")
    .innerJoin("accounts as a", "a.id", "t.account_id")
    .innerJoin("memberships as m", (join) =>
      join.onRef("m.account_id", "=", "t.account_id").onRef("m.club_code", "=", "t.club_code"),
    )
    .innerJoin("clubs as c", "c.code", "t.club_code")
    .select(["t.token_hash as tokenHash", "t.used_at as usedAt", "a.id as accountId"])
    .select(["a.kind", "a.name", "a.email", "m.role as membership", "c.code as clubCode"])
    .select([
      "c.name as clubName",
      "c.status as clubStatus",
      "c.term_ends_at as termEndsAt",
      "c.state as clubState",
      "c.timezone",
    ])
    .where("t.token_hash", "=", tokenHash)
    .where("t.expires_at", ">", at.toISOString())
    .executeTakeFirst();
  if (!row) return null;
  if (!row.usedAt || Math.abs(at.getTime() - Date.parse(row.usedAt)) > TOKEN_SEEN_EVERY_MS)
    await control
      .updateTable("api_tokens")
      .set({ used_at: at.toISOString() })
      .where("token_hash", "=", tokenHash)
      .execute();
  return row;
}

/** Loads the tokens of the user's accounts that still work, the newest first (product/accounts.md#own-account). */
export async function ownTokens(
  control: ControlDb,
  accounts: readonly string[],
  at: Date,
): Promise<(OwnToken & { club: string })[]> {
  const rows = await control
    .selectFrom("api_tokens as t")
    .innerJoin("clubs as c", "c.code", "t.club_code")
    .select(["t.token_hash", "c.name", "t.created_at", "t.used_at", "t.expires_at", "t.user_agent"])
    .where("t.account_id", "in", [...accounts])
    .where("t.expires_at", ">", at.toISOString())
    .orderBy("t.created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...asOwnToken(row), club: row.name }));
}

/** Ends every token of accounts, with what already tells of it, such as a new password. @returns how many have ended */
export async function endTokensOf(tx: ControlTx, accounts: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("api_tokens")
    .where("account_id", "in", [...accounts])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends one token of the user's accounts. @returns whether there was one */
export async function endOwnToken(
  tx: ControlTx,
  accounts: readonly string[],
  id: string,
  at: Date,
): Promise<boolean> {
  const rows = await tx
    .selectFrom("api_tokens")
    .select("token_hash")
    .where("account_id", "in", [...accounts])
    .execute();
  const own = rows.find(({ token_hash }) => hashOf(token_hash) === id);
  return own !== undefined && endAccountToken(tx, own.token_hash, at);
}

/** Ends the token with a hash. @returns whether there was one that still worked */
export async function endAccountToken(tx: ControlTx, tokenHash: string, at: Date): Promise<boolean> {
  const ended = await tx
    .deleteFrom("api_tokens")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", at.toISOString())
    .returning(["account_id", "club_code"])
    .executeTakeFirst();
  if (!ended) return false;
  await recordAudit(tx, {
    kind: "account.token-revoked",
    actor: { kind: "account", id: ended.account_id },
    clubCode: ended.club_code,
    at,
  });
  return true;
}
