import type { Platform } from "#app/db/platform.server.ts";
import { readAgreementMailKey } from "#app/domain/club/agreements/agreement-mail.ts";
import { changeReminders } from "#app/domain/club/agreements/stop-reminders.server.ts";
import { unqueueReminders } from "#app/journeys/agreement-mails/queue-agreement-mails.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * A parent stopped a reminder by the mail provider's own link: the same as by ours (product.md#agreement-reminders). Only
 * while the address is still the one on file.
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
