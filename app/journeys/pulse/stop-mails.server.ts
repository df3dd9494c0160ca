import type { Platform } from "#app/db/storage/platform.server.ts";
import { changeReminders } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { askedParent } from "#app/domain/club/pulse/answers.server.ts";
import { openInvitations, readPulseMailKey } from "#app/domain/club/pulse/pulse-mail.server.ts";
import { changeClub } from "#app/journeys/club-events/change-club.server.ts";
import { unqueueReminders } from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import { unqueuePulseMails } from "#app/journeys/club-events/queue-pulse-mails.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Stops a parent's mail, or undoes it, by a pulse's or an agreement's link: both are the same list. */
export async function stopParentMails(
  ctx: ClubFileContext,
  { agreementId, contactId }: { agreementId: string; contactId: string },
  stopped: boolean,
): Promise<void> {
  await changeClub(ctx, (tx) => changeReminders(tx, agreementId, { stopped, at: now() }));
  if (!stopped) return;
  await unqueueReminders(ctx.control, [agreementId]);
  await unqueuePulseMails(ctx.control, await openInvitations(ctx.db, contactId));
}

/**
 * Stops mail for a parent who used a pulse mail's link of the provider, as our link does, while the address is still
 * the one on file.
 * @throws ClubUnavailable while the club's file is down; the job tries again
 */
export async function stopPulseMails({ control, clubs }: Platform, mailId: string): Promise<void> {
  const mail = await control
    .selectFrom("mails")
    .select(["key", "club_code", "to_address"])
    .where("id", "=", mailId)
    .executeTakeFirst();
  const about = mail && readPulseMailKey(mail.key);
  if (!about || !mail.club_code) return;
  const club = { code: mail.club_code };
  await clubs.use(club.code, async (db) => {
    const asked = await askedParent(db, about.invitationId);
    if (asked?.invitation.issue !== about.issue) return;
    const { agreementId, contact } = asked;
    await stopParentMails({ control, db, club }, { agreementId, contactId: contact.id }, true);
  });
}
