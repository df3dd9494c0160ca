import type { ControlDb } from "#app/db/control/schema.ts";
import { mayInvite, uncountInvitation } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import { INVITATIONS_A_DAY } from "#app/domain/values/daily-limits.ts";
import { countMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Template of the mail that invites staff. */
export const INVITATION_TEMPLATE = "invitation";

/**
 * Carries out an invitation within the club's daily number. Each is counted before the work; the mails in the control
 * database count too, so that a lost count gives no second two hundred.
 */
export async function withinDailyLimit<Result extends { ok: boolean }>(
  control: ControlDb,
  code: string,
  invite: () => Promise<Result>,
): Promise<Result | { ok: false; problem: "daily-limit" }> {
  const since = new Date(now().getTime() - DAY_MS);
  const sent = await countMails(control, code, INVITATION_TEMPLATE, since);
  if (sent >= INVITATIONS_A_DAY || !(await mayInvite(code, INVITATIONS_A_DAY)))
    return { ok: false, problem: "daily-limit" };
  const result = await invite();
  if (!result.ok) await uncountInvitation(code, INVITATIONS_A_DAY);
  return result;
}
