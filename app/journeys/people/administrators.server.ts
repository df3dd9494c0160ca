import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import {
  type AdminInvitation,
  acceptAdminInvitation,
  activateAdminLink,
  adminInvitationKey,
  findAdminInvitation,
  findAdminInvitationByToken,
  type InviteAdminProblem,
  inviteAdministrator,
  renewAdminInvitation,
  withdrawAdminInvitation,
} from "#app/domain/control/administrators/admin-invitations.server.ts";
import {
  addAdministrator,
  administratorAddresses,
  endAdministrator,
} from "#app/domain/control/administrators/administrators.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { consumeLinksOfSubject } from "#app/domain/control/links/links.server.ts";
import type { AuditKind } from "#app/domain/values/audit/kinds.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { withinDailyLimit } from "#app/journeys/staff/send-invitation.server.ts";
import { queueMail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { linkToken, storedLinkToken } from "#app/runtime/ids.server.ts";

type Inviter = Pick<ClubContext, "control" | "club" | "user">;
type Sent<Problem> = { ok: true; invitation: AdminInvitation } | { ok: false; problem: Problem };

/** Invites an administrator by email and queues the mail in one transaction (product.md#administrators). */
export function sendAdminInvitation(
  { control, club, user }: Inviter,
  fields: { email: string; name: string },
): Promise<Sent<InviteAdminProblem | "daily-limit">> {
  return withinDailyLimit(control, club.code, () =>
    inTransaction(control, async (tx) => {
      const invited = await inviteAdministrator(tx, { ...fields, clubCode: club.code, by: user.name }, now());
      if (!invited.ok) return invited;
      await queueInvitation(tx, invited.invitation);
      await auditAdmin(tx, "people.administrator-invited", invited.invitation, user.accountId);
      return invited;
    }),
  );
}

/** Sends an open invitation again, to another address if one is given. */
export function resendAdminInvitation(
  { control, club, user }: Inviter,
  id: string,
  email?: string,
): Promise<Sent<"not-found" | InviteAdminProblem | "daily-limit">> {
  return withinDailyLimit(control, club.code, () =>
    inTransaction(control, async (tx) => {
      const open = await findAdminInvitation(tx, club.code, id);
      if (!open) return { ok: false, problem: "not-found" } as const;
      const renewed = await renewAdminInvitation(tx, open, email ?? open.email, now());
      if (!renewed.ok) return renewed;
      await queueInvitation(tx, renewed.invitation);
      await auditAdmin(tx, "people.administrator-invited", renewed.invitation, user.accountId);
      return renewed;
    }),
  );
}

/**
 * The link mailed with an invitation; an administrator may copy it.
 * @param tokenHash the stored one: while a secret is being replaced, the token may have been made with the previous
 */
export function adminInvitationAddress(
  { id, issue }: Pick<AdminInvitation, "id" | "issue">,
  tokenHash?: string | null,
): string {
  const stored = tokenHash ? storedLinkToken(tokenHash, "administrator", id, issue) : null;
  const address = new URL("/account/administrator", env().appUrl);
  address.searchParams.set("token", stored ?? linkToken("administrator", id, issue));
  return address.href;
}

async function queueInvitation(tx: ControlTx, invitation: AdminInvitation): Promise<void> {
  const club = await findClub(tx, invitation.club_code);
  if (!club) throw new Error(`The club ${invitation.club_code} is unknown`);
  await activateAdminLink(tx, invitation, linkToken("administrator", invitation.id, invitation.issue));
  await queueMail(tx, {
    key: adminInvitationKey(invitation),
    template: "administrator-invitation",
    variables: {
      club: { name: club.name, color: club.color },
      name: invitation.name,
      to: invitation.email,
      invitedBy: invitation.invited_by,
      validUntil: formatMoment(invitation.expires_at, club.timezone),
      link: adminInvitationAddress(invitation),
    },
    to: invitation.email,
    clubCode: club.code,
    fromName: club.name,
    replyTo: club.email,
  });
}

/** @param about.id of the invitation, or of the account that was removed */
const auditAdmin = (
  tx: ControlTx,
  kind: AuditKind,
  about: Pick<AdminInvitation, "id" | "club_code">,
  accountId: string,
): Promise<void> =>
  recordAudit(tx, {
    kind,
    actor: { kind: "account", id: accountId },
    clubCode: about.club_code,
    subject: about.id,
    at: now(),
  });

/** Withdraws an open invitation of an administrator (product.md#administrators). */
export const withdrawAdministrator = ({ control, club, user }: Inviter, id: string): Promise<void> =>
  inTransaction(control, async (tx) => {
    await withdrawAdminInvitation(tx, id);
    const about = { id, club_code: club.code };
    await auditAdmin(tx, "people.administrator-withdrawn", about, user.accountId);
  });

export type AdminInvitationProblem = "unknown" | "expired" | "used" | "withdrawn";
export type OpenAdminInvitation = NonNullable<Awaited<ReturnType<typeof findAdminInvitationByToken>>>;

/** Finds the invitation that a link opens. */
export async function openAdminInvitation(
  control: ControlDb,
  token: string,
): Promise<{ ok: true; invitation: OpenAdminInvitation } | { ok: false; problem: AdminInvitationProblem }> {
  const invitation = await findAdminInvitationByToken(control, token);
  if (!invitation) return { ok: false, problem: "unknown" };
  if (invitation.status === "accepted") return { ok: false, problem: "used" };
  if (invitation.status === "withdrawn") return { ok: false, problem: "withdrawn" };
  if (invitation.expires_at <= now().toISOString()) return { ok: false, problem: "expired" };
  return { ok: true, invitation };
}

/**
 * Makes a person an administrator by their invitation and tells the others by mail, in one transaction. Refused if
 * the invitation was withdrawn, sent again, accepted or has expired since it was opened.
 */
export function joinAdministrators(
  control: ControlDb,
  invitation: OpenAdminInvitation,
  person: { accountId: string; name: string },
): Promise<{ ok: true } | { ok: false; problem: "withdrawn" }> {
  const at = now();
  return inTransaction(control, async (tx) => {
    const { id, club_code: clubCode, email, invited_by: by } = invitation;
    if (!(await acceptAdminInvitation(tx, invitation, at))) return { ok: false, problem: "withdrawn" };
    await consumeLinksOfSubject(tx, "administrator", id, at);
    const others = await administratorAddresses(tx, clubCode);
    const isNew = await addAdministrator(tx, { accountId: person.accountId, clubCode }, at);
    if (isNew) {
      await auditAdmin(tx, "people.administrator-added", invitation, person.accountId);
      await notifyAdministrators(tx, others, { clubCode, change: "added", name: person.name, email, by, at });
    }
    return { ok: true };
  });
}

/** Ends somebody's being administrator and tells them and the others by mail, in one transaction. */
export function removeAdministrator(
  control: ControlDb,
  person: { accountId: string; name: string; email: string; clubCode: string },
  by: Pick<ClubContext["user"], "accountId" | "name">,
): ReturnType<typeof endAdministrator> {
  const at = now();
  return inTransaction(control, async (tx) => {
    const result = await endAdministrator(tx, person);
    if (!result.ok || !result.ended) return result;
    const { clubCode, name, email } = person;
    const removed = { id: person.accountId, club_code: clubCode };
    await auditAdmin(tx, "people.administrator-removed", removed, by.accountId);
    const others = await administratorAddresses(tx, clubCode);
    await notifyAdministrators(tx, others, { clubCode, change: "removed", name, email, by: by.name, at });
    return result;
  });
}

async function notifyAdministrators(
  tx: ControlTx,
  addresses: readonly string[],
  what: { clubCode: string; change: "added" | "removed"; name: string; email: string; by: string; at: Date },
): Promise<void> {
  const club = await findClub(tx, what.clubCode);
  if (!club) return;
  const { change, name, email, by } = what;
  const key = `administrator-${change}:${club.code}:${email}:${what.at.toISOString()}`;
  const envelope = { clubCode: club.code, fromName: club.name, replyTo: club.email };
  const said = {
    club: { name: club.name, color: club.color },
    name,
    by,
    when: formatMoment(what.at.toISOString(), club.timezone),
  };
  const settingsLink = `${env().appUrl}/club/settings?tab=users`;
  const mails = addresses
    .filter((address) => address !== email)
    .map((to) => ({
      key: `${key}:${to}`,
      template: "administrator-changed" as const,
      variables: { ...said, change, email, settingsLink },
      to,
      ...envelope,
    }));
  await queueMails(tx, mails);
  if (change === "added") return;
  const template = "administrator-ended" as const;
  await queueMail(tx, { key: `${key}:${email}`, template, variables: said, to: email, ...envelope });
}
