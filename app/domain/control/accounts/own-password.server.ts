import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { passkeyNamesOf, passwordOf, replacePassword } from "./accounts.server.ts";

interface StoredPassword {
  passwordHash: string | null;
  /** Address for its owner's mails. */
  email: string | null;
  clubCode: string | null;
}

/** Storage of passwords: those of accounts, or those of the platform's staff. */
export interface Passwords {
  read: (control: ControlDb, id: string) => Promise<StoredPassword | undefined>;
  /** Sets one, ends every session of its owner and uses up the links that set another. */
  replace: (tx: ControlTx, id: string, passwordHash: string, at: Date) => Promise<void>;
  /** Loads the names of what signs its owner in without the password. */
  passkeys: (control: ControlDb, id: string) => Promise<string[]>;
  record: (
    tx: ControlTx,
    id: string,
    kind: "account.password-changed" | "account.password-reset",
  ) => Promise<void>;
}

export const accountPasswords: Passwords = {
  read: passwordOf,
  replace: replacePassword,
  passkeys: passkeyNamesOf,
  record: (tx, id, kind) => recordAccountAudit(tx, id, { kind, actor: { kind: "account", id }, at: now() }),
};

type OwnPassword = { ok: true; stored: StoredPassword } | { ok: false; problem: "wrong" | "locked" };

/**
 * Checks the user's password before a step that a borrowed phone must not take. The try is counted first
 * (product/accounts.md#own-account).
 * @throws TooBusy
 */
export async function checkOwnPassword(
  control: ControlDb,
  id: string,
  typed: string,
  passwords = accountPasswords,
): Promise<OwnPassword> {
  if (!(await mayUse("own-password", id))) return { ok: false, problem: "locked" };
  const stored = await passwords.read(control, id);
  const right = await verifyPassword(stored?.passwordHash, typed);
  return stored && right ? { ok: true, stored } : { ok: false, problem: "wrong" };
}

export type PasswordChange = { ok: true } | { ok: false; problem: "wrong" | "locked" | "changed" };

/**
 * Changes the user's own password; requires the current one. Every session ends, also this one's; the caller starts a
 * new one. The owner is notified by email. A second factor stays.
 * @throws TooBusy
 */
export async function changePassword(
  control: ControlDb,
  passwords: Passwords,
  id: string,
  typed: { current: string; password: string },
): Promise<PasswordChange> {
  const own = await checkOwnPassword(control, id, typed.current, passwords);
  if (!own.ok) return own;
  const passwordHash = await hashPassword(typed.password);
  return inTransaction(control, async (tx): Promise<PasswordChange> => {
    const before = await passwords.read(tx, id);
    // Somebody reset it between the comparison and now.
    if (!before || before.passwordHash !== own.stored.passwordHash) return { ok: false, problem: "changed" };
    await passwords.replace(tx, id, passwordHash, now());
    await passwords.record(tx, id, "account.password-changed");
    if (before.email)
      await queueMail(tx, {
        key: `password-changed:${newId()}`,
        template: "password-changed",
        variables: passkeysLeft(await passwords.passkeys(tx, id)),
        to: before.email,
        clubCode: before.clubCode,
      });
    return { ok: true };
  });
}

/**
 * Returns what the mail about a new password says of the passkeys, which a new password leaves
 * (product/accounts.md#passkeys).
 */
export const passkeysLeft = (names: readonly string[]) =>
  names.length === 0
    ? {}
    : { passkeys: names.map((name) => `'${name}'`).join(", "), link: `${env().appUrl}/account/passkeys` };
