import type { Platform } from "#app/db/storage/platform.server.ts";
import { stoppedAddresses } from "#app/domain/club/contacts/contacts.server.ts";
import { type FailedFilter, resend, resendPlan } from "#app/domain/control/platform/resend-mails.server.ts";

type Files = Pick<Platform, "control" | "clubs">;

/** Previews sending failed emails again (product/support.md#support-tools). */
export const previewResend = ({ control, clubs }: Files, filter: FailedFilter) =>
  resendPlan(control, filter, (code, addresses) => clubs.use(code, (db) => stoppedAddresses(db, addresses)));

/** Sends them again, unless they are not those that were shown. @returns how many */
export async function resendFailed(
  platform: Files,
  filter: FailedFilter,
  { version, adminId }: { version: string; adminId: string },
): Promise<{ ok: true; count: number } | { ok: false; problem: "changed" }> {
  const plan = await previewResend(platform, filter);
  if (plan.version !== version) return { ok: false, problem: "changed" };
  return { ok: true, count: await resend(platform.control, plan, adminId) };
}
