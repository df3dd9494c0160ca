import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { PlatformInvitationsTable } from "#app/db/control/staff-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { createLink, LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import { type PlatformRole, platformRoleName } from "#app/permissions/platform-roles.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";
import { hashOf, linkToken, newId } from "#app/runtime/ids.server.ts";
import { addPlatformAdmin, findPlatformAdmin } from "./admins.server.ts";

export type PlatformInvitation = PlatformInvitationsTable;

/** A second press of 'Resend' within this time is the first one. */
const RESEND_PAUSE_MS = MINUTE_MS;

/** Loads the open invitations to the platform's staff, by email. */
export const openPlatformInvitations = (control: ControlDb): Promise<PlatformInvitation[]> =>
  control
    .selectFrom("platform_invitations")
    .selectAll()
    .where("status", "=", "pending")
    .orderBy("email")
    .execute();

/**
 * Invites a person to the platform's staff for 7 days and queues the mail (product/platform-staff.md#platform-staff);
 * the same form sent twice is one invitation.
 * @param fields.by the inviter's name; `byId` their id, for the audit log
 */
export const inviteToPlatform = (
  control: ControlDb,
  { email, role, by }: { email: string; role: PlatformRole; by: string },
  byId: string,
): Promise<
  { ok: true; invitation: PlatformInvitation } | { ok: false; problem: "already-staff" | "already-invited" }
> =>
  inTransaction(control, async (tx) => {
    const at = now();
    if (await findPlatformAdmin(tx, email)) return { ok: false, problem: "already-staff" };
    const open = await tx
      .selectFrom("platform_invitations")
      .selectAll()
      .where("email", "=", email)
      .where("status", "=", "pending")
      .executeTakeFirst();
    if (open && !(isFresh(open, at) && open.role === role)) return { ok: false, problem: "already-invited" };
    const invitation: PlatformInvitation = open ?? {
      id: newId(),
      email,
      role,
      status: "pending",
      issue: 1,
      ...sentAt(at),
      invited_by: by,
    };
    if (!open) await tx.insertInto("platform_invitations").values(invitation).execute();
    await mailInvitation(tx, invitation, byId);
    return { ok: true, invitation };
  });

/**
 * Sends an open invitation again: a new link for 7 days replaces the one before. @returns false if it is not open any
 * more
 */
export const renewPlatformInvitation = (control: ControlDb, id: string, by: string): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const at = now();
    const open = await tx
      .selectFrom("platform_invitations")
      .selectAll()
      .where("id", "=", id)
      .where("status", "=", "pending")
      .executeTakeFirst();
    if (!open) return false;
    const renewed = isFresh(open, at) ? open : { ...open, issue: open.issue + 1, ...sentAt(at) };
    if (renewed !== open)
      await tx.updateTable("platform_invitations").set(renewed).where("id", "=", id).execute();
    await mailInvitation(tx, renewed, by);
    return true;
  });

/** Queues an invitation's mail with its newest link, and records who sent it. */
async function mailInvitation(tx: ControlTx, invitation: PlatformInvitation, by: string): Promise<void> {
  const token = linkToken("staff-invitation", invitation.id, invitation.issue);
  await activateLink(tx, invitation, token);
  await queueMail(tx, {
    key: `staff-invitation:${invitation.id}:${invitation.issue}`,
    template: "platform-invitation",
    variables: {
      role: platformRoleName[invitation.role],
      invitedBy: invitation.invited_by,
      link: `${env().appUrl}${href("/admin/invitation", { token })}`,
    },
    to: invitation.email,
  });
  await recordAudit(tx, {
    kind: "staff.invited",
    actor: { kind: "staff", id: by },
    subject: invitation.id,
    detail: { role: invitation.role },
    at: now(),
  });
}

/** Makes an invitation's newest link its only valid one. */
async function activateLink(
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
export const withdrawPlatformInvitation = (control: ControlDb, id: string, by: string): Promise<void> =>
  inTransaction(control, async (tx) => {
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
    const actor = { kind: "staff", id: by } as const;
    await recordAudit(tx, { kind: "staff.invitation-withdrawn", actor, subject: id, at: now() });
  });

/** Loads the open invitation of a link; undefined once it was accepted, withdrawn or sent again, or has expired. */
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
async function acceptPlatformInvitation(tx: ControlTx, id: string): Promise<boolean> {
  const accepted = await tx
    .updateTable("platform_invitations")
    .set({ status: "accepted" })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return accepted.numUpdatedRows === 1n;
}

/**
 * Makes the invited person's account; the link is used up.
 * @returns the account's id, or null if the invitation was used or withdrawn meanwhile
 * @throws TooBusy
 */
export async function joinPlatform(
  control: ControlDb,
  token: string,
  person: { firstName: string; lastName: string; password: string },
): Promise<string | null> {
  const { password, ...names } = person;
  const passwordHash = await hashPassword(password);
  return inTransaction(control, async (tx) => {
    const invitation = await platformInvitationOf(tx, token, now());
    if (!invitation || !(await acceptPlatformInvitation(tx, invitation.id))) return null;
    const { email, role, invited_by: by } = invitation;
    const id = await addPlatformAdmin(tx, { ...names, email, role, company: "", passwordHash, by }, now());
    const actor = { kind: "staff", id } as const;
    if (id) await recordAudit(tx, { kind: "staff.joined", actor, detail: { role }, at: now() });
    return id;
  });
}

const isFresh = ({ invited_at }: PlatformInvitation, at: Date) =>
  at.getTime() - Date.parse(invited_at) < RESEND_PAUSE_MS;

const sentAt = (at: Date) => ({
  invited_at: at.toISOString(),
  expires_at: new Date(at.getTime() + LINK_HOURS["staff-invitation"] * HOUR_MS).toISOString(),
});
