import type { Delivery } from "#app/db/control/mail-tables.ts";
import type { AdminInvitationsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { suspendedIfEndedBy } from "#app/domain/control/clubs/club-access.ts";
import { createLink, LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";

/** A second press of 'Resend' within this time is the first one (product.md#invitations). */
const RESEND_PAUSE_SECONDS = 60;

export type AdminInvitation = AdminInvitationsTable;

/** The key of the email of one sending of an invitation. */
export const adminInvitationKey = ({ id, issue }: Pick<AdminInvitation, "id" | "issue">): string =>
  `administrator:${id}:${issue}`;

/** Lists a club's open invitations of administrators, with what became of each newest email and the hash of its link. */
export async function openAdminInvitations(
  control: ControlDb,
  clubCode: string,
): Promise<(AdminInvitation & { delivery: Delivery | null; tokenHash: string | null })[]> {
  return control
    .selectFrom("admin_invitations as i")
    .leftJoin("mails", (join) =>
      join.on((eb) =>
        eb("mails.key", "=", eb.fn<string>("printf", [eb.val("administrator:%s:%d"), "i.id", "i.issue"])),
      ),
    )
    .leftJoin("link_tokens as l", (join) =>
      join.onRef("l.subject_id", "=", "i.id").on("l.purpose", "=", "administrator"),
    )
    .selectAll("i")
    .select(["mails.delivery", "l.token_hash as tokenHash"])
    .where("i.club_code", "=", clubCode)
    .where("i.status", "=", "pending")
    .orderBy("i.email")
    .execute();
}

/** Finds an open invitation of a club. */
export function findAdminInvitation(
  control: ControlDb,
  clubCode: string,
  id: string,
): Promise<AdminInvitation | undefined> {
  return control
    .selectFrom("admin_invitations")
    .selectAll()
    .where("id", "=", id)
    .where("club_code", "=", clubCode)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

export type InviteAdminProblem = "already-administrator" | "already-invited";

/**
 * Invites an administrator by email (lower case), for 7 days (product.md#administrators). The same form sent twice is
 * one invitation. The caller queues its email.
 */
export async function inviteAdministrator(
  tx: ControlTx,
  fields: { clubCode: string; email: string; name: string; by: string },
  at: Date,
): Promise<{ ok: true; invitation: AdminInvitation } | { ok: false; problem: InviteAdminProblem }> {
  const { clubCode, email, name, by } = fields;
  if (await isAdministrator(tx, clubCode, email)) return { ok: false, problem: "already-administrator" };
  const open = await tx
    .selectFrom("admin_invitations")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (open)
    return isFresh(open, at) ? { ok: true, invitation: open } : { ok: false, problem: "already-invited" };
  const invitation: AdminInvitation = {
    id: newId(),
    club_code: clubCode,
    email,
    name,
    status: "pending",
    issue: 1,
    ...sentAt(at),
    invited_by: by,
  };
  await tx.insertInto("admin_invitations").values(invitation).execute();
  return { ok: true, invitation };
}

/**
 * Sends an open invitation again, to the same or another address: a new link for 7 days replaces the one before. A
 * second press within a minute is the first one.
 */
export async function renewAdminInvitation(
  tx: ControlTx,
  invitation: AdminInvitation,
  email: string,
  at: Date,
): Promise<{ ok: true; invitation: AdminInvitation } | { ok: false; problem: InviteAdminProblem }> {
  if (invitation.email === email && isFresh(invitation, at)) return { ok: true, invitation };
  if (await isAdministrator(tx, invitation.club_code, email))
    return { ok: false, problem: "already-administrator" };
  const other = await tx
    .selectFrom("admin_invitations")
    .select("id")
    .where("club_code", "=", invitation.club_code)
    .where("email", "=", email)
    .where("status", "=", "pending")
    .where("id", "<>", invitation.id)
    .executeTakeFirst();
  if (other) return { ok: false, problem: "already-invited" };
  const renewed = { ...invitation, email, issue: invitation.issue + 1, ...sentAt(at) };
  await tx.updateTable("admin_invitations").set(renewed).where("id", "=", invitation.id).execute();
  return { ok: true, invitation: renewed };
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
export async function activateAdminLink(
  tx: ControlTx,
  invitation: AdminInvitation,
  token: string,
): Promise<void> {
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
export async function withdrawAdminInvitation(control: ControlDb, id: string): Promise<void> {
  await closeInvitation(control, id, "withdrawn");
}

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

/** The invitation of a link, in any state, with its club; undefined unless the club is active. */
export function findAdminInvitationByToken(control: ControlDb, token: string) {
  if (token.length > 200) return Promise.resolve(undefined);
  return control
    .selectFrom("link_tokens as l")
    .innerJoin("admin_invitations as i", "i.id", "l.subject_id")
    .innerJoin("clubs as c", "c.code", "i.club_code")
    .selectAll("i")
    .select(["c.name as clubName", "c.color as clubColor"])
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
  expires_at: new Date(at.getTime() + LINK_HOURS.administrator * 3_600_000).toISOString(),
});
