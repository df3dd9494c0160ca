import type { ControlDb } from "#app/db/control/schema.ts";
import { readAgreementMailKey } from "#app/domain/club/agreements/agreement-mail.ts";
import { reminderPauseStart } from "#app/domain/club/agreements/agreement-times.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/** Reminders come by themselves until the 14th day after the request. */
const SINCE_MS = 15 * DAY_MS;

/**
 * The agreements whose request or reminder still waits for the mail service, or left less than 24 hours ago, however
 * long ago it was decided: another one now would come with it (product.md#agreement-reminders).
 */
export async function unsettledAgreements(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<Set<string>> {
  const rows = await control
    .selectFrom("mails")
    .select("key")
    .where("club_code", "=", clubCode)
    .where("created_at", ">", new Date(at.getTime() - SINCE_MS).toISOString())
    .where("tag", "in", ["agreement-request", "agreement-reminder"])
    .where((eb) =>
      eb.or([eb("status", "=", "queued"), eb("sent_at", ">", reminderPauseStart(at).toISOString())]),
    )
    .execute();
  return new Set(rows.flatMap(({ key }) => readAgreementMailKey(key)?.agreementId ?? []));
}
