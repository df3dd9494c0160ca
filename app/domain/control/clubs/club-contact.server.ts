import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type Mail, queueMails } from "#app/queue/mail-queue.server.ts";

/** A club as its mails name it. */
export const contactOf = ({ code, name, email, contact_name: contactName }: ClubsTable) => ({
  code,
  name,
  email,
  contactName,
});

type ToContact = Extract<Mail, { variables: { club: ReturnType<typeof contactOf> } }>;
type Unaddressed<One> = One extends unknown ? Omit<One, "to" | "clubCode"> : never;

/** Queues a mail of money to the club's contact, and a copy to its treasurer where it has one (product.md#treasurer). */
export function queueMoneyMail(tx: ControlTx, club: ClubsTable, mail: Unaddressed<ToContact>): Promise<void> {
  const { email, billing_email: treasurer, code: clubCode } = club;
  const mails = [{ ...mail, to: email, clubCode } as Mail];
  if (treasurer && treasurer !== email) {
    const variables = { ...mail.variables, club: { ...contactOf(club), email: treasurer, treasurer: true } };
    mails.push({ ...mail, key: `${mail.key}:treasurer`, to: treasurer, clubCode, variables } as Mail);
  }
  return queueMails(tx, mails);
}

/** A day in the club's zone, such as 'Mon, Nov 22, 2027'. */
export const formatDay = (moment: string, club: ClubsTable) =>
  formatMoment(moment, club.timezone).split(", ").slice(0, 3).join(", ");

/** The sign-in page with the club's code filled in. */
export const signInLink = (club: ClubsTable) => `${env().appUrl}/club/login?code=${club.code}`;
