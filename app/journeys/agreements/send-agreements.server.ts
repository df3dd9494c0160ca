import type { ControlDb } from "#app/db/control/schema.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { changeReminders } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { readAgreementMailKey } from "#app/domain/club/agreements/agreement-mail.ts";
import { reminderPauseStart } from "#app/domain/club/agreements/agreement-times.ts";
import type { AgreementSelection } from "#app/domain/club/agreements/choose-agreements.server.ts";
import {
  addReminders,
  issueAgreements,
  type SendResult,
} from "#app/domain/club/agreements/issue-agreements.server.ts";
import { managedTeams } from "#app/domain/club/staff/club-user.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { unqueueReminders } from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/**
 * Sends agreements to the parents of a selection whose teams the user manages (product/agreements.md#agreements). The
 * mails go out in the background.
 */
export function sendAgreements(ctx: ClubContext, selection: AgreementSelection): Promise<SendResult> {
  return changeClub(ctx, (tx) => issueAgreements(tx, selection, senderOf(ctx)));
}

/** Reminds the parents of a selection whose agreements are pending (product/agreements.md#agreement-reminders). */
export function remindAgreements(ctx: ClubContext, selection: AgreementSelection): Promise<SendResult> {
  return changeClub(ctx, (tx) => addReminders(tx, selection, senderOf(ctx)));
}

const senderOf = ({ user }: ClubContext) => ({ scope: managedTeams(user), by: user.name, at: now() });

/** Covers the automatic reminders, which end on the 14th day after the request. */
const SINCE_MS = 15 * DAY_MS;

/**
 * Loads the agreements whose request or reminder is still queued, or left less than 24 hours ago, however long ago it
 * was decided: another one now would come with it (product/agreements.md#agreement-reminders).
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

/**
 * Stops reminders for a parent who used the mail provider's own link, as our link does
 * (product/agreements.md#agreement-reminders). Only while the address is still the one on file.
 * @throws ClubUnavailable while the club's file is down; the job tries again
 */
export async function stopAgreementMails({ control, clubs }: Platform, mailId: string): Promise<void> {
  const mail = await control
    .selectFrom("mails")
    .select(["key", "club_code", "to_address"])
    .where("id", "=", mailId)
    .executeTakeFirst();
  const about = mail && readAgreementMailKey(mail.key);
  if (!about || !mail.club_code) return;
  const { agreementId } = about;
  const club = { code: mail.club_code };
  const stopped = await clubs.use(club.code, (db) =>
    changeClub({ control, db, club }, async (tx) => {
      const known = await tx
        .selectFrom("agreements as a")
        .innerJoin("contacts as c", "c.id", "a.contact_id")
        .select("c.id")
        .where("a.id", "=", agreementId)
        .where("c.email_key", "=", mail.to_address.toLowerCase())
        .executeTakeFirst();
      if (known) await changeReminders(tx, agreementId, { stopped: true, at: now() });
      return known !== undefined;
    }),
  );
  if (stopped) await unqueueReminders(control, [agreementId]);
}
