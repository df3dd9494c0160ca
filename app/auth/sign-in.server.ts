import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  clubsOf,
  findClubAccount,
  findPersonByEmail,
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
import {
  cancelAttempt,
  clearFailedAttempts,
  recordFailedAttempt,
  startSignInAttempt,
} from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { startSession } from "./session.server.ts";
import { logRefusedSignIn, logSignIn } from "./sign-in-log.server.ts";

/** A club signs in with its code, a person with an email (product.md#accounts). */
type Method = "club-code" | "email";

/** Thrown out of a strategy and caught by `signIn`: wrong name or password. `accountId` is set if the name exists. */
class WrongCredentials extends Error {
  override name = "WrongCredentials";
  constructor(readonly accountId: string | undefined) {
    super();
  }
}

export type SignInResult =
  | { ok: true; cookie: string; clubs: number; newClub: boolean }
  | { ok: false; problem: SignInProblem };

/**
 * Signs in with the form that `request` carries. An unknown name and a wrong password look the same and take the same
 * time.
 * @throws TooBusy
 */
export async function signIn(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; remember: boolean },
): Promise<SignInResult> {
  const { control, client, note } = ctx;
  const method: Method = form.identifier.includes("@") ? "email" : "club-code";
  const name = form.identifier.toLowerCase();
  if (!(await startSignInAttempt(name, client.ip))) {
    logRefusedSignIn(note, "throttled", { method, name });
    return { ok: false, problem: "locked" };
  }
  let authenticated: Authenticated;
  try {
    authenticated = await authenticator(control).authenticate(method, request);
  } catch (error) {
    if (error instanceof TooBusy) logRefusedSignIn(note, "too busy", { method, name });
    if (!(error instanceof WrongCredentials)) {
      await cancelAttempt(name);
      throw error;
    }
    await recordFailedAttempt(name, client.ip);
    logRefusedSignIn(note, "wrong", { method, name, user: error.accountId });
    return { ok: false, problem: wrong[method] };
  }
  const { account, newHash } = authenticated;
  await clearFailedAttempts(name);
  const clubs = await clubsOf(control, account.id);
  const only = clubs.length === 1 ? clubs[0] : undefined;
  // One transaction, one fsync.
  const cookie = await inTransaction(control, async (tx) => {
    if (!(await recordSignIn(tx, account, nowIso(), newHash))) return null;
    return startSession(tx, {
      accountId: account.id,
      clubCode: only?.code ?? null,
      remember: form.remember,
      ip: client.ip,
      userAgent: client.userAgent,
    });
  });
  if (cookie === null) {
    logRefusedSignIn(note, "wrong", { method, name, user: account.id });
    return { ok: false, problem: wrong[method] };
  }
  logSignIn(note, { method, user: account.id, club: only?.code ?? null });
  return {
    ok: true,
    cookie,
    clubs: clubs.length,
    newClub: account.kind === "club" && account.last_sign_in_at === null,
  };
}

const wrong = { email: "wrong-email", "club-code": "wrong-code" } as const satisfies Record<
  Method,
  SignInProblem
>;

/** The account whose password matched. `newHash` replaces a hash that has outdated parameters. */
interface Authenticated {
  account: SignInAccount;
  newHash: string | undefined;
}

/** remix-auth with one form strategy per method; both read the fields `identifier` and `password`. */
function authenticator(control: ControlDb): Authenticator<Authenticated> {
  const strategy = (find: (control: ControlDb, name: string) => Promise<SignInAccount | undefined>) =>
    new FormStrategy<Authenticated>(async ({ form }) => {
      const account = await find(control, String(form.get("identifier")).trim().toLowerCase());
      return authenticate(account, String(form.get("password")));
    });
  return new Authenticator<Authenticated>()
    .use(strategy(findClubAccount), "club-code")
    .use(strategy(findPersonByEmail), "email");
}

async function authenticate(account: SignInAccount | undefined, password: string): Promise<Authenticated> {
  const matches = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !matches) throw new WrongCredentials(account?.id);
  const newHash = needsRehash(account.password_hash) ? await hashPassword(password) : undefined;
  return { account, newHash };
}
