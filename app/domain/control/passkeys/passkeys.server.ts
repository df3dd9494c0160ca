import type { ControlDb, ControlTx, PasskeysTable } from "#app/db/control/schema.ts";
import { type SignInAccount, signInColumns } from "#app/domain/control/accounts/accounts.server.ts";

/** More than somebody has devices (product.md#passkeys). */
export const MOST_PASSKEYS = 10;

/** A passkey as its owner sees it; times ISO-8601 UTC. */
export type OwnPasskey = Pick<PasskeysTable, "id" | "name" | "created_at" | "last_used_at">;

/** An account's passkeys, the oldest first. */
export const passkeysOf = (control: ControlDb, accountId: string): Promise<OwnPasskey[]> =>
  control
    .selectFrom("passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .limit(MOST_PASSKEYS)
    .execute();

/** A passkey with the account that it signs in to. */
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

/** Where an account was taken back: whoever had it may have added one. */
export async function removePasskeysOf(tx: ControlTx, accountId: string): Promise<void> {
  await tx.deleteFrom("passkeys").where("account_id", "=", accountId).execute();
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
