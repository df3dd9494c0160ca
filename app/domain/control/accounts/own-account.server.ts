import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { sameValues } from "#app/forms/stale-form.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

export interface OwnAccount {
  kind: "person" | "club";
  name: string;
  phone: string;
  /** null for a club's own account: its email is the club's. */
  email: string | null;
  /** ISO-8601 UTC; null for off. */
  lite_since: string | null;
}

/** Loads what an account's owner may see and change of it (product/accounts.md#own-account). */
export const readOwnAccount = (control: ControlDb, id: string): Promise<OwnAccount> =>
  control
    .selectFrom("accounts")
    .select(["kind", "name", "phone", "email", "lite_since"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Loads the same, or undefined for an account that was deleted. */
export const findOwnAccount = (control: ControlDb, id: string): Promise<OwnAccount | undefined> =>
  control
    .selectFrom("accounts")
    .select(["kind", "name", "phone", "email", "lite_since"])
    .where("id", "=", id)
    .executeTakeFirst();

/** Returns the version of the form's name and phone (product/pages.md#forms). */
export const ownAccountVersion = ({ name, phone }: Pick<OwnAccount, "name" | "phone">): string =>
  versionOf({ name, phone });

/** Saves name and phone. @returns the codes of the clubs whose files contain the name */
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

/**
 * Switches Lite mode on or off, for all devices of the account (product/accounts.md#lite-mode). The same again changes
 * nothing.
 */
export async function setLiteMode(control: ControlDb, id: string, on: boolean, at: string): Promise<void> {
  await control
    .updateTable("accounts")
    .set({ lite_since: on ? at : null })
    .where("id", "=", id)
    .where("lite_since", on ? "is" : "is not", null)
    .execute();
}

type OwnFields = Pick<OwnAccount, "name" | "phone">;

type Renamed =
  | { ok: true }
  /** A club's own account takes its name from the club. */
  | { ok: false; problem: "clubs" }
  | { ok: false; problem: "stale"; stored: OwnFields };

/**
 * Saves an account's name and phone; the same form again changes nothing. The jobs process also writes the name to the
 * files of the person's clubs; records made under the old name keep it.
 * @param version of what the form was filled from; another one is refused (product/pages.md#forms)
 */
export const renameAccount = (
  control: ControlDb,
  accountId: string,
  { version, ...fields }: OwnFields & { version: string },
): Promise<Renamed> =>
  inTransaction(control, async (tx): Promise<Renamed> => {
    const { kind, name, phone } = await readOwnAccount(tx, accountId);
    if (kind === "club") return { ok: false, problem: "clubs" };
    const stored = { name, phone };
    if (sameValues(fields, stored)) return { ok: true };
    if (ownAccountVersion(stored) !== version) return { ok: false, problem: "stale", stored };
    const clubs = await saveOwnAccount(tx, accountId, fields);
    const actor = { kind: "account", id: accountId } as const;
    await recordAccountAudit(tx, accountId, { kind: "account.details-changed", actor, at: now() });
    await enqueueAll(
      tx,
      clubs.map((clubCode) => ({
        kind: "account.name",
        payload: { clubCode, accountId },
      })),
    );
    return { ok: true };
  });
