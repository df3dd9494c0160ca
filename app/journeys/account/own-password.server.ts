import type { ControlDb } from "#app/db/control/schema.ts";
import { passwordOf } from "#app/domain/control/accounts/accounts.server.ts";
import { verifyPassword } from "#app/domain/control/passwords/password.server.ts";
import { mayTryOwnPassword } from "#app/domain/control/rate-limits/rate-limits.server.ts";

type OwnPassword =
  | { ok: true; account: NonNullable<Awaited<ReturnType<typeof passwordOf>>> }
  | { ok: false; problem: "wrong" | "locked" };

/**
 * Whether who is signed in knows the own password; asked before a step that a borrowed phone must not take. The try is
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
