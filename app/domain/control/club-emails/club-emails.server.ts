import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { contactOf, formatDay, signInLink } from "#app/domain/control/billing/club-contact.server.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { LINK_HOURS } from "#app/domain/control/links/links.server.ts";
import { type Mail, queueMail } from "#app/queue/mail-queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Sends the first email of a club, once: its login code and its setup link. */
export function sendWelcome(
  tx: ControlTx,
  club: ClubsTable,
  { setupLink, onItsWay }: { setupLink: string; onItsWay: boolean },
): Promise<void> {
  const { name, description } = planOf(club.plan);
  const variables = {
    club: contactOf(club),
    plan: `${name}, ${description.toLowerCase()}`,
    paidUntil: formatDay(club.term_ends_at, club),
    onItsWay,
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

/** Mails a club that was about to sign up again. */
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

/** Asks a new address of the club to confirm itself (product/clubs.md#club-email). */
export function sendConfirmEmail(
  tx: ControlTx,
  club: ClubsTable,
  { key, email, link }: { key: string; email: string; link: string },
): Promise<void> {
  const days = LINK_HOURS["club-email"] / 24;
  const variables = { clubName: club.name, clubCode: club.code, email, link, days };
  return queueMail(tx, { key, template: "club-email", variables, to: email, clubCode: club.code });
}

/** Asks an address to confirm that it gets a copy of the club's mails of money (product/billing.md#treasurer). */
export function sendConfirmTreasurer(
  tx: ControlTx,
  club: ClubsTable,
  { key, email, link }: { key: string; email: string; link: string },
): Promise<void> {
  const days = LINK_HOURS["billing-email"] / 24;
  const variables = { clubName: club.name, clubCode: club.code, email, link, days };
  return queueMail(tx, { key, template: "billing-email", variables, to: email, clubCode: club.code });
}

/**
 * Tells the club's address until now that it has another.
 * @param takeBack the link with which the address so far takes the club back; null where it has just done so
 */
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
