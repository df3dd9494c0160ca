import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { linkToken, newId } from "#app/runtime/ids.server.ts";
import { findPlatformAdmin } from "./admins.server.ts";

export interface AdminResetRequest {
  email: string;
  requestId: string;
  requestedAt: string;
}

/**
 * Asks for a reset link of an administrator. Whether there is one is looked up afterwards, by the jobs process, so
 * that the answer and its time tell nothing (product/platform-staff.md#platform-staff).
 */
export const requestAdminReset = (control: ControlDb, email: string): Promise<void> => {
  const payload: AdminResetRequest = { email, requestId: newId(), requestedAt: nowIso() };
  return enqueue(control, { kind: "staff-reset.send", payload });
};

/** Mails the link to a member of staff; does nothing for anybody else. Repeating a request sends one mail. */
export async function sendAdminReset(
  control: ControlDb,
  { email, requestId, requestedAt }: AdminResetRequest,
): Promise<void> {
  const admin = await findPlatformAdmin(control, email);
  if (!admin) return;
  const token = `rst_${linkToken("staff-reset", requestId, 1)}`;
  const link = { token, purpose: "staff-reset", club_code: null, subject_id: admin.id, email } as const;
  await inTransaction(control, async (tx) => {
    await createLink(tx, link, new Date(requestedAt));
    const asked = { kind: "account.reset-asked", actor: { kind: "system", id: null } } as const;
    await recordAudit(tx, { ...asked, subject: admin.id, at: now() });
    await queueMail(tx, {
      key: `staff-reset:${requestId}`,
      template: "password-reset",
      variables: { account: email, link: `${env().appUrl}/contact?reset=${token}` },
      to: email,
    });
  });
}
