import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx, EmailChangesTable, LinkTokensTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  addEmailChange,
  applyEmailChange,
  type Confirmer,
  clubsOfAccount,
  endEmailChanges,
  findEmailChange,
  isFree,
  noteConfirmed,
  openEmailChange,
} from "#app/domain/control/accounts/email-changes.server.ts";
import { recordAccountAudit } from "#app/domain/control/audit/audit.server.ts";
import { consumeLink, createLink, findLink } from "#app/domain/control/links/links.server.ts";
import { mayChangeOwnEmail } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueueAll } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { newSecret } from "#app/runtime/ids.server.ts";
import { checkOwnPassword } from "./own-password.server.ts";
import { takeBackLink } from "./take-back-link.server.ts";

type Asked = { ok: true } | { ok: false; problem: "wrong" | "locked" | "same" | "often" | "no-email" };

/**
 * Asks for a new address of the own account, for who knows its password: both addresses get a link to confirm it, and
 * a wish before it ends. Whether the new address has an account shows in the mail to it only (product.md#own-account).
 * @throws TooBusy
 */
export async function askForEmail(
  control: ControlDb,
  accountId: string,
  typed: { email: string; current: string },
): Promise<Asked> {
  const own = await checkOwnPassword(control, accountId, typed.current);
  if (!own.ok) return own;
  const { email: before, clubCode } = own.account;
  if (!before || clubCode) return { ok: false, problem: "no-email" };
  if (before === typed.email) return { ok: false, problem: "same" };
  if (!(await mayChangeOwnEmail(accountId))) return { ok: false, problem: "often" };
  const at = now();
  await inTransaction(control, async (tx) => {
    await endOpenChange(tx, accountId, at);
    const id = await addEmailChange(tx, { accountId, before, after: typed.email }, at);
    const wish = { before, after: typed.email };
    const link = await confirmLink(tx, "email-before", { id, email: before }, at);
    await queueMail(tx, {
      key: `email-change:${id}:before`,
      template: "email-change-before",
      variables: { ...wish, link },
      to: before,
    });
    await mailNewAddress(tx, id, wish, at);
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

/** Ends the wish for a new address that still waits. */
export const cancelEmailWish = (control: ControlDb, accountId: string): Promise<void> =>
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

/** The change that a link of either address is about, or null for a link that does not work (any more). */
export async function findConfirmLink(control: ControlDb, token: string | null): Promise<ConfirmLink | null> {
  for (const by of ["email-before", "email-after"] as const) {
    const found = await findLink(control, by, token, now());
    const change = found.ok ? await findEmailChange(control, found.link.subject_id) : null;
    if (found.ok && change) return { link: found.link, change, by };
  }
  return null;
}

/**
 * Confirms for one address. Once both have, the account has the new one; the old one is told, with a link to take it
 * back, and the clubs' files follow.
 * @returns "used" if another request was faster, "taken" if another account has the address by now
 */
export const confirmEmailWish = (
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

/** The jobs process writes the address into the files of the person's clubs. */
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
