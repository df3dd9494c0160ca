import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { mayUse, unlockAdminCodes } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { mailSessionsEnded } from "#app/domain/control/sign-in/help-member.server.ts";
import { unlockSignIn } from "#app/domain/control/sign-in/sign-in-limits.server.ts";
import { staffSignInName } from "#app/domain/values/sign-in-name.ts";
import { type PlatformRole, platformRoleName } from "#app/permissions/platform-roles.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { endAdminSessions } from "./admin-sessions.server.ts";
import {
  changePlatformRole,
  endPlatformSessions,
  forgetSecondFactor,
  platformAdminById,
} from "./admins.server.ts";
import { proveOwner, takeProof, uncountedIfRight } from "./second-factor.server.ts";
import { hasTotp } from "./totp.server.ts";

interface Colleague {
  id: string;
  email: string;
}

/** The super admin who helps. */
interface Helper {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Changes a colleague's role. Their sessions and tokens end, so that nothing is done any more with the rights before,
 * and they read it by email (product/platform-staff.md#platform-staff).
 * @param change.was the role that the form showed; 'changed' if it is another by now
 */
export const changeColleagueRole = (
  control: ControlDb,
  colleague: Colleague,
  { role, was }: { role: PlatformRole; was: PlatformRole },
  by: Helper,
): Promise<{ ok: true } | { ok: false; problem: "self" | "changed" | "last-super-admin" }> =>
  inTransaction(control, async (tx) => {
    if (colleague.id === by.id) return { ok: false, problem: "self" };
    const changed = await changePlatformRole(tx, colleague.id, { role, was });
    if (!changed.ok || role === was) return changed;
    await recordAudit(tx, {
      kind: "staff.role-changed",
      actor: { kind: "staff", id: by.id },
      subject: colleague.id,
      detail: { from: was, role },
      at: now(),
    });
    await queueMail(tx, {
      key: `staff-account:${newId()}`,
      template: "staff-account-changed",
      variables: { change: "role", by: `${by.firstName} ${by.lastName}`, role: platformRoleName[role] },
      to: colleague.email,
    });
    return changed;
  });

type LostPhone =
  | { ok: true }
  | {
      ok: false;
      problem: "self" | "no-factor" | "wrong-password" | "wrong-code" | "locked" | "changed";
    };

/**
 * Removes the authenticator and the recovery codes of a colleague who has lost both, for a super admin who proves to be
 * the one who is signed in: a stolen session must not open a colleague's account to a stolen password. Everything of
 * the colleague's ends, and they read it by email (product/platform-staff.md#platform-staff).
 * @param proof.code of the helper's own authenticator, where there is one
 * @throws TooBusy
 */
export async function helpLostPhone(
  control: ControlDb,
  colleague: Colleague,
  proof: { password: string; code: string },
  by: Helper,
): Promise<LostPhone> {
  if (colleague.id === by.id) return { ok: false, problem: "self" };
  const asksCode = await hasTotp(control, by.id);
  const proved = await proveOwner(control, by, { ...proof, code: asksCode ? proof.code : "" });
  if (!proved.ok) return proved;
  const helped = await uncountedIfRight(by, control, async (tx): Promise<LostPhone> => {
    if (!(await platformAdminById(tx, colleague.id)) || !(await hasTotp(tx, colleague.id)))
      return { ok: false, problem: "no-factor" };
    if (asksCode && !(await takeProof(tx, by, proof.code, proved.recoveryCode)))
      return { ok: false, problem: "wrong-code" };
    await forgetSecondFactor(tx, colleague.id);
    await endPlatformSessions(tx, colleague.id);
    await recordAudit(tx, {
      kind: "staff.factor-removed",
      actor: { kind: "staff", id: by.id },
      subject: colleague.id,
      at: now(),
    });
    await queueMail(tx, {
      key: `staff-account:${newId()}`,
      template: "staff-account-changed",
      variables: { change: "lost-phone", by: `${by.firstName} ${by.lastName}`, role: "" },
      to: colleague.email,
    });
    return { ok: true };
  });
  if (helped.ok) await unlockAdminCodes(colleague.id);
  return helped;
}

/** Ends one session of a colleague, or all; they read it by email. @returns how many have ended */
export const endColleagueSessions = (
  control: ControlDb,
  colleague: Colleague,
  which: { id: string } | "all",
  by: Helper,
): Promise<number> =>
  inTransaction(control, async (tx) => {
    const ended = await endAdminSessions(tx, colleague.id, which === "all" ? { allBut: null } : which);
    if (ended.length === 0) return 0;
    await recordAudit(tx, {
      kind: "sign-in.ended-for",
      actor: { kind: "staff", id: by.id },
      subject: colleague.id,
      detail: { sessions: ended.length },
      at: now(),
    });
    await mailSessionsEnded(tx, colleague.email, {
      by: `${by.firstName} ${by.lastName}`,
      one: which === "all" ? undefined : ended[0],
      signIn: "/admin/login",
    });
    return ended.length;
  });

/** Unlocks a colleague's password and codes. @returns false if that was done too often in an hour */
export async function unlockColleague(
  control: ControlDb,
  colleague: Colleague,
  by: string,
): Promise<boolean> {
  if (!(await mayUse("sign-in-unlock", colleague.id))) return false;
  await inTransaction(control, (tx) =>
    recordAudit(tx, {
      kind: "sign-in.unlocked",
      actor: { kind: "staff", id: by },
      subject: colleague.id,
      at: now(),
    }),
  );
  await unlockSignIn([staffSignInName(colleague.email)]);
  await unlockAdminCodes(colleague.id);
  return true;
}
