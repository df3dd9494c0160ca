import type { ExpressionBuilder } from "kysely";
import type { ControlDb, ControlSchema, ControlTx, SessionsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { endOwnToken, endTokensOf } from "#app/domain/control/api-tokens/account-tokens.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf } from "#app/runtime/ids.server.ts";

/** A signed-in browser of an account, or of the platform's staff. */
export interface OwnSession {
  /** Names it in a form; opens nothing. */
  id: string;
  current: boolean;
  /** ISO-8601 UTC. */
  since: string;
  /** ISO-8601 UTC, within 10 minutes; for staff within a minute. */
  lastActive: string;
  ip: string;
  userAgent: string;
}

export const ownSessionColumns = ["token_hash", "created_at", "seen_at", "ip", "user_agent"] as const;

/** @param currentHash of the reader's own session; null if it is not among them */
export const asOwnSession = (
  row: Pick<SessionsTable, (typeof ownSessionColumns)[number]>,
  currentHash: string | null,
): OwnSession => ({
  id: hashOf(row.token_hash),
  current: row.token_hash === currentHash,
  since: row.created_at,
  lastActive: row.seen_at,
  ip: row.ip,
  userAgent: row.user_agent,
});

/** Sessions to end: one, or all but one (`null`: all). */
export type EndedSessions = { id: string } | { allBut: string | null };

/** Filters a person's sessions to those that end. */
export const endedAmong = <Row extends { token_hash: string }>(
  rows: readonly Row[],
  which: EndedSessions,
): Row[] =>
  rows.filter(({ token_hash }) =>
    "id" in which ? hashOf(token_hash) === which.id : token_hash !== which.allBut,
  );

/** Lists where accounts are signed in, the newest activity first (product/accounts.md#own-account). */
export async function ownSessions(
  control: ControlDb,
  accounts: readonly string[],
  currentHash: string | null,
): Promise<OwnSession[]> {
  const rows = await sessionsOf(control, accounts)
    .select(ownSessionColumns)
    .orderBy("seen_at", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => asOwnSession(row, currentHash));
}

/** Loads the sessions of an account that are in one club now: all that the club's administrators see. */
export async function sessionsInClub(
  control: ControlDb,
  { accountId, clubCode }: { accountId: string; clubCode: string },
): Promise<Pick<OwnSession, "id" | "since" | "lastActive" | "userAgent">[]> {
  const rows = await control
    .selectFrom("sessions")
    .select(["token_hash", "created_at", "seen_at", "user_agent"])
    .where("account_id", "=", accountId)
    .where("club_code", "=", clubCode)
    .orderBy("seen_at", "desc")
    .limit(100)
    .execute();
  return rows.map(({ token_hash, created_at, seen_at, user_agent }) => ({
    id: hashOf(token_hash),
    since: created_at,
    lastActive: seen_at,
    userAgent: user_agent,
  }));
}

/** Ends sessions of the user's accounts. @returns those that have ended */
export async function endOwnSessions(
  tx: ControlTx,
  accounts: readonly string[],
  which: EndedSessions,
): Promise<OwnSession[]> {
  const ended = endedAmong(await sessionsOf(tx, accounts).select(ownSessionColumns).execute(), which);
  const hashes = ended.map(({ token_hash }) => token_hash);
  if (hashes.length > 0) await tx.deleteFrom("sessions").where("token_hash", "in", hashes).execute();
  return ended.map((row) => asOwnSession(row, null));
}

/** Matches sessions of accounts; one counts for each account that it may act for. */
const actsFor =
  (accounts: readonly string[]) =>
  ({ eb, or, selectFrom }: ExpressionBuilder<ControlSchema, "sessions">) =>
    or([
      eb("account_id", "in", accounts),
      eb(
        "token_hash",
        "in",
        selectFrom("session_accounts").select("token_hash").where("account_id", "in", accounts),
      ),
    ]);

const sessionsOf = (control: ControlDb, accounts: readonly string[]) =>
  control.selectFrom("sessions").where(actsFor(accounts));

/** Ends every session of an account, with what already tells of it, such as a new password. */
export async function endSessionsOf(tx: ControlTx, accountId: string): Promise<void> {
  await tx
    .deleteFrom("sessions")
    .where(actsFor([accountId]))
    .execute();
}

/**
 * Ends one session of the user's accounts, or everything but the current one: then also the tokens of programs.
 * @returns how many have ended
 */
export const endSessions = (
  control: ControlDb,
  accounts: readonly string[],
  which: { id: string } | { allBut: string },
): Promise<{ sessions: number; tokens: number }> =>
  inTransaction(control, async (tx) => {
    const ended = {
      sessions: (await endOwnSessions(tx, accounts, which)).length,
      tokens: "allBut" in which ? await endTokensOf(tx, accounts) : 0,
    };
    const [id = null] = accounts;
    const count = ended.sessions + ended.tokens;
    if (id !== null && count > 0) {
      const kind = "id" in which ? "sign-in.session-ended" : "sign-in.sessions-ended";
      await recordAccountAudit(tx, id, {
        kind,
        actor: { kind: "account", id },
        detail: { count },
        at: now(),
      });
    }
    return ended;
  });

/**
 * Ends one token of the user's accounts (product/api.md#json-calls). @returns whether there was one that still worked
 */
export const endToken = (control: ControlDb, accounts: readonly string[], id: string): Promise<boolean> =>
  inTransaction(control, (tx) => endOwnToken(tx, accounts, id, now()));
