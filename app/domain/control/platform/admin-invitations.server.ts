import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { PlatformInvitationsTable } from "#app/db/control/staff-tables.ts";
import { createLink, LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { hashOf, newId } from "#app/runtime/ids.server.ts";
import { findPlatformAdmin } from "./admins.server.ts";
import type { PlatformRole } from "./roles.ts";

export type PlatformInvitation = PlatformInvitationsTable;

/** A second press of 'Resend' within this time is the first one. */
const RESEND_PAUSE_MS = 60_000;
const HOUR = 3_600_000;

/** The open invitations to the platform's staff, by email. */
export const openPlatformInvitations = (control: ControlDb): Promise<PlatformInvitation[]> =>
  control
    .selectFrom("platform_invitations")
    .selectAll()
    .where("status", "=", "pending")
    .orderBy("email")
    .execute();

/**
 * Invites somebody to the platform's staff for 7 days; the same form sent twice is one invitation. The caller makes
 * the link and queues the mail.
 */
export async function inviteToPlatform(
  tx: ControlTx,
  { email, role, by }: { email: string; role: PlatformRole; by: string },
  at: Date,
): Promise<
  { ok: true; invitation: PlatformInvitation } | { ok: false; problem: "already-staff" | "already-invited" }
> {
  if (await findPlatformAdmin(tx, email)) return { ok: false, problem: "already-staff" };
  const open = await tx
    .selectFrom("platform_invitations")
    .selectAll()
    .where("email", "=", email)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (open)
    return isFresh(open, at) && open.role === role
      ? { ok: true, invitation: open }
      : { ok: false, problem: "already-invited" };
  const invitation: PlatformInvitation = {
    id: newId(),
    email,
    role,
    status: "pending",
    issue: 1,
    ...sentAt(at),
    invited_by: by,
  };
  await tx.insertInto("platform_invitations").values(invitation).execute();
  return { ok: true, invitation };
}

/** Sends an open invitation again: a new link for 7 days replaces the one before. @returns null if it is not open */
export async function renewPlatformInvitation(
  tx: ControlTx,
  id: string,
  at: Date,
): Promise<PlatformInvitation | null> {
  const open = await tx
    .selectFrom("platform_invitations")
    .selectAll()
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (!open || isFresh(open, at)) return open ?? null;
  const renewed = { ...open, issue: open.issue + 1, ...sentAt(at) };
  await tx.updateTable("platform_invitations").set(renewed).where("id", "=", id).execute();
  return renewed;
}

/** Makes an invitation's newest link its only valid one. */
export async function activatePlatformLink(
  tx: ControlTx,
  { id, email, invited_at }: PlatformInvitation,
  token: string,
): Promise<void> {
  await tx
    .deleteFrom("link_tokens")
    .where("subject_id", "=", id)
    .where("purpose", "=", "staff-invitation")
    .where("token_hash", "<>", hashOf(token))
    .execute();
  const link = { token, purpose: "staff-invitation" as const, club_code: null, subject_id: id, email };
  await createLink(tx, link, new Date(invited_at));
}

/** Withdraws an open invitation: its link stops working. Repeating it changes nothing. */
export async function withdrawPlatformInvitation(tx: ControlTx, id: string): Promise<void> {
  await tx
    .updateTable("platform_invitations")
    .set({ status: "withdrawn" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .execute();
  await tx
    .deleteFrom("link_tokens")
    .where("subject_id", "=", id)
    .where("purpose", "=", "staff-invitation")
    .execute();
}

/** The open invitation that a link leads to; undefined once it was accepted, withdrawn or sent again, or is over. */
export function platformInvitationOf(
  control: ControlDb,
  token: string,
  at: Date,
): Promise<PlatformInvitation | undefined> {
  if (token.length > 200) return Promise.resolve(undefined);
  return control
    .selectFrom("link_tokens as l")
    .innerJoin("platform_invitations as i", "i.id", "l.subject_id")
    .selectAll("i")
    .where("l.token_hash", "=", hashOf(token))
    .where("l.purpose", "=", "staff-invitation")
    .where("i.status", "=", "pending")
    .where("i.expires_at", ">", at.toISOString())
    .executeTakeFirst();
}

/** Marks an invitation as accepted. @returns false if it was accepted or withdrawn meanwhile */
export async function acceptPlatformInvitation(tx: ControlTx, id: string): Promise<boolean> {
  const accepted = await tx
    .updateTable("platform_invitations")
    .set({ status: "accepted" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

const isFresh = ({ invited_at }: PlatformInvitation, at: Date) =>
  at.getTime() - Date.parse(invited_at) < RESEND_PAUSE_MS;

const sentAt = (at: Date) => ({
  invited_at: at.toISOString(),
  expires_at: new Date(at.getTime() + LINK_HOURS["staff-invitation"] * HOUR).toISOString(),
});
