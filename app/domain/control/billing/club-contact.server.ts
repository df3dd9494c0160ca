import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type Mail, queueMails } from "#app/queue/mail-queue.server.ts";
import { formatPrice, planOf } from "./plans.ts";

/** Returns a club as its mails name it. */
export const contactOf = (club: ClubsTable) => ({
  code: club.code,
  name: club.name,
  email: club.email,
  contactName: club.contact_name,
  facts: factsOf(club),
});

function factsOf(club: ClubsTable) {
  const { name: tierName, priceCents } = planOf(club.plan);
  return {
    state: club.state,
    estimatedPlayers: club.estimated_players,
    tierName,
    tierPrice: formatPrice(priceCents),
    verificationDeadline: formatDay(club.verification_due_at, club),
  };
}

type ToContact = Extract<Mail, { variables: { club: { contactName: string } } }>;
type Unaddressed<One> = One extends unknown ? Omit<One, "to" | "clubCode"> : never;

/**
 * Queues a mail of money to the club's contact, and a copy to its treasurer where it has one
 * (product/billing.md#treasurer).
 */
export function queueMoneyMail(tx: ControlTx, club: ClubsTable, mail: Unaddressed<ToContact>): Promise<void> {
  const { email, billing_email: treasurer, code: clubCode } = club;
  const mails = [{ ...mail, to: email, clubCode } as Mail];
  if (treasurer && treasurer !== email) {
    const variables = { ...mail.variables, club: { ...contactOf(club), email: treasurer, treasurer: true } };
    mails.push({ ...mail, key: `${mail.key}:treasurer`, to: treasurer, clubCode, variables } as Mail);
  }
  return queueMails(tx, mails);
}

/** Returns a day in the club's zone, such as 'Mon, Nov 22, 2027'. */
export const formatDay = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");

/** Returns the sign-in page with the club's code filled in. */
export const signInLink = (club: ClubsTable) => `${env().appUrl}/club/login?code=${club.code}`;
