import { href } from "#app/config/addresses.ts";
import { env } from "#app/config/env.server.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { ClubEvent } from "#app/db/outbox.server.ts";
import { openAgreementMails } from "#app/domain/club/agreements/agreement-mail.server.ts";
import { findContactByEmail } from "#app/domain/club/contacts/contacts.server.ts";
import { findRegistration } from "#app/domain/club/registrations/registrations.server.ts";
import { createLink } from "#app/domain/control/links/links.server.ts";
import {
  queueAgreementMails,
  unqueueReminders,
} from "#app/journeys/club-events/queue-agreement-mails.server.ts";
import type { ClubFileContext } from "#app/journeys/context.ts";
import { type Mail, queueMail } from "#app/queue/mail-queue.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { linkToken } from "#app/runtime/ids.server.ts";

/** Most copies queued at once, more than one signature causes; the job takes the others after a crash. */
const AT_ONCE = 50;

/**
 * Queues the mails that a parent waits for, such as the signed copy, and leaves those to many to a job, which gets its
 * turn after all urgent work (product/emails.md#mail).
 */
export async function deliverAgreementMails(ctx: ClubFileContext): Promise<void> {
  const urgent = await openAgreementMails(ctx.db, { urgent: true, most: AT_ONCE });
  await queueAgreementMails(ctx, urgent);
  await unqueueReminders(
    ctx.control,
    urgent.map(({ agreement }) => agreement.id),
  );
  await enqueue(ctx.control, { kind: "agreement.mails", payload: { clubCode: ctx.club.code }, bulk: true });
}

/** Mails the club what a parent did with an agreement's link, once for each link and kind. */
export async function deliverAgreementNotice(
  { control, db, club: { code: clubCode } }: ClubFileContext,
  { agreementId, issue, what }: Extract<ClubEvent, { kind: "agreement-notice" }>,
): Promise<void> {
  if (what === "declined") await unqueueReminders(control, [agreementId]);
  const agreement = await db
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["a.reason", "a.closed_at", "c.name", "c.email"])
    .where("a.id", "=", agreementId)
    .where("c.erased_at", "is", null)
    .executeTakeFirst();
  if (!agreement) return;
  const club = await db.selectFrom("club").select(["name", "email", "color"]).executeTakeFirstOrThrow();
  await queueMail(control, {
    // A parent who changes their mind behind the same link may decline once more.
    key: [`agreement-notice:${agreementId}:${issue}:${what}`, agreement.closed_at].filter(Boolean).join(":"),
    template: "agreement-notice",
    variables: {
      club: { name: club.name, color: club.color },
      what,
      parent: agreement.name || agreement.email,
      email: agreement.email,
      reason: what === "declined" || what === "withdrawn" ? agreement.reason : "",
      link: `${env().appUrl}${href("/agreements/:agreementId", { agreementId })}`,
    },
    to: club.email,
    clubCode,
  });
}

/**
 * Tells the address that a parent was corrected away from, with a link that takes it back for 7 days
 * (product/parents.md#contacts). Once it is queued, the club's file forgets the address.
 */
export async function deliverAddressLeft(
  { control, db, club: { code } }: ClubFileContext,
  { leftId }: Extract<ClubEvent, { kind: "address-left" }>,
): Promise<void> {
  const left = await db
    .selectFrom("left_addresses as l")
    .innerJoin("agreements as a", "a.id", "l.agreement_id")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["l.email", "a.id as agreementId", "c.name", "c.language"])
    .where("l.id", "=", leftId)
    .executeTakeFirst();
  if (!left) return;
  const { email, agreementId, name, language } = left;
  const club = await db.selectFrom("club").select(["name", "email", "color"]).executeTakeFirstOrThrow();
  const token = linkToken("address-back", leftId, 0);
  await inTransaction(control, async (tx) => {
    await createLink(
      tx,
      { purpose: "address-back", club_code: code, subject_id: agreementId, email, token },
      now(),
    );
    await queueMail(tx, {
      key: `agreement-address:${agreementId}:${leftId}`,
      template: "agreement-address-left",
      variables: {
        club: { name: club.name, color: club.color },
        language,
        parentName: name,
        link: `${env().appUrl}${href("/parent/address/:token", { token, lang: language })}`,
      },
      to: email,
      clubCode: code,
      fromName: club.name,
      replyTo: club.email,
    });
  });
  await db.deleteFrom("left_addresses").where("id", "=", leftId).execute();
}

/**
 * Mails a parent who registered the link that confirms the address; a contact, too, for another child. Both take the
 * same steps, so that the time tells nothing (product/parents.md#registration).
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
