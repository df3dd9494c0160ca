import { brand } from "#app/config/brand.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { recordAgreementDelivery, reviveContact } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { readAgreementMailKey } from "#app/domain/club/agreements/agreement-mail.ts";
import { readPulseMailKey, recordPulseDelivery } from "#app/domain/club/pulse/pulse-mail.server.ts";
import { recordInvitationDelivery, reviveInvitations } from "#app/domain/club/staff/invitations.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import { readInvitationKey } from "#app/journeys/club-events/invitation.server.ts";
import { bouncedSince } from "#app/mail/record-delivery.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Mails by which a club gets in or pays: if its contact does not get them, our staff help. */
const NEEDED_BY_CLUBS = new Set(["welcome", "setup-link", "password-exists", "payment-failed"]);

/**
 * Brings what became of a mail to those it concerns: an invitation's, an agreement's and a pulse's into the club's file, where the
 * team's card and the agreement's history show it; of a mail that a club cannot do without, to our support. Idempotent;
 * the club's file gets the newest state.
 * @throws ClubUnavailable while the club's file is down; the job tries again
 */
export async function reportDelivery({ control, clubs }: Platform, mailId: string): Promise<void> {
  const mail = await control
    .selectFrom("mails")
    .select(["key", "tag", "club_code", "to_address", "delivery", "delivery_reason as reason"])
    .where("id", "=", mailId)
    .executeTakeFirst();
  if (!mail?.delivery || !mail.club_code) return;
  const { delivery, reason, club_code: clubCode, to_address: to, tag } = mail;
  const sending = readInvitationKey(mail.key);
  if (sending) {
    await clubs.use(clubCode, (db) =>
      inTransaction(db, (tx) => recordInvitationDelivery(tx, sending, { delivery, reason })),
    );
    return;
  }
  const aboutAgreement = readAgreementMailKey(mail.key);
  if (aboutAgreement) {
    await clubs.use(clubCode, (db) =>
      inTransaction(db, (tx) =>
        recordAgreementDelivery(tx, aboutAgreement, { delivery, reason, to, at: now() }),
      ),
    );
    return;
  }
  const aboutPulse = readPulseMailKey(mail.key);
  if (aboutPulse) {
    await clubs.use(clubCode, (db) =>
      inTransaction(db, (tx) => recordPulseDelivery(tx, aboutPulse, { delivery, reason, to })),
    );
    return;
  }
  const club = NEEDED_BY_CLUBS.has(tag) && isDead(delivery) ? await findClub(control, clubCode) : null;
  // A corrected address makes the bounce of the old one no news.
  if (!club || club.email !== to) return;
  await queueMail(control, {
    key: `contact-bounced:${clubCode}:${to}`,
    template: "contact-bounced",
    variables: {
      club: {
        code: clubCode,
        name: club.name,
        contactName: club.contact_name,
        email: club.email,
        phone: club.phone,
      },
      tag,
    },
    to: brand.mail.support,
    clubCode,
  });
}

/**
 * Ends the dead state of an address in a club's file, because the provider sends to it again
 * (product/emails.md#undelivered-mail): of its contact and of its open invitations. Idempotent; a later bounce stays.
 */
export async function endDeadAddress(
  { control, clubs }: Platform,
  { clubCode, address }: { clubCode: string; address: string },
): Promise<void> {
  if (await bouncedSince(control, { clubCode, address })) return;
  await clubs.use(clubCode, (db) =>
    inTransaction(db, async (tx) => {
      await reviveContact(tx, address);
      await reviveInvitations(tx, address);
    }),
  );
}
