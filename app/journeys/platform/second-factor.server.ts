import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { forgetSecondFactor, platformAdminById } from "#app/domain/control/platform/admins.server.ts";
import { newRecoveryCodes, storeRecoveryCodes } from "#app/domain/control/platform/recovery-codes.server.ts";
import { beginTotp, hasTotp, takeTotp } from "#app/domain/control/platform/totp.server.ts";
import { mayTryAdminCode } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

interface Owner {
  id: string;
  email: string;
}

type Answer = { ok: true } | { ok: false; problem: "wrong-code" | "wrong-password" | "locked" | "changed" };
type WithCodes = { ok: true; codes: string[] } | Exclude<Answer, { ok: true }>;

/** What the page that sets up an authenticator shows; null where there is one already. */
export const beginSecondFactor = (control: ControlDb, owner: Owner) =>
  inTransaction(control, async (tx) => ((await hasTotp(tx, owner.id)) ? null : beginTotp(tx, owner)));

/**
 * Confirms a new authenticator by its first code.
 * @returns the recovery codes, which are shown this once
 * @throws TooBusy
 */
export async function confirmSecondFactor(
  control: ControlDb,
  owner: Owner,
  code: string,
): Promise<WithCodes> {
  if (!(await mayTryAdminCode(owner.id))) return { ok: false, problem: "locked" };
  const { codes, hashes } = await newRecoveryCodes();
  return inTransaction(control, async (tx): Promise<WithCodes> => {
    if (await hasTotp(tx, owner.id)) return { ok: false, problem: "changed" };
    if (!(await takeTotp(tx, owner, code, now()))) return { ok: false, problem: "wrong-code" };
    await storeRecoveryCodes(tx, owner.id, hashes);
    await mailChange(tx, owner, "on");
    return { ok: true, codes };
  });
}

/** Replaces the recovery codes, for who types the password and a code. @throws TooBusy */
export async function renewRecoveryCodes(
  control: ControlDb,
  owner: Owner,
  proof: { password: string; code: string },
): Promise<WithCodes> {
  const proved = await provePassword(control, owner, proof.password);
  if (!proved.ok) return proved;
  const { codes, hashes } = await newRecoveryCodes();
  return inTransaction(control, async (tx): Promise<WithCodes> => {
    if (!(await hasTotp(tx, owner.id))) return { ok: false, problem: "changed" };
    if (!(await takeTotp(tx, owner, proof.code, now()))) return { ok: false, problem: "wrong-code" };
    await storeRecoveryCodes(tx, owner.id, hashes);
    await mailChange(tx, owner, "codes");
    return { ok: true, codes };
  });
}

/** Switches the authenticator off, for who types the password and a code (product.md#platform-staff). @throws TooBusy */
export async function endSecondFactor(
  control: ControlDb,
  owner: Owner,
  proof: { password: string; code: string },
): Promise<Answer> {
  const proved = await provePassword(control, owner, proof.password);
  if (!proved.ok) return proved;
  return inTransaction(control, async (tx): Promise<Answer> => {
    if (!(await hasTotp(tx, owner.id))) return { ok: false, problem: "changed" };
    if (!(await takeTotp(tx, owner, proof.code, now()))) return { ok: false, problem: "wrong-code" };
    await forgetSecondFactor(tx, owner.id);
    await mailChange(tx, owner, "off");
    return { ok: true };
  });
}

async function provePassword(control: ControlDb, owner: Owner, password: string): Promise<Answer> {
  if (!(await mayTryAdminCode(owner.id))) return { ok: false, problem: "locked" };
  const admin = await platformAdminById(control, owner.id);
  const right = await verifyPassword(admin?.password_hash, password);
  return right ? { ok: true } : { ok: false, problem: "wrong-password" };
}

const mailChange = (control: ControlDb, owner: Owner, change: "on" | "off" | "codes") =>
  queueMail(control, {
    key: `second-factor:${newId()}`,
    template: "admin-second-factor",
    variables: { change },
    to: owner.email,
  });
