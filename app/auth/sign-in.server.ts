import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import type { ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  findAccountsByEmail,
  findClubAccount,
  joiningAccount,
  recordSignIn,
  type SignInAccount,
} from "#app/domain/control/accounts/accounts.server.ts";
import {
  hashPassword,
  needsRehash,
  TooBusy,
  verifyPassword,
} from "#app/domain/control/passwords/password.server.ts";
import type { SignInProblem } from "#app/domain/control/sign-in/labels.ts";
import { latestPasswordOf, withinSignInLimits } from "#app/domain/control/sign-in/within-limits.server.ts";
import { type SignInName, signInName } from "#app/domain/values/sign-in-name.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { knownBrowser } from "./known-browser.server.ts";
import { type OpenedSession, openSession, setSession } from "./open-session.server.ts";
import { auditRefusedSignIn } from "./refusal-audit.server.ts";
import { rememberAs } from "./session.server.ts";
import { logRefusedSignIn } from "./sign-in-log.server.ts";

type Method = SignInName["method"];

/** Thrown out of a strategy and caught by `signIn`: wrong name or password. */
class WrongCredentials extends Error {
  override name = "WrongCredentials";
}

export type SignInResult =
  | OpenedSession
  | { ok: false; problem: SignInProblem }
  /** The password is right, but the account is part of another one now; `keptEmail` is that one's. */
  | { ok: false; problem: "merged"; keptEmail: string };

/** Accounts whose passwords were typed, or the reason for none. */
export type PasswordCheck =
  | { ok: true; method: Method; name: string; match: Authenticated[] }
  | { ok: false; method: Method; problem: SignInProblem };

/**
 * Compares a password with those of a name's accounts, within the limits of signing in. An unknown name and a wrong
 * password look the same and take the same time (product/accounts.md#sign-in-limits).
 * @param browserOf the mark of a browser that signed in to one of the accounts before, or null
 * @throws TooBusy
 */
export async function checkPassword(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; password: string },
  browserOf: (accounts: string[]) => Promise<string | null>,
): Promise<PasswordCheck> {
  const { control, client, note } = ctx;
  const { method, name } = signInName(form.identifier);
  const accounts =
    method === "email"
      ? await findAccountsByEmail(control, name)
      : [await findClubAccount(control, name)].filter((account) => account !== undefined);
  const browser = await browserOf(accounts.map(({ id }) => id));
  const attempt = { name, passwordSince: latestPasswordOf(accounts), ip: client.ip, browser };
  // The strategy itself: remix-auth would copy the request first, which costs more than a limit's counts.
  const strategy = authenticator(accounts, form.password).get(method);
  const checked = await withinSignInLimits(attempt, async () => {
    try {
      return (await strategy?.authenticate(request)) ?? null;
    } catch (error) {
      if (error instanceof WrongCredentials) return null;
      if (error instanceof TooBusy) logRefusedSignIn(note, "too busy", { method, name });
      throw error;
    }
  });
  if (checked.ok) return { ok: true, method, name, match: checked.match };
  const reason = checked.problem === "locked" ? "throttled" : "wrong";
  logRefusedSignIn(note, reason, { method, name, user: accounts[0]?.id });
  auditRefusedSignIn(ctx, reason, { kind: "account", ids: accounts.map(({ id }) => id) });
  return { ok: false, method, problem: checked.problem === "locked" ? "locked" : wrong[method] };
}

/** Records the sign-in of everybody whose password matched. @returns those whose password was not replaced meanwhile */
export async function recordSignIns(
  tx: ControlTx,
  match: readonly Authenticated[],
): Promise<SignInAccount[]> {
  const at = nowIso();
  const matched: SignInAccount[] = [];
  for (const { account, newHash } of match) {
    if (await recordSignIn(tx, account, at, newHash)) matched.push(account);
  }
  return matched;
}

/**
 * Signs in, and ends the session that the browser had. An email opens the places of every account of it whose
 * password was typed (product/accounts.md#accounts).
 * @throws TooBusy
 */
export async function signIn(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; password: string; remember: boolean; scripts: boolean },
): Promise<SignInResult> {
  const { control, client, note } = ctx;
  const checked = await checkPassword(ctx, request, form, (accounts) => knownBrowser(request, accounts));
  if (!checked.ok) return { ok: false, problem: checked.problem };
  const { method, name } = checked;
  // One transaction, one fsync.
  const opened = await inTransaction(control, async (tx) => {
    const matched = await recordSignIns(tx, checked.match);
    return matched.length > 0
      ? openSession(tx, request, matched, { remember: rememberAs(form), client })
      : null;
  });
  if (opened) return setSession(ctx, request, opened, method);
  const merged = checked.match.find(({ account }) => account.merged_into)?.account;
  const kept = merged?.email ? await joiningAccount(control, merged.email) : undefined;
  if (kept?.email) return { ok: false, problem: "merged", keptEmail: kept.email };
  logRefusedSignIn(note, "wrong", { method, name, user: checked.match[0]?.account.id });
  return { ok: false, problem: wrong[method] };
}

const wrong = { email: "wrong-email", "club-code": "wrong-code" } as const satisfies Record<
  Method,
  SignInProblem
>;

/** An account whose password matched. `newHash` replaces a hash that has outdated parameters. */
export interface Authenticated {
  account: SignInAccount;
  newHash: string | undefined;
}

/**
 * Compares what was typed. Its form was read and validated before: reading it again would take longer than everything
 * else.
 */
class PasswordStrategy extends Strategy<Authenticated[], void> {
  override name = "password";
  override authenticate() {
    return this.verify();
  }
}

/** Builds remix-auth with one strategy per method. */
function authenticator(accounts: readonly SignInAccount[], password: string): Authenticator<Authenticated[]> {
  const strategy = (method: Method) =>
    new PasswordStrategy(() => authenticate(accounts, password, COMPARISONS[method]));
  return new Authenticator<Authenticated[]>()
    .use(strategy("club-code"), "club-code")
    .use(strategy("email"), "email");
}

/**
 * Passwords compared at least, so that the time does not tell which accounts a name has: an email is usually a
 * person's, a club's, or both.
 */
const COMPARISONS = { "club-code": 1, email: 2 } as const satisfies Record<Method, number>;

async function authenticate(
  accounts: readonly SignInAccount[],
  password: string,
  atLeast: number,
): Promise<Authenticated[]> {
  const matched: Authenticated[] = [];
  for (let index = 0; index < Math.max(accounts.length, atLeast); index += 1) {
    const account = accounts[index];
    const matches = await verifyPassword(account?.password_hash, password);
    if (!matches || !account?.password_hash) continue;
    const newHash = needsRehash(account.password_hash) ? await hashPassword(password) : undefined;
    matched.push({ account, newHash });
  }
  if (matched.length === 0) throw new WrongCredentials();
  return matched;
}
