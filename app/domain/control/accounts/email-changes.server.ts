import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx, EmailChangesTable, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { takeBackLink } from "#app/domain/control/links/link-addresses.server.ts";
import { consumeLink, createLink, findLink, LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { mayUse } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { newId, newSecret } from "#app/runtime/ids.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";

/** Address that confirms a change; each has a link of its own (product/accounts.md#own-account). */
export type Confirmer = "email-before" | "email-after";
const CONFIRMED = { "email-before": "before_confirmed_at", "email-after": "after_confirmed_at" } as const;

/** Loads the unconfirmed change of an account. */
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

/** Loads a change that was neither cancelled nor taken back, by its id. */
export const findEmailChange = (control: ControlDb, id: string): Promise<EmailChangesTable | undefined> =>
  control
    .selectFrom("email_changes")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** Stores a change; the one before it has to be ended first. It waits for 24 hours. @returns its id */
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
      expires_at: new Date(at.getTime() + LINK_HOURS["email-after"] * HOUR_MS).toISOString(),
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

/** Tells whether no person's account has the address. */
export const isFree = async (control: ControlDb, email: string): Promise<boolean> =>
  !(await control.selectFrom("accounts").select("id").where("email", "=", email).executeTakeFirst());

const setEmail = (tx: ControlTx, accountId: string, email: string) =>
  tx.updateTable("accounts").set({ email }).where("id", "=", accountId).execute();

/** Loads the clubs whose files contain an account's address. */
export async function clubsOfAccount(control: ControlDb, accountId: string): Promise<string[]> {
  const places = await control
    .selectFrom("memberships")
    .select("club_code")
    .distinct()
    .where("account_id", "=", accountId)
    .execute();
  return places.map(({ club_code }) => club_code);
}

type Asked = { ok: true } | { ok: false; problem: "wrong" | "locked" | "same" | "often" | "no-email" };

/**
 * Asks for a new address of the user's account; requires the password. Both addresses get a link to confirm it, and an
 * earlier change ends. Only the mail to the new address tells whether it has an account
 * (product/accounts.md#own-account).
 * @throws TooBusy
 */
export async function askForEmail(
  control: ControlDb,
  accountId: string,
  typed: { email: string; current: string },
): Promise<Asked> {
  const own = await checkOwnPassword(control, accountId, typed.current);
  if (!own.ok) return own;
  const { email: before, clubCode } = own.stored;
  if (!before || clubCode) return { ok: false, problem: "no-email" };
  if (before === typed.email) return { ok: false, problem: "same" };
  if (!(await mayUse("own-email", accountId))) return { ok: false, problem: "often" };
  const at = now();
  await inTransaction(control, async (tx) => {
    await endOpenChange(tx, accountId, at);
    const id = await addEmailChange(tx, { accountId, before, after: typed.email }, at);
    const addresses = { before, after: typed.email };
    const link = await confirmLink(tx, "email-before", { id, email: before }, at);
    await queueMail(tx, {
      key: `email-change:${id}:before`,
      template: "email-change-before",
      variables: { ...addresses, link },
      to: before,
    });
    await mailNewAddress(tx, id, addresses, at);
    await record(tx, accountId, "account.email-change-asked", at);
  });
  return { ok: true };
}

async function mailNewAddress(
  tx: ControlTx,
  id: string,
  { before, after }: { before: string; after: string },
  at: Date,
): Promise<void> {
  const key = `email-change:${id}:after`;
  if (!(await isFree(tx, after))) {
    const variables = { email: after, signInLink: `${env().appUrl}/club/login` };
    return queueMail(tx, { key, template: "email-change-known", variables, to: after });
  }
  const link = await confirmLink(tx, "email-after", { id, email: after }, at);
  await queueMail(tx, { key, template: "email-change-after", variables: { before, after, link }, to: after });
}

async function confirmLink(
  tx: ControlTx,
  purpose: Confirmer,
  { id, email }: { id: string; email: string },
  at: Date,
): Promise<string> {
  const token = newSecret();
  await createLink(tx, { purpose, club_code: null, subject_id: id, email, token }, at);
  return `${env().appUrl}/account/email/confirm?token=${token}`;
}

/** Ends the change to a new address that still waits. */
export const cancelOwnEmailChange = (control: ControlDb, accountId: string): Promise<void> =>
  inTransaction(control, (tx) => endOpenChange(tx, accountId, now()));

async function endOpenChange(tx: ControlTx, accountId: string, at: Date): Promise<void> {
  const open = await openEmailChange(tx, accountId);
  if (open) await endEmailChanges(tx, accountId, open.requested_at, at);
}

export interface ConfirmLink {
  link: LinkTokensTable;
  change: EmailChangesTable;
  by: Confirmer;
}

/** Loads the change that a link of either address is about, or null for a link that does not work (any more). */
export async function findConfirmLink(control: ControlDb, token: string | null): Promise<ConfirmLink | null> {
  for (const by of ["email-before", "email-after"] as const) {
    const found = await findLink(control, by, token, now());
    const change = found.ok ? await findEmailChange(control, found.link.subject_id) : null;
    if (found.ok && change) return { link: found.link, change, by };
  }
  return null;
}

/**
 * Confirms for one address. Once both have, the account has the new one; the old one is notified, with a link to take
 * it back, and the clubs' files follow.
 * @returns "used" if another request was faster, "taken" if another account has the address now
 */
export const confirmOwnEmailChange = (
  control: ControlDb,
  { link, by }: ConfirmLink,
): Promise<"used" | "waits" | "taken" | "changed"> =>
  inTransaction(control, async (tx) => {
    const at = now();
    if (!(await consumeLink(tx, link.token_hash, at))) return "used";
    const change = await noteConfirmed(tx, link.subject_id, by, at);
    if (!change.before_confirmed_at || !change.after_confirmed_at) return "waits";
    if (!(await applyEmailChange(tx, change, at))) return "taken";
    await queueMail(tx, {
      key: `email-change:${change.id}:done`,
      template: "email-change-done",
      variables: { after: change.email_after, takeBack: await takeBackLink(tx, change, at) },
      to: change.email_before,
    });
    await carryToClubs(tx, change.account_id);
    await record(tx, change.account_id, "account.email-changed", at);
    return "changed";
  });

/** Has the jobs process write the address into the files of the person's clubs. */
export async function carryToClubs(tx: ControlTx, accountId: string): Promise<void> {
  const clubs = await clubsOfAccount(tx, accountId);
  await enqueueAll(
    tx,
    clubs.map((clubCode) => ({ kind: "account.email", payload: { clubCode, accountId } })),
  );
}

const record = (
  tx: ControlTx,
  id: string,
  kind: "account.email-change-asked" | "account.email-changed",
  at: Date,
) => recordAccountAudit(tx, id, { kind, actor: { kind: "account", id }, at });
