import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { Email } from "#app/mail/email.tsx";
import { confirmEmailEmail, emailChangedEmail } from "#app/mail/emails/club-address-emails.tsx";
import type { ClubContact } from "#app/mail/emails/club-emails.tsx";
import {
  paidTwiceEmail,
  paymentFailedEmail,
  paymentReceivedEmail,
  secondRefundedEmail,
} from "#app/mail/emails/payment-emails.tsx";
import {
  alreadyHereEmail,
  passwordExistsEmail,
  passwordSetEmail,
  setupLinkEmail,
  welcomeEmail,
} from "#app/mail/emails/setup-emails.tsx";
import { queueMail } from "#app/mail/queue-mail.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** The first email of a club, once: its login code and its setup link. */
export function sendWelcome(tx: ControlTx, club: ClubsTable, setupLink: string): Promise<void> {
  const { name, description } = planOf(club.plan);
  const email = welcomeEmail({
    club: contact(club),
    plan: `${name}, ${description.toLowerCase()}`,
    paidUntil: formatDay(club.term_ends_at, club),
    signInLink: `${env().appUrl}/club/login`,
    setupLink,
  });
  return send(tx, club, { key: `welcome:${club.code}`, tag: "welcome", ...email });
}

export function sendSetupLink(
  tx: ControlTx,
  club: ClubsTable,
  { key, setupLink }: { key: string; setupLink: string },
): Promise<void> {
  return send(tx, club, { key, tag: "setup-link", ...setupLinkEmail({ club: contact(club), setupLink }) });
}

export function sendPasswordExists(tx: ControlTx, club: ClubsTable, key: string): Promise<void> {
  const resetLink = `${env().appUrl}/contact?forgot=club`;
  return send(tx, club, {
    key,
    tag: "setup-link",
    ...passwordExistsEmail({ club: contact(club), resetLink }),
  });
}

/** For a club that was about to sign up again. */
export function sendAlreadyHere(
  tx: ControlTx,
  club: ClubsTable,
  { key, resetLink }: { key: string; resetLink: string },
): Promise<void> {
  const email = alreadyHereEmail({ club: contact(club), signInLink: signInLink(club), resetLink });
  return send(tx, club, { key, tag: "way-in", ...email });
}

export function sendPasswordSet(tx: ControlTx, club: ClubsTable, tokenHash: string): Promise<void> {
  const email = passwordSetEmail({ club: contact(club), signInLink: signInLink(club) });
  return send(tx, club, { key: `password-set:${tokenHash}`, tag: "password-set", ...email });
}

export function sendPaymentReceived(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, until }: { sessionId: string; until: string },
): Promise<void> {
  const email = paymentReceivedEmail({
    club: contact(club),
    paidUntil: formatDay(until, club),
    signInLink: signInLink(club),
  });
  return send(tx, club, { key: `payment-arrived:${sessionId}`, tag: "payment-received", ...email });
}

export function sendPaymentFailed(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, paymentLink }: { sessionId: string; paymentLink: string },
): Promise<void> {
  const price = formatPrice(planOf(club.plan).priceCents);
  const email = paymentFailedEmail({ club: contact(club), price, paymentLink });
  return send(tx, club, { key: `payment-failed:${sessionId}`, tag: "payment-failed", ...email });
}

export function sendSecondRefunded(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, cents }: { sessionId: string; cents: number },
): Promise<void> {
  const email = secondRefundedEmail({
    club: contact(club),
    price: formatPrice(cents),
    signInLink: signInLink(club),
  });
  return send(tx, club, { key: `second-refunded:${sessionId}`, tag: "payment-refunded", ...email });
}

/** Tells our own billing staff, not the club, of a refund that Stripe refused. */
export function sendPaidTwice(tx: ControlTx, club: ClubsTable, sessionId: string): Promise<void> {
  return queueMail(tx, {
    key: `paid-twice:${sessionId}`,
    tag: "paid-twice",
    to: brand.mail.billing,
    clubCode: club.code,
    ...paidTwiceEmail({ club: contact(club), sessionId }),
  });
}

/** Asks a new address of the club to confirm itself (product.md#club-email). */
export function sendConfirmEmail(
  tx: ControlTx,
  club: ClubsTable,
  { key, email, link }: { key: string; email: string; link: string },
): Promise<void> {
  const days = LINK_HOURS["club-email"] / 24;
  const mail = confirmEmailEmail({ clubName: club.name, clubCode: club.code, email, link, days });
  return queueMail(tx, { key, tag: "club-email", to: email, clubCode: club.code, ...mail });
}

/** Tells the club's address until now that it has another. */
export function sendEmailChanged(tx: ControlTx, club: ClubsTable, email: string): Promise<void> {
  const mail = emailChangedEmail({ clubName: club.name, clubCode: club.code, email });
  return send(tx, club, { key: `club-email-changed:${newId()}`, tag: "club-email-changed", ...mail });
}

function send(tx: ControlTx, club: ClubsTable, mail: Email & { key: string; tag: string }): Promise<void> {
  return queueMail(tx, { ...mail, to: club.email, clubCode: club.code });
}

const contact = ({ code, name, email, contact_name: contactName }: ClubsTable): ClubContact => ({
  code,
  name,
  email,
  contactName,
});

const signInLink = (club: ClubsTable) => `${env().appUrl}/club/login?code=${club.code}`;

const formatDay = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");
