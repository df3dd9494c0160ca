import { sql } from "kysely";
import type {
  ClubDb,
  ClubTx,
  ContactsTable,
  PulseInvitationsTable,
  PulsesTable,
} from "#app/db/club/schema.ts";
import { advanceDelivery, isDead, type Outcome, outcomeOf } from "#app/domain/values/delivery.ts";

/** A decided mail of a pulse that is not queued yet. */
export interface OpenPulseMail extends Pick<PulseInvitationsTable, "id" | "issue" | "answered"> {
  step: "request" | "reminder";
  pulse: Pick<PulsesTable, "closes_at" | "closed_at">;
  contact: Pick<ContactsTable, "name" | "email" | "language" | "delivery" | "mail_stopped_at" | "erased_at">;
}

/** Returns the key of a mail in the queue. */
export const pulseMailKey = ({ id, issue, step }: Pick<OpenPulseMail, "id" | "issue" | "step">): string =>
  `pulse:${id}:${issue}:${step}`;

/** Returns the invitation and link that a key names; null for mails about other things. */
export function readPulseMailKey(key: string): { invitationId: string; issue: number; step: string } | null {
  const [, invitationId, issue, step] = /^pulse:([\w-]+):(\d+):(request|reminder)$/.exec(key) ?? [];
  return invitationId && issue && step ? { invitationId, issue: Number(issue), step } : null;
}

/** Tells whether a decided mail is still wanted: the pulse is open, unanswered, and the address takes mail. */
export const isStillWanted = ({ pulse, answered, contact }: OpenPulseMail, at: Date): boolean =>
  pulse.closed_at === null &&
  pulse.closes_at > at.toISOString() &&
  answered === 0 &&
  contact.email !== "" &&
  contact.erased_at === null &&
  contact.mail_stopped_at === null &&
  !isDead(contact.delivery);

export async function openPulseMails(db: ClubDb, most: number): Promise<OpenPulseMail[]> {
  const rows = await db
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .innerJoin("contacts as c", "c.id", "i.contact_id")
    .select(["i.id", "i.issue", "i.answered", "i.step", "p.closes_at", "p.closed_at"])
    .select(["c.name", "c.email", "c.language", "c.delivery", "c.mail_stopped_at", "c.erased_at"])
    .where("i.step", "is not", null)
    .orderBy("i.id")
    .limit(most)
    .execute();
  return rows.map(({ id, issue, answered, step, closes_at, closed_at, ...contact }) => ({
    ...{ id, issue, answered, contact },
    step: step === "reminder" ? "reminder" : "request",
    pulse: { closes_at, closed_at },
  }));
}

/** Notes that mails were queued, or are no longer wanted; one that was decided meanwhile stays. */
export async function notePulseQueued(tx: ClubTx, mails: readonly OpenPulseMail[]): Promise<void> {
  const noted = JSON.stringify(mails.map(({ id, issue, step }) => [id, issue, step]));
  await sql`
    update pulse_invitations set step = null from json_each(${noted}) as mail
    where pulse_invitations.id = mail.value ->> 0 and issue = cast(mail.value ->> 1 as integer) and step = mail.value ->> 2`.execute(
    tx,
  );
}

/** Loads the invitation of a parent that is open, whose mails may still wait. */
export async function openInvitations(db: ClubDb, contactId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("pulse_invitations as i")
    .innerJoin("pulses as p", "p.id", "i.pulse_id")
    .select("i.id")
    .where("i.contact_id", "=", contactId)
    .where("p.closed_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Notes what became of a pulse's mail: at its invitation, and, while the address is still the one on file, as the
 * state of the address (product/emails.md#undelivered-mail). An address that complained stays so until it is corrected.
 */
export async function recordPulseDelivery(
  tx: ClubTx,
  { invitationId, issue }: { invitationId: string; issue: number },
  { to, ...reported }: Outcome & { to: string },
): Promise<void> {
  const row = await tx
    .selectFrom("pulse_invitations as i")
    .innerJoin("contacts as c", "c.id", "i.contact_id")
    .select(["i.delivery", "c.id as contactId", "c.email_key as address"])
    .where("i.id", "=", invitationId)
    .where("i.issue", "=", issue)
    .executeTakeFirst();
  if (!row) return;
  if (advanceDelivery(outcomeOf(row.delivery, null), reported) !== reported) return;
  const { delivery, reason: delivery_reason } = reported;
  await tx.updateTable("pulse_invitations").set({ delivery }).where("id", "=", invitationId).execute();
  if (to.toLowerCase() !== row.address) return;
  await tx
    .updateTable("contacts")
    .set({ delivery, delivery_reason })
    .where("id", "=", row.contactId)
    .where((eb) => eb.or([eb("delivery", "is", null), eb("delivery", "<>", "complained")]))
    .execute();
}
