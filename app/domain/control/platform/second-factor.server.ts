import { randomInt } from "node:crypto";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayTryAdminCode, uncountAdminCode } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { endAdminSessions } from "./admin-sessions.server.ts";
import { forgetSecondFactor, platformAdminById } from "./admins.server.ts";
import {
  confirmTotp,
  hasTotp,
  newTotpSetup,
  sameTotpSetup,
  type TotpSetup,
  takeTotp,
} from "./totp.server.ts";

interface Owner {
  id: string;
  email: string;
}

type Answer = { ok: true } | { ok: false; problem: "wrong-code" | "wrong-password" | "locked" | "changed" };
type Confirmed = WithCodes | { ok: false; problem: "expired" };
type WithCodes = { ok: true; codes: string[] } | Exclude<Answer, { ok: true }>;

/**
 * Prepares the page that sets up an authenticator: a new key at each visit, or the one that its form was filled for.
 * Null if there is an authenticator already.
 */
export async function beginSecondFactor(
  control: ControlDb,
  owner: Owner,
  token?: string,
): Promise<TotpSetup | null> {
  if (await hasTotp(control, owner.id)) return null;
  return (token && sameTotpSetup(owner, token, now())) || newTotpSetup(owner, now());
}

/**
 * Confirms a new authenticator by its first code. Requires the password: an open desk or a stolen session must not lock
 * the owner out. Every other session ends, because the password alone had opened it.
 * @param owner with the session that goes on
 * @returns the recovery codes, which are shown this once
 * @throws TooBusy
 */
export async function confirmSecondFactor(
  control: ControlDb,
  owner: Owner & { tokenHash: string },
  { password, ...proof }: { password: string; token: string; code: string },
): Promise<Confirmed> {
  if (!(await mayTryAdminCode(owner.id))) return { ok: false, problem: "locked" };
  const admin = await platformAdminById(control, owner.id);
  if (!(await verifyPassword(admin?.password_hash, password)))
    return { ok: false, problem: "wrong-password" };
  const { codes, hashes } = await newRecoveryCodes();
  return uncountedIfRight(owner, control, async (tx): Promise<Confirmed> => {
    if (await hasTotp(tx, owner.id)) return { ok: false, problem: "changed" };
    const confirmed = await confirmTotp(tx, owner, proof, now());
    if (!confirmed.ok) return confirmed;
    await storeRecoveryCodes(tx, owner.id, hashes);
    await endAdminSessions(tx, owner.id, { allBut: owner.tokenHash });
    await recordChange(tx, owner, "on");
    return { ok: true, codes };
  });
}

/** Replaces the recovery codes. Requires the password and a code (a recovery code counts). @throws TooBusy */
export async function renewRecoveryCodes(
  control: ControlDb,
  owner: Owner,
  proof: { password: string; code: string },
): Promise<WithCodes> {
  const proved = await proveOwner(control, owner, proof);
  if (!proved.ok) return proved;
  const { codes, hashes } = await newRecoveryCodes();
  return uncountedIfRight(owner, control, async (tx): Promise<WithCodes> => {
    if (!(await hasTotp(tx, owner.id))) return { ok: false, problem: "changed" };
    if (!(await takeProof(tx, owner, proof.code, proved.recoveryCode)))
      return { ok: false, problem: "wrong-code" };
    await storeRecoveryCodes(tx, owner.id, hashes);
    await recordChange(tx, owner, "codes");
    return { ok: true, codes };
  });
}

/**
 * Switches the authenticator off. Requires the password and a code; a recovery code works without the phone
 * (product/platform-staff.md#platform-staff).
 * @throws TooBusy
 */
export async function endSecondFactor(
  control: ControlDb,
  owner: Owner,
  proof: { password: string; code: string },
): Promise<Answer> {
  const proved = await proveOwner(control, owner, proof);
  if (!proved.ok) return proved;
  return uncountedIfRight(owner, control, async (tx): Promise<Answer> => {
    if (!(await hasTotp(tx, owner.id))) return { ok: false, problem: "changed" };
    if (!(await takeProof(tx, owner, proof.code, proved.recoveryCode)))
      return { ok: false, problem: "wrong-code" };
    await forgetSecondFactor(tx, owner.id);
    await recordChange(tx, owner, "off");
    return { ok: true };
  });
}

/** Compares the password, and the code if it is a recovery code: hashing is too slow for a transaction. */
export async function proveOwner(
  control: ControlDb,
  owner: Owner,
  { password, code }: { password: string; code: string },
): Promise<{ ok: true; recoveryCode: MatchedCode | null } | Exclude<Answer, { ok: true }>> {
  if (!(await mayTryAdminCode(owner.id))) return { ok: false, problem: "locked" };
  const admin = await platformAdminById(control, owner.id);
  if (!(await verifyPassword(admin?.password_hash, password)))
    return { ok: false, problem: "wrong-password" };
  if (!looksLikeRecoveryCode(code)) return { ok: true, recoveryCode: null };
  const recoveryCode = await matchRecoveryCode(control, owner.id, code);
  return recoveryCode === null ? { ok: false, problem: "wrong-code" } : { ok: true, recoveryCode };
}

/** Uses up a code of the authenticator, or a recovery code. @returns whether it was right */
export const takeProof = async (
  tx: ControlTx,
  owner: Owner,
  code: string,
  recoveryCode: MatchedCode | null,
) =>
  recoveryCode === null
    ? takeTotp(tx, owner, code, now())
    : (await consumeRecoveryCode(tx, owner.id, recoveryCode, now())) !== null;

/** Runs a transaction whose try of a code does not count if the code was right. */
export async function uncountedIfRight<Result extends { ok: boolean }>(
  owner: Owner,
  control: ControlDb,
  work: (tx: ControlTx) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(control, work);
  if (result.ok) await uncountAdminCode(owner.id);
  return result;
}

/** Runs `work` once the password is right, and a code where an authenticator is set up. @throws TooBusy */
export async function proved<Result extends { ok: boolean }>(
  control: ControlDb,
  owner: Owner,
  asked: { password: string; code: string },
  work: (tx: ControlTx) => Promise<Result>,
): Promise<Result | Unproved> {
  const asksCode = await hasTotp(control, owner.id);
  const proof = await proveOwner(control, owner, { ...asked, code: asksCode ? asked.code : "" });
  if (!proof.ok) return proof;
  return uncountedIfRight<Result | Unproved>(owner, control, async (tx) => {
    if (asksCode && !(await takeProof(tx, owner, asked.code, proof.recoveryCode)))
      return { ok: false, problem: "wrong-code" };
    return work(tx);
  });
}

export type Unproved = Extract<Awaited<ReturnType<typeof proveOwner>>, { ok: false }>;

const KINDS = { on: "staff.factor-on", off: "staff.factor-off", codes: "staff.recovery-codes-made" } as const;

/** Records a change in a mail to the owner and in the audit log. */
async function recordChange(tx: ControlTx, owner: Owner, change: keyof typeof KINDS): Promise<void> {
  await recordAudit(tx, { kind: KINDS[change], actor: { kind: "staff", id: owner.id }, at: now() });
  await queueMail(tx, {
    key: `second-factor:${newId()}`,
    template: "admin-second-factor",
    variables: { change },
    to: owner.email,
  });
}

/** Number of recovery codes; each works once (product/platform-staff.md#platform-staff). */
const CODES = 8;
/** Letters and digits that do not look alike. 10 of them are 49 bits, and a guess costs one of five tries. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
const CODE = /^(\d{1,2})-?([2-9a-z]{5})-?([2-9a-z]{5})$/;

/** Codes for when the phone is lost, like '3-k7p2q-x9wmd', and their hashes. The number finds the hash to compare. */
async function newRecoveryCodes(): Promise<{ codes: string[]; hashes: string[] }> {
  const secrets = Array.from({ length: CODES }, () => [part(), part()].join("-"));
  const hashes: string[] = [];
  for (const secret of secrets) hashes.push(await hashPassword(secret));
  return { codes: secrets.map((secret, index) => `${index + 1}-${secret}`), hashes };
}

const part = () => Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** Tells whether a text has the form of a recovery code rather than of an authenticator's code. */
const looksLikeRecoveryCode = (typed: string) => CODE.test(tidy(typed));

const tidy = (typed: string) => typed.trim().toLowerCase().replace(/\s+/g, "");

/** Replaces the recovery codes of an administrator. */
async function storeRecoveryCodes(tx: ControlTx, adminId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom("platform_recovery_codes").where("admin_id", "=", adminId).execute();
  const rows = hashes.map((code_hash, index) => ({
    admin_id: adminId,
    number: index + 1,
    code_hash,
    used_at: null,
  }));
  await tx.insertInto("platform_recovery_codes").values(rows).execute();
}

/** A recovery code that was compared: its number may have another code by now. */
export interface MatchedCode {
  number: number;
  code_hash: string;
}

/**
 * Loads the recovery code that was typed, if it is right and was never used; otherwise null. Takes the same time
 * whether or not there is such a code. Use it up with `consumeRecoveryCode`.
 * @throws TooBusy
 */
export async function matchRecoveryCode(
  control: ControlDb,
  adminId: string,
  typed: string,
): Promise<MatchedCode | null> {
  const [, number, first, second] = CODE.exec(tidy(typed)) ?? [];
  const row = number
    ? await control
        .selectFrom("platform_recovery_codes")
        .select(["number", "code_hash"])
        .where("admin_id", "=", adminId)
        .where("number", "=", Number(number))
        .where("used_at", "is", null)
        .executeTakeFirst()
    : undefined;
  const matches = await verifyPassword(row?.code_hash, `${first}-${second}`);
  return matches && row ? row : null;
}

/** Uses a recovery code up. @returns how many are left, or null if another request has just used it */
export async function consumeRecoveryCode(
  tx: ControlTx,
  adminId: string,
  { number, code_hash }: MatchedCode,
  at: Date,
): Promise<number | null> {
  const used = await tx
    .updateTable("platform_recovery_codes")
    .set({ used_at: at.toISOString() })
    .where("admin_id", "=", adminId)
    .where("number", "=", number)
    .where("code_hash", "=", code_hash)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n ? recoveryCodesLeft(tx, adminId) : null;
}

export async function recoveryCodesLeft(control: ControlDb, adminId: string): Promise<number> {
  const { left } = await control
    .selectFrom("platform_recovery_codes")
    .select(({ fn }) => fn.countAll<number>().as("left"))
    .where("admin_id", "=", adminId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return left;
}
