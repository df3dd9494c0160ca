import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { clubsWithoutOtherAdmin, deleteAccount } from "#app/domain/control/own-data/delete-account.server.ts";
import type { AuditEntry } from "#app/domain/values/audit/chain.ts";
import { checkOwnPassword } from "#app/journeys/account/own-password.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueue, enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { sealPerson } from "./forget-in-clubs.server.ts";

/** When the confirmation is looked after: by then it is usually sent. */
const FAREWELL_AFTER_MS = 60 * 60_000;

export type Deletion = { ok: true } | { ok: false; problem: "wrong" | "locked" | "no-person" | "last-admin" };

/**
 * Deletes the own account at once, for who knows its password: all sessions end, the control database forgets the
 * person, a mail confirms it, and jobs take name and address out of the clubs' files (product.md#deleting-an-account).
 * @throws TooBusy
 */
export async function deleteOwnAccount(
  control: ControlDb,
  accountId: string,
  typed: { current: string },
): Promise<Deletion> {
  const own = await checkOwnPassword(control, accountId, typed.current);
  if (!own.ok) return own;
  return inTransaction(control, async (tx): Promise<Deletion> => {
    const account = await tx
      .selectFrom("accounts")
      .select(["name", "email", "password_hash"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    // Somebody reset the password, or deleted the account, between the comparison and now.
    if (!account || account.password_hash !== own.account.passwordHash)
      return { ok: false, problem: "wrong" };
    const { name, email } = account;
    if (!email) return { ok: false, problem: "no-person" };
    if ((await clubsWithoutOtherAdmin(tx, accountId)).length > 0) return { ok: false, problem: "last-admin" };
    const actor = { kind: "account", id: accountId } as const;
    await removeAccount(tx, { accountId, name, email }, actor);
    return { ok: true };
  });
}

/**
 * Deletes an account in the transaction of whoever decided it: the control database forgets the person, a mail
 * confirms it, and jobs take name and address out of the clubs' files (product.md#deleting-an-account).
 */
export async function removeAccount(
  tx: ControlTx,
  { accountId, name, email }: { accountId: string; name: string; email: string },
  actor: AuditEntry["actor"],
): Promise<void> {
  const at = now();
  const places = await tx
    .selectFrom("memberships")
    .select("club_code")
    .where("account_id", "=", accountId)
    .execute();
  const clubs = places.map(({ club_code }) => club_code);
  await recordAccountAudit(tx, accountId, { kind: "account.deleted", actor, at });
  await deleteAccount(tx, { accountId, email, clubs });
  const sealed = sealPerson({ accountId, name, email, deletedAt: at.toISOString() });
  await enqueueAll(
    tx,
    clubs.map((clubCode) => ({
      kind: "account.forget",
      key: `account-forget:${accountId}:${clubCode}`,
      payload: { clubCode, accountId, sealed },
    })),
  );
  await enqueue(tx, {
    kind: "account.forget-elsewhere",
    key: `account-forget:${accountId}`,
    payload: { accountId, sealed },
    bulk: true,
  });
  const mailKey = `account-deleted:${newId()}`;
  await queueMail(tx, { key: mailKey, template: "account-deleted", variables: {}, to: email });
  const runAt = new Date(at.getTime() + FAREWELL_AFTER_MS);
  await enqueue(tx, { kind: "account.farewell", payload: { mailKey }, runAt });
}
