import { sql } from "kysely";
import { z } from "zod";
import type {
  AgreementEventsTable,
  AgreementMailsTable,
  AgreementsTable,
  ClubDb,
  ClubTx,
} from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { addToHistory, historyRow } from "#app/domain/club/contacts/agreement-history.server.ts";
import { DEAD } from "#app/domain/club/parent-mail/writable.server.ts";
import { advanceDelivery, type Outcome, outcomeOf } from "#app/domain/values/delivery.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type AgreementMail, type MailStep, mailNameOf, type OpenAgreementMail } from "./agreement-mail.ts";
import { mailDayStart, mailsADay, nextReminder } from "./agreement-times.ts";

/** Returns the first rows of a list that today's limit still allows. */
export async function withinDay<Row>(
  tx: ClubTx,
  found: Row[],
  at: Date,
): Promise<{ ok: true; rows: Row[] } | { ok: false; problem: "nobody" | "daily-limit" }> {
  if (found.length === 0) return { ok: false, problem: "nobody" };
  const room = await roomToday(tx, at);
  return room === 0 ? { ok: false, problem: "daily-limit" } : { ok: true, rows: found.slice(0, room) };
}

/** Returns how many more requests and reminders the club may send now. */
export async function roomToday(tx: ClubTx, at: Date): Promise<number> {
  const { player_cap: cap } = await tx.selectFrom("club").select("player_cap").executeTakeFirstOrThrow();
  const { sent } = await tx
    .selectFrom("agreement_mails")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("created_at", ">", mailDayStart(at).toISOString())
    .where((eb) =>
      eb.or([eb("step", "=", "request"), eb("step", "like", "reminder-%"), eb("step", "like", "confirm-%")]),
    )
    .executeTakeFirstOrThrow();
  return Math.max(0, mailsADay(cap) - sent);
}

/**
 * Records reminders and when the next one is due, in one statement.
 * @param reminders id, the next moment of a reminder, and 1 for a parent who is reminded now, otherwise 0
 */
export async function noteReminders(
  tx: ClubTx,
  reminders: (readonly [id: string, next: string | null, reminded: 0 | 1])[],
  at: Date,
): Promise<void> {
  await sql`
    update agreements set next_reminder_at = reminder.value ->> 1,
      reminders_sent = reminders_sent + cast(reminder.value ->> 2 as integer),
      reminded_at = case cast(reminder.value ->> 2 as integer) when 1 then ${at.toISOString()} else reminded_at end
    from json_each(${JSON.stringify(reminders)}) as reminder
    where agreements.id = reminder.value ->> 0`.execute(tx);
}

/** Writes the mails of a step with their entries in the history, and has them queued after the commit. */
export async function addMails<Row extends Pick<AgreementsTable, "id">>(
  tx: ClubTx,
  at: Date,
  by: string,
  rows: readonly Row[],
  mailOf: (row: Row) => { issue: number; step: MailStep; kind: AgreementEventsTable["kind"] },
): Promise<void> {
  if (rows.length === 0) return;
  const created_at = at.toISOString();
  const mails = rows.map((row) => ({ id: newId(), agreement_id: row.id, ...mailOf(row) }));
  const turn = yieldToEventLoop();
  await insertRows(
    tx,
    "agreement_mails",
    mails.map(({ kind: _, ...mail }) => ({ ...mail, created_at, queued_at: null, delivery: null })),
    turn,
  );
  await insertRows(
    tx,
    "agreement_events",
    mails.map(({ agreement_id, issue, step, kind }) => ({
      ...historyRow({ agreement_id, kind, at: created_at, by_name: by }),
      key: `${agreement_id}:${issue}:${step}:${kind}:${created_at}`,
    })),
    turn,
  );
  await recordEvent(tx, { kind: "agreement-mails" });
}

/** Adds the mails that a parent's own act causes. */
export async function addSteps(
  tx: ClubTx,
  { id, issue }: Pick<AgreementsTable, "id" | "issue">,
  steps: readonly MailStep[],
  at: string,
): Promise<void> {
  const rows = steps.map(
    (step): AgreementMailsTable => ({
      id: newId(),
      agreement_id: id,
      issue,
      step,
      created_at: at,
      queued_at: null,
      delivery: null,
    }),
  );
  await tx.insertInto("agreement_mails").values(rows).execute();
  await recordEvent(tx, { kind: "agreement-mails" });
}

/** Mails of one step to many are queued by a job; the others at once. */
const BULK = sql<boolean>`(step = 'request' or step like 'reminder-%')`;

/**
 * Loads the oldest decided mails that are not queued yet.
 * @param urgent those that a parent's own act caused; otherwise those that a club sends to many
 */
export async function openAgreementMails(
  db: ClubDb,
  { urgent, most }: { urgent: boolean; most: number },
): Promise<OpenAgreementMail[]> {
  const rows = await db
    .selectFrom("agreement_mails as m")
    .innerJoin("agreements as a", "a.id", "m.agreement_id")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["m.id", "m.step", "m.issue", "m.created_at"])
    .select([
      "a.id as agreementId",
      "a.status",
      "a.issue as newest",
      "a.expires_at",
      "a.signed_at",
      "a.closed_at",
    ])
    .select(["c.name", "c.email", "c.language", "c.delivery", "c.mail_stopped_at", "c.erased_at"])
    .where("m.queued_at", "is", null)
    .where((eb) => (urgent ? eb.not(BULK) : BULK))
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(most)
    .execute();
  return rows.map(
    ({
      id,
      step,
      issue,
      created_at,
      agreementId,
      status,
      newest,
      expires_at,
      signed_at,
      closed_at,
      ...contact
    }) => ({
      ...{ id, step, issue, created_at, contact },
      agreement: { id: agreementId, status, issue: newest, expires_at, signed_at, closed_at },
    }),
  );
}

/** Notes that mails were queued, or are no longer wanted. */
export async function noteQueued(tx: ClubTx, mailIds: readonly string[], at: Date): Promise<void> {
  if (mailIds.length === 0) return;
  await tx
    .updateTable("agreement_mails")
    .set({ queued_at: at.toISOString() })
    .where("id", "in", mailIds)
    .execute();
}

/** Form of the link's page; a mail program posts `List-Unsubscribe=One-Click` (RFC 8058). */
export const stopRemindersSchema = z.object({
  do: z.enum(["stop", "undo"]).optional(),
  "List-Unsubscribe": z.string().max(40).default(""),
});

/**
 * Stops the reminders to an agreement's parent, or undoes it (product/agreements.md#agreement-reminders). Twice is
 * once; after the undoing, only moments that are still to come remind.
 */
export async function changeReminders(
  tx: ClubTx,
  agreementId: string,
  { stopped, at }: { stopped: boolean; at: Date },
): Promise<void> {
  const row = await tx
    .selectFrom("agreements as a")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["c.id as contactId", "c.mail_stopped_at", "a.status", "a.sent_at", "a.expires_at"])
    .where("a.id", "=", agreementId)
    .executeTakeFirst();
  if (!row || (row.mail_stopped_at !== null) === stopped) return;
  const { contactId, status, sent_at, expires_at } = row;
  const pending = status === "pending" && sent_at && expires_at;
  const next = pending && !stopped ? nextReminder(new Date(sent_at), new Date(expires_at), at) : null;
  await tx
    .updateTable("contacts")
    .set({ mail_stopped_at: stopped ? at.toISOString() : null })
    .where("id", "=", contactId)
    .execute();
  await tx
    .updateTable("agreements")
    .set({ next_reminder_at: next?.toISOString() ?? null })
    .where("id", "=", agreementId)
    .execute();
  const detail = stopped ? "" : "undone";
  await addToHistory(tx, { agreement_id: agreementId, kind: "stopped", at: at.toISOString(), detail });
  // Wakes the club's week, which has to learn of the next reminder.
  if (next) await recordEvent(tx, { kind: "agreement-mails" });
}

/**
 * Notes what became of a mail about an agreement: in the history, and, while the address is still the one on file and
 * no later mail's fate is known, as the state of the address (product/emails.md#undelivered-mail). Repeated and late
 * reports change nothing. An address that complained stays so until it is corrected.
 * @param to the address that the mail went to
 */
export async function recordAgreementDelivery(
  tx: ClubTx,
  { agreementId, issue, step, createdAt }: AgreementMail,
  { to, at, ...reported }: Outcome & { to: string; at: Date },
): Promise<void> {
  const mail = await tx
    .selectFrom("agreement_mails as m")
    .innerJoin("agreements as a", "a.id", "m.agreement_id")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["m.id", "m.delivery", "a.contact_id as contactId", "c.email_key as address"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("agreement_mails as later")
            .select("later.id")
            .whereRef("later.agreement_id", "=", "m.agreement_id")
            .whereRef("later.created_at", ">", "m.created_at")
            .where("later.delivery", "is not", null),
        )
        .as("overtaken"),
    )
    .where("m.agreement_id", "=", agreementId)
    .where("m.issue", "=", issue)
    .where("m.step", "=", step)
    .where("m.created_at", "=", createdAt)
    .executeTakeFirst();
  if (!mail) return;
  if (advanceDelivery(outcomeOf(mail.delivery, null), reported) !== reported) return;
  const { delivery, reason: delivery_reason } = reported;
  await tx.updateTable("agreement_mails").set({ delivery }).where("id", "=", mail.id).execute();
  await addToHistory(tx, {
    agreement_id: agreementId,
    kind: delivery,
    at: at.toISOString(),
    detail: mailNameOf(step),
    key: `${mail.id}:${delivery}`,
  });
  if (mail.overtaken || to.toLowerCase() !== mail.address) return;
  await tx.updateTable("agreements").set({ delivery }).where("id", "=", agreementId).execute();
  await tx
    .updateTable("contacts")
    .set({ delivery, delivery_reason })
    .where("id", "=", mail.contactId)
    .where((eb) => eb.or([eb("delivery", "is", null), eb("delivery", "<>", "complained")]))
    .execute();
}

/**
 * Ends the dead state of an address that takes mail again: of its contact, and of what was mailed there.
 * @param address lower case
 */
export async function reviveContact(tx: ClubTx, address: string): Promise<void> {
  const contacts = await tx.selectFrom("contacts").select("id").where("email_key", "=", address).execute();
  const ids = contacts.map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .updateTable("contacts")
    .set({ delivery: "delayed", delivery_reason: "reactivated" })
    .where("id", "in", ids)
    .where("delivery", "in", DEAD)
    .execute();
  for (const table of ["agreements", "pulse_invitations"] as const)
    await tx
      .updateTable(table)
      .set({ delivery: "delayed" })
      .where("contact_id", "in", ids)
      .where("delivery", "in", DEAD)
      .execute();
}
