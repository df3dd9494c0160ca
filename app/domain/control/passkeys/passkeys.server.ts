import type { z } from "zod";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx, PasskeysTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  passwordOf,
  type SignInAccount,
  signInColumns,
} from "#app/domain/control/accounts/accounts.server.ts";
import { checkOwnPassword } from "#app/domain/control/accounts/own-password.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { newChallenge, noteAnswered } from "./challenge.server.ts";
import { challengeIn, verifyNewPasskey } from "./device-answer.server.ts";
import type { addPasskeySchema } from "./forms.server.ts";
import type { PasskeyProblem } from "./labels.ts";

/** Most passkeys, more than a person has devices (product/accounts.md#passkeys). */
export const MOST_PASSKEYS = 10;

/** A passkey as its owner sees it; times ISO-8601 UTC. */
export type OwnPasskey = Pick<PasskeysTable, "id" | "name" | "created_at" | "last_used_at">;

/** Loads an account's passkeys, the oldest first. */
export const passkeysOf = (control: ControlDb, accountId: string): Promise<OwnPasskey[]> =>
  control
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .limit(MOST_PASSKEYS)
    .execute();

/** Loads a passkey with the account that it signs in to. */
export async function findPasskey(
  control: ControlDb,
  id: string,
): Promise<{ passkey: PasskeysTable; account: SignInAccount } | null> {
  const passkey = await control.selectFrom("passkeys").selectAll().where("id", "=", id).executeTakeFirst();
  if (!passkey) return null;
  const account = await control
    .selectFrom("accounts")
    .select(signInColumns)
    .where("id", "=", passkey.account_id)
    .executeTakeFirstOrThrow();
  return { passkey, account };
}

/** @returns false if the account has as many as it may, or the passkey is stored already */
export async function addPasskey(
  tx: ControlTx,
  passkey: Omit<PasskeysTable, "last_used_at">,
): Promise<boolean> {
  if ((await passkeysOf(tx, passkey.account_id)).length >= MOST_PASSKEYS) return false;
  const added = await tx
    .insertInto("passkeys")
    .values({ ...passkey, last_used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** @returns the name of the passkey that is gone, or null if the account has no such passkey */
export async function removePasskey(tx: ControlTx, accountId: string, id: string): Promise<string | null> {
  const removed = await tx
    .deleteFrom("passkeys")
    .where("account_id", "=", accountId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return removed?.name ?? null;
}

/**
 * Removes the passkeys of an account that its owner took back, since an intruder may have added one.
 * @returns the names of the removed ones
 */
export async function removePasskeysOf(tx: ControlTx, accountId: string): Promise<string[]> {
  const removed = await tx
    .deleteFrom("passkeys")
    .where("account_id", "=", accountId)
    .returning("name")
    .execute();
  return removed.map(({ name }) => name);
}

/**
 * Notes a passkey's use and its device's counter. A counter that does not grow is a copied key's; devices without one
 * always say 0.
 * @returns false, and notes nothing, if the counter went back
 */
export async function notePasskeyUse(tx: ControlTx, id: string, counter: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("passkeys")
    .set({ counter, last_used_at: at.toISOString() })
    .where("id", "=", id)
    .where("counter", counter === 0 ? "=" : "<", counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

type Refused = { ok: false; problem: PasskeyProblem };

/**
 * Lets a user who knows their password add a passkey within the next 10 minutes.
 * @returns the challenge for the device, which is the leave at the same time
 * @throws TooBusy
 */
export async function startPasskey(
  control: ControlDb,
  accountId: string,
  password: string,
): Promise<{ ok: true; challenge: string } | Refused> {
  const own = await checkOwnPassword(control, accountId, password);
  if (!own.ok) return own;
  if ((await passkeysOf(control, accountId)).length >= MOST_PASSKEYS)
    return { ok: false, problem: "too-many" };
  return { ok: true, challenge: newChallenge(`add ${accountId}`, now()) };
}

/** Stores the passkey that a device made, once; the owner is notified by email (product/accounts.md#passkeys). */
export async function finishPasskey(
  control: ControlDb,
  accountId: string,
  { name, credential }: z.output<typeof addPasskeySchema>,
): Promise<{ ok: true } | (Refused & { why?: string })> {
  const made = await verifyNewPasskey(credential, `add ${accountId}`);
  if (!made.ok) return { ok: false, problem: "refused", why: made.why };
  return inTransaction(control, async (tx) => {
    const at = now();
    if (!(await noteAnswered(tx, challengeIn(credential), at))) return { ok: false, problem: "stale" };
    const passkey = { ...made.result, account_id: accountId, name, created_at: at.toISOString() };
    if (!(await addPasskey(tx, passkey))) return { ok: false, problem: "too-many" };
    await notifyOwner(tx, accountId, { what: "added", name }, at);
    return { ok: true };
  });
}

/** Removes one of the user's own passkeys; the owner is notified by email. @returns its name, or null if it is gone */
export const dropPasskey = (control: ControlDb, accountId: string, id: string): Promise<string | null> =>
  inTransaction(control, async (tx) => {
    const name = await removePasskey(tx, accountId, id);
    if (name !== null) await notifyOwner(tx, accountId, { what: "removed", name }, now());
    return name;
  });

/** Removes all of the user's own passkeys; the owner is notified by email of each. @returns how many there were */
export const dropPasskeys = (control: ControlDb, accountId: string): Promise<number> =>
  inTransaction(control, async (tx) => {
    const names = await removePasskeysOf(tx, accountId);
    for (const name of names) await notifyOwner(tx, accountId, { what: "removed", name }, now());
    return names.length;
  });

async function notifyOwner(
  tx: ControlTx,
  id: string,
  { what, name }: { what: "added" | "removed"; name: string },
  at: Date,
): Promise<void> {
  await recordAccountAudit(tx, id, { kind: `account.passkey-${what}`, actor: { kind: "account", id }, at });
  const account = await passwordOf(tx, id);
  if (!account?.email) return;
  await queueMail(tx, {
    key: `passkey:${newId()}`,
    template: "passkey",
    variables: { what, name, accountLink: `${env().appUrl}/account/passkeys` },
    to: account.email,
    clubCode: account.clubCode,
  });
}
