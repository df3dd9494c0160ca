import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { findContactByEmail } from "#app/domain/club/contacts/contacts.server.ts";
import { findRegistration } from "#app/domain/club/registrations/registrations.server.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { type Mail, queueMail } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";

/**
 * Mails whoever registered the link that confirms the address; a contact, too, for another child. Both take the same
 * steps, so that the time tells nothing (product.md#registration).
 */
export async function deliverRegistration(
  { control, db, club: { code } }: ClubFileContext,
  { registrationId }: Extract<ClubEvent, { kind: "registration" }>,
): Promise<void> {
  const registration = await findRegistration(db, registrationId);
  if (registration?.status !== "unconfirmed") return;
  const { email, language } = registration;
  const known = await findContactByEmail(db, email);
  const club = await db.selectFrom("club").select(["name", "email", "color"]).executeTakeFirstOrThrow();
  const token = linkToken("registration", registrationId, 0);
  const link = `${env().appUrl}${href("/register/confirm/:token", { token, lang: language })}`;
  const envelope = {
    key: `registration:${registrationId}`,
    to: email,
    clubCode: code,
    fromName: club.name,
    replyTo: club.email,
  };
  const frame = { club: { name: club.name, color: club.color }, language };
  const template = known ? "registration-known" : "registration";
  const mail: Mail = { ...envelope, template, variables: { ...frame, link } };
  await inTransaction(control, async (tx) => {
    await createLink(
      tx,
      { purpose: "registration", club_code: code, subject_id: registrationId, email, token },
      now(),
    );
    await queueMail(tx, mail);
  });
}
