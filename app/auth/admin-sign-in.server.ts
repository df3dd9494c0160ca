import { inTransaction } from "#app/db/engine.server.ts";
import { hashPassword, needsRehash, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { findPlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import {
  consumeRecoveryCode,
  matchRecoveryCode,
} from "#app/domain/control/platform/recovery-codes.server.ts";
import { hasTotp, takeTotp } from "#app/domain/control/platform/totp.server.ts";
import { mayTryAdminCode, uncountAdminCode } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { withinSignInLimits } from "#app/domain/control/sign-in/within-limits.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import {
  endAdminSession,
  endChallenge,
  readChallenge,
  startAdminSession,
  startChallenge,
} from "./admin-session.server.ts";
import { knownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { logRefusedSignIn, logSignIn } from "./sign-in-log.server.ts";

export type AdminSignIn =
  | { ok: true; cookies: string[]; step: "code" | "in" }
  | { ok: false; problem: "wrong" | "locked" };

/**
 * Signs staff in, or leads on to the second factor of who has one. An unknown email and a wrong password look the same
 * and take the same time; strangers lock nobody but themselves (product.md#sign-in-limits).
 * @throws TooBusy
 */
export async function signInAdmin(
  ctx: PublicContext,
  request: Request,
  form: { email: string; password: string },
): Promise<AdminSignIn> {
  const { control, client, note } = ctx;
  const admin = await findPlatformAdmin(control, form.email);
  const browser = await knownBrowser(request, admin ? [admin.id] : []);
  const passwordSince = admin?.password_changed_at ?? "";
  const attempt = { name: `staff ${form.email}`, passwordSince, ip: client.ip, browser };
  const who = { method: "staff", name: form.email, user: admin?.id } as const;
  const checked = await withinSignInLimits(attempt, async () =>
    (await verifyPassword(admin?.password_hash, form.password)) && admin ? admin : null,
  );
  if (!checked.ok) {
    logRefusedSignIn(note, checked.problem === "locked" ? "throttled" : "wrong", who);
    return { ok: false, problem: checked.problem };
  }
  const { id, password_hash } = checked.match;
  const newHash = needsRehash(password_hash) ? await hashPassword(form.password) : null;
  const known = await rememberBrowser(request, [id]);
  const { cookie, step } = await inTransaction(control, async (tx) => {
    if (newHash)
      await tx
        .updateTable("platform_admins")
        .set({ password_hash: newHash })
        .where("id", "=", id)
        .where("password_hash", "=", password_hash)
        .execute();
    await endAdminSession(tx, request);
    if (await hasTotp(tx, id)) return { cookie: await startChallenge(tx, id), step: "code" as const };
    return { cookie: await startAdminSession(tx, id, client), step: "in" as const };
  });
  if (step === "in") logSignIn(note, { method: "staff", user: id, club: null });
  return { ok: true, cookies: [cookie, known], step };
}

export type SecondFactor =
  | { ok: true; cookies: string[]; recoveryCodesLeft: number | null }
  | { ok: false; problem: "no-challenge" | "wrong" | "locked" };

/**
 * The second step: a code of the authenticator, or a recovery code. Tries are counted for the account before they are
 * looked at, so that a right password does not start them again. A session with a new id begins; a recovery code that
 * was used is told by email.
 * @throws TooBusy
 */
export async function takeSecondFactor(
  ctx: PublicContext,
  request: Request,
  typed: { kind: "authenticator" | "recovery"; code: string },
): Promise<SecondFactor> {
  const { control, client, note } = ctx;
  const challenge = await readChallenge(control, request);
  if (!challenge) return { ok: false, problem: "no-challenge" };
  const who = { method: "staff", name: challenge.email, user: challenge.id } as const;
  if (!(await mayTryAdminCode(challenge.id))) {
    logRefusedSignIn(note, "throttled", who);
    return { ok: false, problem: "locked" };
  }
  const number =
    typed.kind === "recovery" ? await matchRecoveryCode(control, challenge.id, typed.code) : null;
  const done = await inTransaction(control, async (tx) => {
    const left = number === null ? null : await consumeRecoveryCode(tx, challenge.id, number, now());
    const right =
      typed.kind === "recovery" ? left !== null : await takeTotp(tx, challenge, typed.code, now());
    if (!right) return null;
    const over = await endChallenge(tx, challenge.tokenHash);
    if (!over) return null;
    if (left !== null)
      await queueMail(tx, {
        key: `recovery-code:${newId()}`,
        template: "admin-recovery-code",
        variables: { left },
        to: challenge.email,
      });
    return { left, cookies: [over, await startAdminSession(tx, challenge.id, client)] };
  });
  if (!done) {
    logRefusedSignIn(note, "wrong", who);
    return { ok: false, problem: "wrong" };
  }
  await uncountAdminCode(challenge.id);
  logSignIn(note, { method: "staff", user: challenge.id, club: null });
  return { ok: true, cookies: done.cookies, recoveryCodesLeft: done.left };
}
