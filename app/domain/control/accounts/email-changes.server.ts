import type { ControlDb, ControlTx, EmailChangesTable } from "#app/db/control/schema.ts";
import { LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

const HOUR = 3_600_000;

/** Both addresses confirm a change; each has a link of its own (product.md#own-account). */
export type Confirmer = "email-before" | "email-after";
const CONFIRMED = { "email-before": "before_confirmed_at", "email-after": "after_confirmed_at" } as const;

/** The change of an account that waits for its confirmations. */
export const openEmailChange = (
  control: ControlDb,
  accountId: string,
): Promise<EmailChangesTable | undefined> =>
  control
    .selectFrom("email_changes")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("changed_at", "is", null)
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** A change that was neither cancelled nor taken back, by its id. */
export const findEmailChange = (control: ControlDb, id: string): Promise<EmailChangesTable | undefined> =>
  control
    .selectFrom("email_changes")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** Stores a wish; the one before it has to be ended first. It waits for 24 hours. @returns its id */
export async function addEmailChange(
  tx: ControlTx,
  change: { accountId: string; before: string; after: string },
  at: Date,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("email_changes")
    .values({
      ...{ id, account_id: change.accountId, email_before: change.before, email_after: change.after },
      requested_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LINK_HOURS["email-after"] * HOUR).toISOString(),
    })
    .execute();
  return id;
}

/** Notes that one address has confirmed. @returns the change as it is now */
export const noteConfirmed = (
  tx: ControlTx,
  id: string,
  by: Confirmer,
  at: Date,
): Promise<EmailChangesTable> =>
  tx
    .updateTable("email_changes")
    .set({ [CONFIRMED[by]]: at.toISOString() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Gives the account its new address. @returns false if another account has it by now; then the change has ended */
export async function applyEmailChange(tx: ControlTx, change: EmailChangesTable, at: Date): Promise<boolean> {
  const free = await isFree(tx, change.email_after);
  await tx
    .updateTable("email_changes")
    .set(free ? { changed_at: at.toISOString() } : { ended_at: at.toISOString() })
    .where("id", "=", change.id)
    .execute();
  if (free) await setEmail(tx, change.account_id, change.email_after);
  return free;
}

/**
 * Gives the account the address back that it had before a change, and ends this change and every later one.
 * @returns the address that it loses, or null if another account has the old one by now
 */
export async function revertEmailChange(
  tx: ControlTx,
  change: EmailChangesTable,
  at: Date,
): Promise<string | null> {
  const { account_id: accountId, email_before: email } = change;
  const { email: lost } = await tx
    .selectFrom("accounts")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirstOrThrow();
  if (!lost || (lost !== email && !(await isFree(tx, email)))) return null;
  await setEmail(tx, accountId, email);
  await endEmailChanges(tx, accountId, change.requested_at, at);
  return lost;
}

/** Ends the changes of an account since a moment (ISO-8601 UTC), with their links. */
export async function endEmailChanges(
  tx: ControlTx,
  accountId: string,
  since: string,
  at: Date,
): Promise<void> {
  const ended = await tx
    .updateTable("email_changes")
    .set({ ended_at: at.toISOString() })
    .where("account_id", "=", accountId)
    .where("requested_at", ">=", since)
    .where("ended_at", "is", null)
    .returning("id")
    .execute();
  const ids = ended.map(({ id }) => id);
  await tx
    .updateTable("link_tokens")
    .set({ used_at: at.toISOString() })
    .where("subject_id", "in", ids)
    .where("purpose", "in", ["email-before", "email-after", "email-back"])
    .where("used_at", "is", null)
    .execute();
}

/** Whether no person's account has an address. */
export const isFree = async (control: ControlDb, email: string): Promise<boolean> =>
  !(await control.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst());

const setEmail = (tx: ControlTx, accountId: string, email: string) =>
  tx.updateTable("accounts").set({ email }).where("id", "=", accountId).execute();

/** The clubs in whose files an account's address stands. */
export async function clubsOfAccount(control: ControlDb, accountId: string): Promise<string[]> {
  const places = await control
    .selectFrom("memberships")
    .select("club_code")
    .distinct()
    .where("account_id", "=", accountId)
    .execute();
  return places.map(({ club_code }) => club_code);
}
