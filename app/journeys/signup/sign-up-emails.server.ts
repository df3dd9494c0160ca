import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type Letter, renderLetter } from "#app/mail/email.ts";
import { queueMail } from "#app/mail/queue-mail.server.ts";

const SUPPORT = `Questions? Write to ${brand.mail.support} and we answer within 24 hours, or call ${brand.phone}.`;
const whyAdmin = (club: ClubsTable) =>
  `You get this email because ${club.email} is the contact address of ${club.name} at ${brand.name}.`;

/** Puts one letter to a club's contact into the outbox; the key makes it once. */
async function tellClub(
  tx: ControlTx,
  club: ClubsTable,
  mail: { key: string; tag: string; subject: string; letter: Omit<Letter, "why"> },
): Promise<void> {
  const { html, text } = renderLetter({ ...mail.letter, why: whyAdmin(club) });
  const { key, tag, subject } = mail;
  await queueMail(tx, { key, tag, subject, html, text, to: club.email, clubCode: club.code });
}

const dayOf = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");

/** Welcome: login code, sign-in address, and the link that sets the password (product.md#mail). */
export function welcome(tx: ControlTx, club: ClubsTable, setupLink: string): Promise<void> {
  return tellClub(tx, club, {
    key: `welcome:${club.code}`,
    tag: "welcome",
    subject: `Welcome to ${brand.name}: your club login code is ${club.code.toUpperCase()}`,
    letter: {
      heading: `Welcome, ${club.contact_name}`,
      paragraphs: [
        `The subscription of ${club.name} is active. Set your password first; the button works once, within 7 days.`,
      ],
      facts: [
        ["Club login code", club.code.toUpperCase()],
        ["Sign in at", `${env().appUrl}/club/login`],
        ["Package", `${planOf(club.plan).name}, ${planOf(club.plan).description.toLowerCase()}`],
        ["Paid until", dayOf(club.term_ends_at, club)],
        ["Verify your player count by", dayOf(club.verification_due_at, club)],
      ],
      button: { label: "Set Up Password & Access Account", href: setupLink },
      after: ["Nothing renews by itself: we write to you before the year ends.", SUPPORT],
    },
  });
}

/** A new link for the password setup, when the first one has expired. */
export function newSetupLink(
  tx: ControlTx,
  club: ClubsTable,
  mail: { key: string; setupLink: string },
): Promise<void> {
  return tellClub(tx, club, {
    key: mail.key,
    tag: "setup-link",
    subject: `Your new password setup link for ${brand.name}`,
    letter: {
      heading: "Set your club's password",
      paragraphs: [`Here is a new link for ${club.name}. It works once, within 7 days.`],
      facts: [["Club login code", club.code.toUpperCase()]],
      button: { label: "Set Up Password & Access Account", href: mail.setupLink },
      after: ["If nobody at your club asked for it, ignore this email.", SUPPORT],
    },
  });
}

/** Somebody asked for a setup link, but the club has a password: the way is a reset. */
export function passwordIsThere(tx: ControlTx, club: ClubsTable, key: string): Promise<void> {
  return tellClub(tx, club, {
    key,
    tag: "setup-link",
    subject: `Your club has a password at ${brand.name}`,
    letter: {
      heading: "Your club has a password already",
      paragraphs: [
        `Somebody asked for a password setup link for ${club.name}, but its password is set. If you do not know it, choose a new one.`,
      ],
      facts: [["Club login code", club.code.toUpperCase()]],
      button: { label: "Choose a New Password", href: `${env().appUrl}/contact?forgot=club` },
      after: ["If nobody at your club asked for it, ignore this email.", SUPPORT],
    },
  });
}

/** After the setup: the password is set. The password itself stands in no mail. */
export function passwordSet(tx: ControlTx, club: ClubsTable, tokenHash: string): Promise<void> {
  return tellClub(tx, club, {
    key: `password-set:${tokenHash}`,
    tag: "password-set",
    subject: `Your ${brand.name} password is set`,
    letter: {
      heading: "Your password is set",
      paragraphs: [
        `${club.name} can sign in with its club login code and the new password. Devices that were signed in before have been signed out.`,
      ],
      facts: [["Club login code", club.code.toUpperCase()]],
      button: { label: "Sign In", href: `${env().appUrl}/club/login?code=${club.code}` },
      after: [`If it was not you, write to ${brand.mail.support} at once.`],
    },
  });
}

/** A bank payment has arrived. */
export function paymentArrived(
  tx: ControlTx,
  club: ClubsTable,
  payment: { sessionId: string; until: string },
): Promise<void> {
  return tellClub(tx, club, {
    key: `payment-arrived:${payment.sessionId}`,
    tag: "payment-received",
    subject: `We received the payment of ${club.name}`,
    letter: {
      heading: "Your payment has arrived",
      paragraphs: [
        `Thank you. ${club.name} is paid until ${dayOf(payment.until, club)}. There is nothing more to do.`,
      ],
      button: { label: "Sign In", href: `${env().appUrl}/club/login?code=${club.code}` },
      after: [SUPPORT],
    },
  });
}

/** A bank payment failed: what it means, and a link to pay again. */
export function paymentFailed(
  tx: ControlTx,
  club: ClubsTable,
  mail: { sessionId: string; paymentLink: string },
): Promise<void> {
  return tellClub(tx, club, {
    key: `payment-failed:${mail.sessionId}`,
    tag: "payment-failed",
    subject: `Payment failed: ${club.name} at ${brand.name}`,
    letter: {
      heading: "Payment failed",
      paragraphs: [
        `The bank payment of ${formatPrice(planOf(club.plan).priceCents)} for ${club.name} did not go through, so the account is paused. Nothing is lost: as soon as a payment arrives, everything is there again.`,
      ],
      button: { label: "Try Again", href: mail.paymentLink },
      after: ["You can pay by card or from another bank account. The link works for 7 days.", SUPPORT],
    },
  });
}

/** Tells our own billing that one club was paid twice, so that a person refunds it. */
export function paidTwice(tx: ControlTx, club: ClubsTable, sessionId: string): Promise<void> {
  const letter = renderLetter({
    heading: `${club.name} was paid twice`,
    paragraphs: ["Please refund the later payment at Stripe and tell the club."],
    facts: [
      ["Club", `${club.name} (${club.code.toUpperCase()})`],
      ["Contact", `${club.contact_name}, ${club.email}`],
      ["Later Checkout session", sessionId],
    ],
    why: `You get this email because you read ${brand.mail.billing}.`,
  });
  return queueMail(tx, {
    key: `paid-twice:${sessionId}`,
    tag: "paid-twice",
    to: brand.mail.billing,
    subject: `Paid twice: ${club.name}`,
    clubCode: club.code,
    ...letter,
  });
}
