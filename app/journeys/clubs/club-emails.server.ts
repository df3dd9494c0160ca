import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import type { ClubContact } from "#app/mail/emails/club-emails.tsx";
import { type Mail, queueMail } from "#app/queue/mail-queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** The first email of a club, once: its login code and its setup link. */
export function sendWelcome(tx: ControlTx, club: ClubsTable, setupLink: string): Promise<void> {
  const { name, description } = planOf(club.plan);
  const variables = {
    club: contactOf(club),
    plan: `${name}, ${description.toLowerCase()}`,
    paidUntil: formatDay(club.term_ends_at, club),
    signInLink: `${env().appUrl}/club/login`,
    setupLink,
  };
  return queueMail(tx, { key: `welcome:${club.code}`, template: "welcome", variables, ...to(club) });
}

export function sendSetupLink(
  tx: ControlTx,
  club: ClubsTable,
  { key, setupLink }: { key: string; setupLink: string },
): Promise<void> {
  const variables = { club: contactOf(club), setupLink };
  return queueMail(tx, { key, template: "setup-link", variables, ...to(club) });
}

export function sendPasswordExists(tx: ControlTx, club: ClubsTable, key: string): Promise<void> {
  const variables = { club: contactOf(club), resetLink: `${env().appUrl}/contact?forgot=club` };
  return queueMail(tx, { key, template: "password-exists", variables, ...to(club) });
}

/** For a club that was about to sign up again. */
export function sendAlreadyHere(
  tx: ControlTx,
  club: ClubsTable,
  { key, resetLink }: { key: string; resetLink: string },
): Promise<void> {
  const variables = { club: contactOf(club), signInLink: signInLink(club), resetLink };
  return queueMail(tx, { key, template: "way-in", variables, ...to(club) });
}

export function sendPasswordSet(tx: ControlTx, club: ClubsTable, tokenHash: string): Promise<void> {
  const variables = { club: contactOf(club), signInLink: signInLink(club) };
  return queueMail(tx, {
    key: `password-set:${tokenHash}`,
    template: "password-set",
    variables,
    ...to(club),
  });
}

export function sendPaymentReceived(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, until }: { sessionId: string; until: string },
): Promise<void> {
  const variables = {
    club: contactOf(club),
    paidUntil: formatDay(until, club),
    signInLink: signInLink(club),
  };
  return queueMail(tx, {
    key: `payment-arrived:${sessionId}`,
    template: "payment-received",
    variables,
    ...to(club),
  });
}

export function sendPaymentFailed(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, paymentLink }: { sessionId: string; paymentLink: string },
): Promise<void> {
  const price = formatPrice(planOf(club.plan).priceCents);
  return queueMail(tx, {
    key: `payment-failed:${sessionId}`,
    template: "payment-failed",
    variables: { club: contactOf(club), price, paymentLink },
    ...to(club),
  });
}

export function sendSecondRefunded(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, cents }: { sessionId: string; cents: number },
): Promise<void> {
  return queueMail(tx, {
    key: `second-refunded:${sessionId}`,
    template: "payment-refunded",
    variables: { club: contactOf(club), price: formatPrice(cents), signInLink: signInLink(club) },
    ...to(club),
  });
}

/** Tells our own billing staff, not the club, of a refund that Stripe refused. */
export function sendPaidTwice(tx: ControlTx, club: ClubsTable, sessionId: string): Promise<void> {
  return queueMail(tx, {
    key: `paid-twice:${sessionId}`,
    template: "paid-twice",
    variables: { club: contactOf(club), sessionId },
    to: brand.mail.billing,
    clubCode: club.code,
  });
}

/** Asks a new address of the club to confirm itself (product.md#club-email). */
export function sendConfirmEmail(
  tx: ControlTx,
  club: ClubsTable,
  { key, email, link }: { key: string; email: string; link: string },
): Promise<void> {
  const days = LINK_HOURS["club-email"] / 24;
  const variables = { clubName: club.name, clubCode: club.code, email, link, days };
  return queueMail(tx, { key, template: "club-email", variables, to: email, clubCode: club.code });
}

/** Tells the club's address until now that it has another. */
/** @param takeBack the link with which the address so far takes the club back; null where it has just done so */
export function sendEmailChanged(
  tx: ControlTx,
  club: ClubsTable,
  { email, takeBack }: { email: string; takeBack: string | null },
): Promise<void> {
  return queueMail(tx, {
    key: `club-email-changed:${newId()}`,
    template: "club-email-changed",
    variables: { clubName: club.name, clubCode: club.code, email, takeBack },
    ...to(club),
  });
}

const to = (club: ClubsTable): Pick<Mail, "to" | "clubCode"> => ({ to: club.email, clubCode: club.code });

/** A club as its mails name it. */
export const contactOf = ({ code, name, email, contact_name: contactName }: ClubsTable): ClubContact => ({
  code,
  name,
  email,
  contactName,
});

const signInLink = (club: ClubsTable) => `${env().appUrl}/club/login?code=${club.code}`;

/** A day in the club's zone, such as 'Mon, Nov 22, 2027'. */
export const formatDay = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");
