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

export type SignInRefusal = "wrong-email" | "wrong-code" | "locked";

/** Thrown out of a strategy, caught by `signIn`: the pair did not fit. It knows the account, where there is one. */
class NotRecognised extends Error {
  override name = "NotRecognised";
  constructor(readonly accountId: string | undefined) {
    super();
  }
}

/**
 * Signs in with the login form that `request` carries. Which part was wrong is not told, and takes as long.
 * @returns the session's cookie and whether a club is still to be chosen, or why not.
 */
export async function signIn(
  ctx: PublicContext,
  request: Request,
  form: { identifier: string; remember: boolean },
): Promise<{ refused: SignInRefusal } | { cookie: string; clubs: number; newClub: boolean }> {
  const { control, client, note } = ctx;
  const method: Method = form.identifier.includes("@") ? "email" : "club-code";
  const name = form.identifier.toLowerCase();
  if (!(await startSignInAttempt(name, client.ip))) {
    logRefusedSignIn(note, "throttled", { method, name });
    return { refused: "locked" };
  }
  let recognised: Recognised;
  try {
    recognised = await authenticator(control).authenticate(method, request);
  } catch (error) {
    if (error instanceof TooBusy) logRefusedSignIn(note, "too busy", { method, name });
    if (!(error instanceof NotRecognised)) {
      await cancelAttempt(name);
      throw error;
    }
    await recordFailedAttempt(name, client.ip);
    logRefusedSignIn(note, "wrong", { method, name, user: error.accountId });
    return { refused: refusedAs(method) };
  }
  const { account, newHash } = recognised;
  await clearFailedAttempts(name);
  const clubs = await clubsOf(control, account.id);
  const only = clubs.length === 1 ? clubs[0] : undefined;
  // One transaction: the disk is waited for once.
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
    return { refused: refusedAs(method) };
  }
  logSignIn(note, { method, user: account.id, club: only?.code ?? null });
  return {
    cookie,
    clubs: clubs.length,
    newClub: account.kind === "club" && account.last_sign_in_at === null,
  };
}

const refusedAs = (method: Method) => (method === "email" ? "wrong-email" : "wrong-code");

/** Whose password it was. `newHash`: the kept hash was made with other parameters than today's. */
interface Recognised {
  account: SignInAccount;
  newHash: string | undefined;
}

/** remix-auth with one form strategy a method; both take the fields `identifier` and `password`. */
function authenticator(control: ControlDb): Authenticator<Recognised> {
  const strategy = (find: (control: ControlDb, name: string) => Promise<SignInAccount | undefined>) =>
    new FormStrategy<Recognised>(async ({ form }) => {
      const account = await find(control, String(form.get("identifier")).trim().toLowerCase());
      return recognise(account, String(form.get("password")));
    });
  return new Authenticator<Recognised>()
    .use(strategy(findClubAccount), "club-code")
    .use(strategy(findPersonByEmail), "email");
}

async function recognise(account: SignInAccount | undefined, password: string): Promise<Recognised> {
  const fits = await verifyPassword(account?.password_hash, password);
  if (!account?.password_hash || !fits) throw new NotRecognised(account?.id);
  const newHash = needsRehash(account.password_hash) ? await hashPassword(password) : undefined;
  return { account, newHash };
}
