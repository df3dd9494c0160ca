import type { ClubDb } from "#app/db/club/schema.ts";
import type {
  ClubsTable,
  ControlDb,
  ControlTx,
  EmailChangesTable,
  LinkTokensTable,
} from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { setClubEmail } from "#app/domain/club/settings/profile.server.ts";
import { findClubAccount, replacePassword } from "#app/domain/control/accounts/accounts.server.ts";
import {
  carryToClubs,
  findEmailChange,
  revertEmailChange,
} from "#app/domain/control/accounts/email-changes.server.ts";
import { mailResetLinks } from "#app/domain/control/accounts/reset-password.server.ts";
import { recordAccountAudit, recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { consumeLink, consumeLinksOf, findLink } from "#app/domain/control/links/links.server.ts";
import { removePasskeysOf } from "#app/domain/control/passkeys/passkeys.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

export type TakeBackLink =
  | { of: "account"; link: LinkTokensTable; change: EmailChangesTable }
  | { of: "club"; link: LinkTokensTable; club: ClubsTable };

/** Finds what a link takes back; null for a link that does not work (any more). */
export async function findTakeBackLink(
  control: ControlDb,
  token: string | null,
): Promise<TakeBackLink | null> {
  const own = await findLink(control, "email-back", token, now());
  const change = own.ok ? await findEmailChange(control, own.link.subject_id) : null;
  if (own.ok && change) return { of: "account", link: own.link, change };
  const ofClub = await findLink(control, "club-email-back", token, now());
  const club = ofClub.ok ? await findClub(control, ofClub.link.subject_id) : null;
  return ofClub.ok && club ? { of: "club", link: ofClub.link, club } : null;
}

/**
 * Gives an account its former address back: everybody is signed out, the password is void, and the former address gets
 * a link to choose a new one (product/accounts.md#own-account).
 * @returns "taken" if another account has that address by now
 */
export const takeAccountBack = (
  control: ControlDb,
  { link, change }: Extract<TakeBackLink, { of: "account" }>,
): Promise<"used" | "taken" | "done"> =>
  inTransaction(control, async (tx) => {
    const at = now();
    const { account_id: id, email_before: before } = change;
    if (!(await consumeLink(tx, link.token_hash, at))) return "used";
    const lost = await revertEmailChange(tx, change, at);
    if (lost === null) return "taken";
    await lockOut(tx, { id, email: before }, at);
    await queueMail(tx, {
      key: `email-change:${change.id}:taken-back`,
      template: "email-taken-back",
      variables: { before },
      to: lost,
    });
    await carryToClubs(tx, id);
    const entry = { kind: "account.email-taken-back", actor: { kind: "account", id }, at } as const;
    await recordAccountAudit(tx, id, entry);
    return "done";
  });

/**
 * Does the same for a club's address and its own account. The club's file gets the address after that: its event
 * carries it to the control database and notifies the one that loses it.
 */
export async function takeClubBack(
  { control, db }: { control: ControlDb; db: ClubDb },
  { link, club }: Extract<TakeBackLink, { of: "club" }>,
): Promise<"used" | "done"> {
  const account = await findClubAccount(control, club.code);
  const first = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await consumeLink(tx, link.token_hash, at))) return false;
    await consumeLinksOf(tx, "club-email", club.code, at);
    await consumeLinksOf(tx, "club-email-back", club.code, at);
    if (account) await lockOut(tx, { id: account.id, email: link.email, club }, at);
    const actor = { kind: "account", id: account?.id ?? null } as const;
    await recordAudit(tx, { kind: "account.email-taken-back", actor, clubCode: club.code, at });
    // The job covers a process that dies before the club's file has it.
    await enqueue(tx, { kind: "club.email", payload: { clubCode: club.code, email: link.email } });
    return true;
  });
  if (!first) return "used";
  await restoreClubEmail({ control, db }, { clubCode: club.code, email: link.email });
  return "done";
}

/** Writes the address that was taken back into the club's file. Repeating it changes nothing. */
export const restoreClubEmail = (
  ctx: { control: ControlDb; db: ClubDb },
  { clubCode, email }: { clubCode: string; email: string },
): Promise<void> => changeClub({ ...ctx, club: { code: clubCode } }, (tx) => setClubEmail(tx, email));

async function lockOut(
  tx: ControlTx,
  { id, email, club }: { id: string; email: string; club?: ClubsTable },
  at: Date,
): Promise<void> {
  await replacePassword(tx, id, null, at);
  await removePasskeysOf(tx, id);
  await mailResetLinks(tx, email, [
    { id, name: "", clubCode: club?.code ?? null, clubName: club?.name ?? null },
  ]);
}
