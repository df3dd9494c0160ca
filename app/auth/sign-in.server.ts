import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  findAccountsByEmail,
  findClubAccount,
  placesOf,
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
import { type SignInName, signInName } from "#app/domain/control/sign-in/sign-in-name.ts";
import { latestPasswordOf, withinSignInLimits } from "#app/domain/control/sign-in/within-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { knownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { endSession, startSession } from "./session.server.ts";
import { logRefusedSignIn, logSignIn } from "./sign-in-log.server.ts";

type Method = SignInName["method"];

/** Thrown out of a strategy and caught by `signIn`: wrong name or password. */
class WrongCredentials extends Error {
  override name = "WrongCredentials";
}

export type SignInResult =
  | {
      ok: true;
      /** Set-Cookie headers: the session, and the mark of a known browser. */
      cookies: string[];
      places: number;
      newClub: boolean;
    }
  | { ok: false; problem: SignInProblem };

/**
 * Signs in, and ends the session that the browser had. An unknown name and a wrong password look the same and take the
 * same time. An email opens the places of every account of it whose password was typed (product.md#accounts).
 * @throws TooBusy
 */
export async function signIn(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; password: string; remember: boolean },
): Promise<SignInResult> {
  const { control, client, note } = ctx;
  const { method, name } = signInName(form.identifier);
  const accounts =
    method === "email"
      ? await findAccountsByEmail(control, name)
      : [await findClubAccount(control, name)].filter((account) => account !== undefined);
  const browser = await knownBrowser(
    request,
    accounts.map(({ id }) => id),
  );
  const attempt = { name, passwordSince: latestPasswordOf(accounts), ip: client.ip, browser };
  const checked = await withinSignInLimits(attempt, () =>
    authenticator(accounts)
      .authenticate(method, credentials(request, name, form.password))
      .catch((error: unknown) => {
        if (error instanceof WrongCredentials) return null;
        if (error instanceof TooBusy) logRefusedSignIn(note, "too busy", { method, name });
        throw error;
      }),
  );
  const user = accounts[0]?.id;
  if (!checked.ok) {
    const reason = checked.problem === "locked" ? "throttled" : "wrong";
    logRefusedSignIn(note, reason, { method, name, user });
    return { ok: false, problem: checked.problem === "locked" ? "locked" : wrong[method] };
  }
  // One transaction, one fsync.
  const started = await inTransaction(control, async (tx) => {
    const at = nowIso();
    const matched: SignInAccount[] = [];
    for (const { account, newHash } of checked.match) {
      if (await recordSignIn(tx, account, at, newHash)) matched.push(account);
    }
    const [first] = matched;
    if (!first) return null;
    const ids = matched.map(({ id }) => id);
    const places = await placesOf(tx, ids);
    const [place, ...others] = places;
    const only = others.length === 0 ? place : undefined;
    await endSession(tx, request);
    const session = await startSession(tx, {
      accountId: only?.accountId ?? first.id,
      accounts: ids,
      clubCode: only?.code ?? null,
      remember: form.remember,
      ip: client.ip,
      userAgent: client.userAgent,
    });
    return { matched, ids, places: places.length, only, session };
  });
  if (!started) {
    logRefusedSignIn(note, "wrong", { method, name, user });
    return { ok: false, problem: wrong[method] };
  }
  const { matched, ids, places, only, session } = started;
  const account = matched.find(({ id }) => id === only?.accountId) ?? matched[0];
  logSignIn(note, { method, user: account?.id ?? "", club: only?.code ?? null });
  return {
    ok: true,
    cookies: [session, await rememberBrowser(request, ids)],
    places,
    newClub: only !== undefined && account?.kind === "club" && account.last_sign_in_at === null,
  };
}

const wrong = { email: "wrong-email", "club-code": "wrong-code" } as const satisfies Record<
  Method,
  SignInProblem
>;

/** An account whose password matched. `newHash` replaces a hash that has outdated parameters. */
interface Authenticated {
  account: SignInAccount;
  newHash: string | undefined;
}

/** remix-auth with one form strategy per method; both read the fields `identifier` and `password`. */
function authenticator(accounts: readonly SignInAccount[]): Authenticator<Authenticated[]> {
  const strategy = (method: Method) =>
    new FormStrategy<Authenticated[]>(({ form }) =>
      authenticate(accounts, String(form.get("password")), COMPARISONS[method]),
    );
  return new Authenticator<Authenticated[]>()
    .use(strategy("club-code"), "club-code")
    .use(strategy("email"), "email");
}

/** The form as it was validated, for remix-auth, which reads a request's body itself. */
function credentials({ url }: Request, identifier: string, password: string): Request {
  return new Request(url, { method: "POST", body: new URLSearchParams({ identifier, password }) });
}

/**
 * Passwords compared at least, so that the time does not tell which accounts a name has: an email is usually a person's,
 * a club's, or both.
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
