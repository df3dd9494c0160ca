import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword, verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayTryOwnPassword } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { passwordOf, replacePassword } from "./accounts.server.ts";

type OwnPassword =
  | { ok: true; account: NonNullable<Awaited<ReturnType<typeof passwordOf>>> }
  | { ok: false; problem: "wrong" | "locked" };

/**
 * Whether the user knows their password; asked before a step that a borrowed phone must not take. The try is
 * counted first (product.md#own-account).
 * @throws TooBusy
 */
export async function checkOwnPassword(
  control: ControlDb,
  accountId: string,
  typed: string,
): Promise<OwnPassword> {
  if (!(await mayTryOwnPassword(accountId))) return { ok: false, problem: "locked" };
  const account = await passwordOf(control, accountId);
  const right = await verifyPassword(account?.passwordHash, typed);
  return account && right ? { ok: true, account } : { ok: false, problem: "wrong" };
}

export type PasswordChange = { ok: true } | { ok: false; problem: "wrong" | "locked" | "changed" };

/**
 * Changes the user's own password, for who knows the current one: every session ends, also this one's; the caller
 * starts a new one. The owner is told by email.
 * @throws TooBusy
 */
export async function changePassword(
  control: ControlDb,
  accountId: string,
  typed: { current: string; password: string },
): Promise<PasswordChange> {
  const own = await checkOwnPassword(control, accountId, typed.current);
  if (!own.ok) return own;
  const passwordHash = await hashPassword(typed.password);
  return inTransaction(control, async (tx): Promise<PasswordChange> => {
    const before = await passwordOf(tx, accountId);
    // Somebody reset it between the comparison and now.
    if (!before || before.passwordHash !== own.account.passwordHash) return { ok: false, problem: "changed" };
    await replacePassword(tx, accountId, passwordHash, now());
    const actor = { kind: "account", id: accountId } as const;
    await recordAccountAudit(tx, accountId, { kind: "account.password-changed", actor, at: now() });
    if (before.email)
      await queueMail(tx, {
        key: `password-changed:${newId()}`,
        template: "password-changed",
        variables: {},
        to: before.email,
        clubCode: before.clubCode,
      });
    return { ok: true };
  });
}
