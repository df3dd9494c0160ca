import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { contactOf, formatDay } from "#app/domain/control/billing/club-contact.server.ts";
import { queueMail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { priorityLabels } from "./labels.ts";
import { unverifiedDueBetween } from "./staff-verifications.server.ts";
import { daysLeft, dueReminder, priorityOf, REMINDER_DAYS } from "./verification.ts";

const link = () => `${env().appUrl}/verification`;
const to = (club: ClubsTable) => ({ to: club.email, clubCode: club.code });

/** Tells the club that its documents are under review, and staff that there are new ones. */
export async function sendSubmitted(
  tx: ControlTx,
  club: ClubsTable,
  { key, number, documents: names, at }: { key: string; number: string; documents: string[]; at: Date },
): Promise<void> {
  const documents = names.length;
  const sent = { submittedDate: formatDay(at.toISOString(), club), documentList: names.join(", ") };
  await queueMail(tx, {
    key: `verification-received:${key}`,
    template: "verification-received",
    variables: { club: contactOf(club), number, documents, sent, link: link() },
    ...to(club),
  });
  const staff = await tx
    .selectFrom("platform_admins")
    .select(["id", "email"])
    .where("removed_at", "is", null)
    .execute();
  await queueMails(
    tx,
    staff.map(({ id, email }) => ({
      key: `verification-submitted:${key}:${id}`,
      template: "verification-submitted",
      variables: {
        heading: `${number}: ${club.name} sent its documents`,
        text: "They wait for a decision. We promised it within about 24 hours.",
        club: `${club.name}, ${club.state}`,
        documents,
        sent,
        priority: priorityLabels[priorityOf(daysLeft(club.verification_due_at, at))],
        contact: contactOf(club),
        link: `${env().appUrl}/admin/verification/${club.code}`,
      },
      to: email,
    })),
  );
}

/** Says to the club what was decided; once for each decision. */
export function sendDecision(
  tx: ControlTx,
  club: ClubsTable,
  decision: {
    key: string;
    outcome: "approved" | "adjusted" | "rejected";
    players: number | null;
    notes: string;
    /** Sentence about the adjustment's money. */
    billing: string;
  },
): Promise<void> {
  const { key, ...said } = decision;
  return queueMail(tx, {
    key: `verification-decided:${key}`,
    template: "verification-decided",
    variables: { club: contactOf(club), ...said, link: link() },
    ...to(club),
  });
}

/** Reminds the club of its deadline; 30 days before it, asks for another verification. */
export function sendReminder(tx: ControlTx, club: ClubsTable, days: number): Promise<void> {
  return queueMail(tx, {
    key: `verification-reminder:${club.code}:${club.verification_due_at}:${days}`,
    template: "verification-reminder",
    variables: { club: contactOf(club), days, due: formatDay(club.verification_due_at, club), link: link() },
    ...to(club),
  });
}

/** Sends the same because staff want it, at most once a day. @returns false where the club was reminded today */
export async function sendStaffReminder(
  tx: ControlTx,
  club: ClubsTable,
  { days, at }: { days: number; at: Date },
): Promise<boolean> {
  const key = `verification-reminder:${club.code}:staff:${at.toISOString().slice(0, 10)}`;
  const known = await tx.selectFrom("mails").select("id").where("key", "=", key).executeTakeFirst();
  if (known) return false;
  await queueMail(tx, {
    key,
    template: "verification-reminder",
    variables: { club: contactOf(club), days, due: formatDay(club.verification_due_at, club), link: link() },
    ...to(club),
  });
  return true;
}

/** Says to our staff that a club's deadline has passed; the club stays usable. */
function sendOverdue(tx: ControlTx, club: ClubsTable): Promise<void> {
  return queueMail(tx, {
    key: `verification-overdue:${club.code}:${club.verification_due_at}`,
    template: "verification-submitted",
    variables: {
      heading: `${club.name} did not verify its players in time`,
      text: `The deadline was ${formatDay(club.verification_due_at, club)}. The club stays usable.`,
      club: `${club.name}, ${club.state}: ${club.contact_name}, ${club.email}`,
      documents: 0,
      priority: priorityLabels.high,
      contact: contactOf(club),
      link: `${env().appUrl}/admin/verification/${club.code}`,
    },
    to: brand.mail.support,
  });
}

/** A deadline that passed longer ago was reported when it did; older clubs were never asked. */
const OVERDUE_DAYS = 30;

/** Loads the days before the deadline on which clubs are reminded, highest first, with those that staff added. */
export async function reminderDays(control: ControlDb): Promise<number[]> {
  const edited = await control
    .selectFrom("email_words")
    .select("words")
    .where("template", "=", "verification-reminder")
    .where("state", "=", "active")
    .executeTakeFirst();
  const { days = [] } = JSON.parse(edited?.words ?? "{}") as { days?: number[] };
  return [...new Set([...REMINDER_DAYS, ...days])].sort((one, other) => other - one);
}

/**
 * Reminds clubs once on each of those days, and staff once the deadline has passed
 * (product/verification.md#verification).
 */
export async function remindOfVerification(control: ControlDb): Promise<void> {
  const at = now();
  const reminders = await reminderDays(control);
  const first = Math.max(...reminders);
  const from = new Date(at.getTime() - OVERDUE_DAYS * DAY_MS);
  const to = new Date(at.getTime() + first * DAY_MS);
  for (const club of await unverifiedDueBetween(control, from, to)) {
    const days = dueReminder(club.verification_due_at, at, reminders);
    await inTransaction(control, (tx) =>
      days === null ? sendOverdue(tx, club) : sendReminder(tx, club, days),
    );
  }
}
