import type { ControlDb } from "#app/db/control/schema.ts";
import { mayInvite, uncountInvitations } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { INVITATIONS_A_DAY } from "#app/domain/values/daily-limits.ts";
import { countMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Template of the mail that invites staff. */
export const INVITATION_TEMPLATE = "invitation";

/**
 * Carries out an invitation, or several in one, within the club's daily number. They are counted before the work; the
 * mails in the control database count too, so that a lost count gives no second two hundred.
 */
export async function withinDailyLimit<Result extends { ok: boolean }>(
  control: ControlDb,
  code: string,
  invite: () => Promise<Result>,
  invitations = 1,
): Promise<Result | { ok: false; problem: "daily-limit" }> {
  const since = new Date(now().getTime() - DAY_MS);
  const sent = await countMails(control, code, INVITATION_TEMPLATE, since);
  const refused = { ok: false, problem: "daily-limit" } as const;
  if (sent + invitations > INVITATIONS_A_DAY) return refused;
  if (!(await mayInvite(code, INVITATIONS_A_DAY, invitations))) {
    // Fewer may still fit; a single one that was refused stays counted, as it always was.
    if (invitations > 1) await uncountInvitations(code, INVITATIONS_A_DAY, invitations);
    return refused;
  }
  const result = await invite();
  if (!result.ok) await uncountInvitations(code, INVITATIONS_A_DAY, invitations);
  return result;
}
