import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword, needsRehash, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import {
  findPlatformAdmin,
  hasSamePassword,
  type PlatformAdmin,
} from "#app/domain/control/platform/admins.server.ts";
import { consumeRecoveryCode, matchRecoveryCode } from "#app/domain/control/platform/second-factor.server.ts";
import { hasTotp, takeTotp } from "#app/domain/control/platform/totp.server.ts";
import { mayTryAdminCode, uncountAdminCode } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { withinSignInLimits } from "#app/domain/control/sign-in/within-limits.server.ts";
import { staffSignInName } from "#app/domain/values/sign-in-name.ts";
import type { PublicContext } from "#app/journeys/context.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
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
import { auditRefusedSignIn } from "./refusal-audit.server.ts";
import { logRefusedSignIn, logSignIn } from "./sign-in-log.server.ts";

export type AdminSignIn =
  | { ok: true; cookies: string[]; step: "code" | "in" }
  | { ok: false; problem: "wrong" | "locked" };

/**
 * Compares a password of staff, within the limits of signing in. An unknown email and a wrong password look the same
 * and take the same time; strangers lock only themselves out (product/accounts.md#sign-in-limits).
 * @param browserOf the mark of a browser that signed in to the account before, or null
 * @throws TooBusy
 */
export async function checkAdminPassword(
  ctx: PublicContext,
  form: { email: string; password: string },
  browserOf: (admins: string[]) => Promise<string | null>,
): Promise<{ ok: true; match: PlatformAdmin } | { ok: false; problem: "wrong" | "locked" }> {
  const { control, client, note } = ctx;
  const admin = await findPlatformAdmin(control, form.email);
  const browser = await browserOf(admin ? [admin.id] : []);
  const passwordSince = admin?.password_changed_at ?? "";
  const attempt = { name: staffSignInName(form.email), passwordSince, ip: client.ip, browser };
  const checked = await withinSignInLimits(attempt, async () =>
    (await verifyPassword(admin?.password_hash, form.password)) && admin ? admin : null,
  );
  if (!checked.ok) {
    const reason = checked.problem === "locked" ? "throttled" : "wrong";
    logRefusedSignIn(note, reason, { method: "staff", name: form.email, user: admin?.id });
    auditRefusedSignIn(ctx, reason, { kind: "staff", ids: admin ? [admin.id] : [] });
  }
  return checked;
}

/** Replaces the hash of a right password where its parameters are outdated. @throws TooBusy */
export async function renewAdminHash(control: ControlDb, admin: PlatformAdmin, password: string) {
  if (!needsRehash(admin.password_hash)) return;
  const newHash = await hashPassword(password);
  await control
    .updateTable("platform_admins")
    .set({ password_hash: newHash })
    .where("id", "=", admin.id)
    .where("password_hash", "=", admin.password_hash)
    .execute();
}

/**
 * Signs staff in, or asks for the second factor.
 * @throws TooBusy
 */
export async function signInAdmin(
  ctx: PublicContext,
  request: Request,
  form: { email: string; password: string },
): Promise<AdminSignIn> {
  const { control, client, note } = ctx;
  const checked = await checkAdminPassword(ctx, form, (admins) => knownBrowser(request, admins));
  if (!checked.ok) return checked;
  const { id } = checked.match;
  await renewAdminHash(control, checked.match, form.password);
  const known = await rememberBrowser(request, [id]);
  const begun = await inTransaction(control, async (tx) => {
    if (!(await hasSamePassword(tx, checked.match))) return null;
    await endAdminSession(tx, request);
    if (await hasTotp(tx, id)) return { cookie: await startChallenge(tx, id), step: "code" as const };
    return { cookie: await startAdminSession(tx, id, client), step: "in" as const };
  });
  if (!begun) {
    logRefusedSignIn(note, "wrong", { method: "staff", name: form.email, user: id });
    auditRefusedSignIn(ctx, "wrong", { kind: "staff", ids: [id] });
    return { ok: false, problem: "wrong" };
  }
  const { cookie, step } = begun;
  if (step === "in") logSignIn(note, { method: "staff", user: id, club: null });
  return { ok: true, cookies: [cookie, known], step };
}

export type SecondFactor =
  | { ok: true; cookies: string[]; recoveryCodesLeft: number | null }
  | { ok: false; problem: "no-challenge" | "wrong" | "locked" };

export interface TypedCode {
  kind: "authenticator" | "recovery";
  code: string;
}

/**
 * Proves the second factor after the right password: a code of the authenticator, or a recovery code. Tries are counted
 * for the account before they are looked at, so that a right password does not reset them. The use of a recovery code
 * is reported by email.
 * @param then carried out in the same transaction; null undoes nothing and refuses
 * @throws TooBusy
 */
export async function proveSecondFactor<Made>(
  ctx: PublicContext,
  admin: { id: string; email: string },
  typed: TypedCode,
  then: (tx: ControlTx) => Promise<Made | null>,
): Promise<{ ok: true; made: Made; left: number | null } | { ok: false; problem: "wrong" | "locked" }> {
  const { control, note } = ctx;
  const who = { method: "staff", name: admin.email, user: admin.id } as const;
  if (!(await mayTryAdminCode(admin.id))) {
    logRefusedSignIn(note, "throttled", who);
    auditRefusedSignIn(ctx, "throttled", { kind: "staff", ids: [admin.id] });
    return { ok: false, problem: "locked" };
  }
  const matched = typed.kind === "recovery" ? await matchRecoveryCode(control, admin.id, typed.code) : null;
  const done = await inTransaction(control, async (tx) => {
    const left = matched === null ? null : await consumeRecoveryCode(tx, admin.id, matched, now());
    const right = typed.kind === "recovery" ? left !== null : await takeTotp(tx, admin, typed.code, now());
    const made = right ? await then(tx) : null;
    if (made === null) return null;
    if (left !== null) {
      const actor = { kind: "staff", id: admin.id } as const;
      await recordAudit(tx, { kind: "staff.recovery-code-used", actor, detail: { left }, at: now() });
      await queueMail(tx, {
        key: `recovery-code:${newId()}`,
        template: "admin-recovery-code",
        variables: { left },
        to: admin.email,
      });
    }
    return { made, left };
  });
  if (!done) {
    logRefusedSignIn(note, "wrong", who);
    auditRefusedSignIn(ctx, "wrong", { kind: "staff", ids: [admin.id] });
    return { ok: false, problem: "wrong" };
  }
  await uncountAdminCode(admin.id);
  logSignIn(note, { method: "staff", user: admin.id, club: null });
  return { ok: true, ...done };
}

/** Takes the second step of signing in: a session with a new id begins. @throws TooBusy */
export async function takeSecondFactor(
  ctx: PublicContext,
  request: Request,
  typed: TypedCode,
): Promise<SecondFactor> {
  const challenge = await readChallenge(ctx.control, request);
  if (!challenge) return { ok: false, problem: "no-challenge" };
  const proved = await proveSecondFactor(ctx, challenge, typed, async (tx) => {
    const over = await endChallenge(tx, challenge.tokenHash);
    return over === null ? null : [over, await startAdminSession(tx, challenge.id, ctx.client)];
  });
  if (!proved.ok) return proved;
  return { ok: true, cookies: proved.made, recoveryCodesLeft: proved.left };
}
