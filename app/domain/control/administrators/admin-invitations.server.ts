import { sql } from "kysely";
import { env } from "#app/config/env.server.ts";
import type { Delivery } from "#app/db/control/mail-tables.ts";
import type { AdminInvitationsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { suspendedIfEndedBy } from "#app/domain/control/clubs/club-access.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { createLink, LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { withinDailyLimit } from "#app/domain/control/staff/daily-limit.server.ts";
import type { AuditKind } from "#app/domain/values/audit/kinds.ts";
import type { DeliveryReason } from "#app/domain/values/delivery.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { hashOf, linkToken, newId, storedLinkToken } from "#app/runtime/ids.server.ts";

/** A second press of 'Resend' within this time is the first one (product/teams.md#invitations). */
const RESEND_PAUSE_SECONDS = 60;

export type AdminInvitation = AdminInvitationsTable;

/**
 * Lists a club's open invitations of administrators, with what became of each newest email and the hash of its link.
 */
export async function openAdminInvitations(
  control: ControlDb,
  clubCode: string,
): Promise<
  (AdminInvitation & {
    delivery: Delivery | null;
    deliveryReason: DeliveryReason | null;
    tokenHash: string | null;
  })[]
> {
  return control
    .selectFrom("admin_invitations as i")
    .leftJoin("mails", (join) =>
      join.on((eb) => eb("mails.key", "=", sql<string>`'administrator:' || i.id || ':' || i.issue`)),
    )
    .leftJoin("link_tokens as l", (join) =>
      join.onRef("l.subject_id", "=", "i.id").on("l.purpose", "=", "administrator"),
    )
    .selectAll("i")
    .select(["mails.delivery", "mails.delivery_reason as deliveryReason", "l.token_hash as tokenHash"])
    .where("i.club_code", "=", clubCode)
    .where("i.status", "=", "pending")
    .orderBy("i.email")
    .execute();
}

export type InviteAdminProblem = "already-administrator" | "already-invited";

interface Inviter {
  control: ControlDb;
  club: { code: string };
  user: { accountId: string; name: string };
}
type Sent<Problem> = { ok: true; invitation: AdminInvitation } | { ok: false; problem: Problem };

/**
 * Invites an administrator by email (lower case), for 7 days, and queues the mail in one transaction
 * (product/teams.md#administrators). The same form sent twice is one invitation.
 */
export function inviteAdministrator(
  { control, club, user }: Inviter,
  { email, name }: { email: string; name: string },
): Promise<Sent<InviteAdminProblem | "daily-limit">> {
  const at = now();
  return withinDailyLimit(control, club.code, () =>
    inTransaction(control, async (tx): Promise<Sent<InviteAdminProblem>> => {
      if (await isAdministrator(tx, club.code, email)) return { ok: false, problem: "already-administrator" };
      const open = await openInvitationTo(tx, club.code, email);
      if (open && !isFresh(open, at)) return { ok: false, problem: "already-invited" };
      const invitation: AdminInvitation = open ?? {
        id: newId(),
        club_code: club.code,
        email,
        name,
        status: "pending",
        issue: 1,
        ...sentAt(at),
        invited_by: user.name,
      };
      if (!open) await tx.insertInto("admin_invitations").values(invitation).execute();
      await mailInvitation(tx, invitation, user.accountId);
      return { ok: true, invitation };
    }),
  );
}

/**
 * Sends an open invitation again, to the same or another address: a new link for 7 days replaces the one before. A
 * second press within a minute is the first one.
 */
export function renewAdminInvitation(
  { control, club, user }: Inviter,
  id: string,
  newEmail?: string,
): Promise<Sent<"not-found" | InviteAdminProblem | "daily-limit">> {
  const at = now();
  return withinDailyLimit(control, club.code, () =>
    inTransaction(control, async (tx): Promise<Sent<"not-found" | InviteAdminProblem>> => {
      const open = await tx
        .selectFrom("admin_invitations")
        .selectAll()
        .where("id", "=", id)
        .where("club_code", "=", club.code)
        .where("status", "=", "pending")
        .executeTakeFirst();
      if (!open) return { ok: false, problem: "not-found" };
      const email = newEmail ?? open.email;
      if (open.email === email && isFresh(open, at)) {
        await mailInvitation(tx, open, user.accountId);
        return { ok: true, invitation: open };
      }
      if (await isAdministrator(tx, club.code, email)) return { ok: false, problem: "already-administrator" };
      const other = await openInvitationTo(tx, club.code, email);
      if (other && other.id !== id) return { ok: false, problem: "already-invited" };
      const invitation = { ...open, email, issue: open.issue + 1, ...sentAt(at) };
      await tx.updateTable("admin_invitations").set(invitation).where("id", "=", id).execute();
      await mailInvitation(tx, invitation, user.accountId);
      return { ok: true, invitation };
    }),
  );
}

const openInvitationTo = (tx: ControlTx, clubCode: string, email: string) =>
  tx
    .selectFrom("admin_invitations")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirst();

/** Queues an invitation's email with its newest link, and records who sent it. */
async function mailInvitation(tx: ControlTx, invitation: AdminInvitation, by: string): Promise<void> {
  const club = await findClub(tx, invitation.club_code);
  if (!club) throw new Error(`The club ${invitation.club_code} is unknown`);
  await activateLink(tx, invitation, linkToken("administrator", invitation.id, invitation.issue));
  await queueMail(tx, {
    // The list of open invitations finds the mail by this key.
    key: `administrator:${invitation.id}:${invitation.issue}`,
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
  await auditAdmin(tx, "people.administrator-invited", invitation, by);
}

/**
 * Returns the link mailed with an invitation; an administrator may copy it.
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

async function isAdministrator(tx: ControlTx, clubCode: string, email: string): Promise<boolean> {
  const known = await tx
    .selectFrom("memberships as m")
    .innerJoin("accounts as a", "a.id", "m.account_id")
    .select("a.id")
    .where("m.club_code", "=", clubCode)
    .where("m.role", "=", "club_admin")
    .where("a.email", "=", email)
    .executeTakeFirst();
  return known !== undefined;
}

/** Makes an invitation's newest link its only valid one. */
async function activateLink(tx: ControlTx, invitation: AdminInvitation, token: string): Promise<void> {
  await tx
    .deleteFrom("link_tokens")
    .where("subject_id", "=", invitation.id)
    .where("purpose", "=", "administrator")
    .where("token_hash", "<>", hashOf(token))
    .execute();
  const { id, club_code, email, invited_at } = invitation;
  const link = { token, purpose: "administrator" as const, club_code, subject_id: id, email };
  await createLink(tx, link, new Date(invited_at));
}

/** Withdraws an open invitation: its link stops working. Repeating it changes nothing. */
export const withdrawAdminInvitation = ({ control, club, user }: Inviter, id: string): Promise<void> =>
  inTransaction(control, async (tx) => {
    await closeInvitation(tx, id, "withdrawn");
    await auditAdmin(tx, "people.administrator-withdrawn", { id, club_code: club.code }, user.accountId);
  });

/**
 * Marks an invitation as accepted.
 * @returns false if it was withdrawn, sent again or accepted since, or has expired
 */
export async function acceptAdminInvitation(
  tx: ControlTx,
  { id, issue }: Pick<AdminInvitation, "id" | "issue">,
  at: Date,
): Promise<boolean> {
  const open = await tx
    .selectFrom("admin_invitations")
    .select("id")
    .where("id", "=", id)
    .where("issue", "=", issue)
    .where("status", "=", "pending")
    .where("expires_at", ">", at.toISOString())
    .executeTakeFirst();
  if (!open) return false;
  await closeInvitation(tx, id, "accepted");
  return true;
}

async function closeInvitation(
  control: ControlDb,
  id: string,
  status: "accepted" | "withdrawn",
): Promise<void> {
  await control
    .updateTable("admin_invitations")
    .set({ status })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
}

export type AdminInvitationProblem = "unknown" | "expired" | "used" | "withdrawn";
export type OpenAdminInvitation = NonNullable<Awaited<ReturnType<typeof findByToken>>>;

/** Finds the invitation that a link opens. */
export async function openAdminInvitation(
  control: ControlDb,
  token: string,
): Promise<{ ok: true; invitation: OpenAdminInvitation } | { ok: false; problem: AdminInvitationProblem }> {
  const invitation = await findByToken(control, token);
  if (!invitation) return { ok: false, problem: "unknown" };
  if (invitation.status === "accepted") return { ok: false, problem: "used" };
  if (invitation.status === "withdrawn") return { ok: false, problem: "withdrawn" };
  if (invitation.expires_at <= now().toISOString()) return { ok: false, problem: "expired" };
  return { ok: true, invitation };
}

/** Finds the invitation of a link, in any state, with its club; undefined unless the club is active. */
function findByToken(control: ControlDb, token: string) {
  if (token.length > 200) return Promise.resolve(undefined);
  return control
    .selectFrom("link_tokens as l")
    .innerJoin("admin_invitations as i", "i.id", "l.subject_id")
    .innerJoin("clubs as c", "c.code", "i.club_code")
    .selectAll("i")
    .select(["c.name as clubName", "c.color as clubColor", "c.state as clubState", "c.city as clubCity"])
    .where("l.token_hash", "=", hashOf(token))
    .where("l.purpose", "=", "administrator")
    .where("c.status", "=", "active")
    .where("c.term_ends_at", ">", suspendedIfEndedBy(now()))
    .executeTakeFirst();
}

const isFresh = ({ invited_at }: AdminInvitation, at: Date) =>
  at.getTime() - Date.parse(invited_at) < RESEND_PAUSE_SECONDS * 1000;

const sentAt = (at: Date) => ({
  invited_at: at.toISOString(),
  expires_at: new Date(at.getTime() + LINK_HOURS.administrator * HOUR_MS).toISOString(),
});

/** @param about.id of the invitation, or of the account that was removed */
export const auditAdmin = (
  tx: ControlTx,
  kind: AuditKind,
  about: Pick<AdminInvitationsTable, "id" | "club_code">,
  accountId: string,
): Promise<void> =>
  recordAudit(tx, {
    kind,
    actor: { kind: "account", id: accountId },
    clubCode: about.club_code,
    subject: about.id,
    at: now(),
  });
