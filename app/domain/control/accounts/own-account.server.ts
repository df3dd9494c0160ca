import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { versionOf } from "#app/forms/version.server.ts";

export interface OwnAccount {
  kind: "person" | "club";
  name: string;
  phone: string;
  /** null for a club's own account: its email is the club's. */
  email: string | null;
  /** When Lite mode was switched on; null for off. */
  lite_since: string | null;
}

/** What an account's owner may see and change of it (product.md#own-account). */
export const readOwnAccount = (control: ControlDb, id: string): Promise<OwnAccount> =>
  control
    .selectFrom("accounts")
    .select(["kind", "name", "phone", "email", "lite_since"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** The same, or undefined for an account that was deleted. */
export const findOwnAccount = (control: ControlDb, id: string): Promise<OwnAccount | undefined> =>
  control
    .selectFrom("accounts")
    .select(["kind", "name", "phone", "email", "lite_since"])
    .where("id", "=", id)
    .executeTakeFirst();

/** What the form of name and phone was filled from (product.md#forms). */
export const ownAccountVersion = ({ name, phone }: Pick<OwnAccount, "name" | "phone">): string =>
  versionOf({ name, phone });

/** Saves name and phone. @returns the codes of the clubs in whose files the name stands */
export async function saveOwnAccount(
  tx: ControlTx,
  id: string,
  { name, phone }: { name: string; phone: string },
): Promise<string[]> {
  await tx.updateTable("accounts").set({ name, phone }).where("id", "=", id).execute();
  const places = await tx
    .selectFrom("memberships")
    .select("club_code")
    .distinct()
    .where("account_id", "=", id)
    .execute();
  return places.map(({ club_code }) => club_code);
}

/** Switches Lite mode on or off, for all devices of the account (product.md#lite-mode). The same again changes nothing. */
export async function setLiteMode(control: ControlDb, id: string, on: boolean, at: string): Promise<void> {
  await control
    .updateTable("accounts")
    .set({ lite_since: on ? at : null })
    .where("id", "=", id)
    .where("lite_since", on ? "is" : "is not", null)
    .execute();
}
