import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { hashPassword } from "#app/domain/control/passwords/password.server.ts";
import {
  acceptPlatformInvitation,
  activatePlatformLink,
  inviteToPlatform,
  type PlatformInvitation,
  platformInvitationOf,
  renewPlatformInvitation,
} from "#app/domain/control/platform/admin-invitations.server.ts";
import { addPlatformAdmin } from "#app/domain/control/platform/admins.server.ts";
import { type PlatformRole, platformRoleName } from "#app/domain/control/platform/roles.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";

/** Invites somebody to the platform's staff by email (product.md#platform-staff). */
export const inviteAdmin = (
  control: ControlDb,
  fields: { email: string; role: PlatformRole; by: string },
  byId: string,
) =>
  inTransaction(control, async (tx) => {
    const invited = await inviteToPlatform(tx, fields, now());
    if (!invited.ok) return invited;
    await mailInvitation(tx, invited.invitation);
    await auditInvitation(tx, invited.invitation, byId);
    return invited;
  });

const auditInvitation = (tx: ControlTx, { id, role }: PlatformInvitation, by: string): Promise<void> =>
  recordAudit(tx, {
    kind: "staff.invited",
    actor: { kind: "staff", id: by },
    subject: id,
    detail: { role },
    at: now(),
  });

/** Sends an open invitation again, with a new link. @returns false if it is not open any more */
export const resendAdminInvitation = (control: ControlDb, id: string, by: string): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const renewed = await renewPlatformInvitation(tx, id, now());
    if (!renewed) return false;
    await mailInvitation(tx, renewed);
    await auditInvitation(tx, renewed, by);
    return true;
  });

async function mailInvitation(tx: ControlTx, invitation: PlatformInvitation): Promise<void> {
  const token = linkToken("staff-invitation", invitation.id, invitation.issue);
  await activatePlatformLink(tx, invitation, token);
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
}

/**
 * Makes the account of who was invited; the link is used up.
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
