import type { ApiTokensTable, ControlDb } from "#app/db/control/schema.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { hashOf, newSecret } from "#app/runtime/ids.server.ts";

/** Least interval between updates of `used_at`. */
export const TOKEN_SEEN_EVERY_MS = 10 * MINUTE_MS;

export interface TokenClient {
  ip: string;
  userAgent: string;
}

/** 256 random bits. The prefix lets scanners of source code find one that was published by mistake. */
const TOKEN = /^gs_[\w-]{43}$/;

/** Returns a new token, shown once, and the columns that every token has. */
export function newTokenRow(client: TokenClient, at: Date, lastsMs: number) {
  const token = `gs_${newSecret()}`;
  const row = {
    token_hash: hashOf(token),
    created_at: at.toISOString(),
    used_at: null,
    expires_at: new Date(at.getTime() + lastsMs).toISOString(),
    ip: client.ip,
    user_agent: client.userAgent.slice(0, 300),
  };
  return { token, row };
}

/** A token as its owner sees it. */
export interface OwnToken {
  /** Names it in a form; opens nothing. */
  id: string;
  /** ISO-8601 UTC, like the others. */
  since: string;
  /** Within 10 minutes; null until the first call. */
  lastUsed: string | null;
  expiresAt: string;
  userAgent: string;
}

export const ownTokenColumns = ["token_hash", "created_at", "used_at", "expires_at", "user_agent"] as const;

export const asOwnToken = (row: Pick<ApiTokensTable, (typeof ownTokenColumns)[number]>): OwnToken => ({
  id: hashOf(row.token_hash),
  since: row.created_at,
  lastUsed: row.used_at,
  expiresAt: row.expires_at,
  userAgent: row.user_agent,
});

/**
 * Returns the hash under which a request's Bearer token is stored; null without one. Nothing but the header is read: a
 * cookie is never a token (product/api.md#json-calls).
 */
export function tokenHashIn(authorization: string | null): string | null {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  return token && TOKEN.test(token) ? hashOf(token) : null;
}

/** Deletes tokens that have ended. Called by housekeeping. */
export async function deleteEndedTokens(control: ControlDb, at: Date): Promise<void> {
  const moment = at.toISOString();
  await control.deleteFrom("api_tokens").where("expires_at", "<", moment).execute();
  await control.deleteFrom("platform_api_tokens").where("expires_at", "<", moment).execute();
}
