import type { ExpressionBuilder } from "kysely";
import type { ClubDb, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { writable } from "#app/domain/club/parent-mail/writable.server.ts";
import { HOUR_MS } from "#app/runtime/durations.ts";
import { addMails, noteReminders, roomToday } from "./agreement-mail.server.ts";
import { nextReminder, reminderPauseStart } from "./agreement-times.ts";
import { type Chosen, choice } from "./choose-agreements.server.ts";

/** Interval of the check whether the club's day has room for held-back reminders. */
const FULL_DAY_PAUSE_MS = HOUR_MS;

/**
 * Sends the automatic reminders that are due (product/agreements.md#agreement-reminders), unless the club has switched
 * them off. The next moment also moves on for parents who cannot be reminded.
 * @param unsettled agreements whose last mail has not gone out, or only just
 * @returns when the next one is due, or when the rest of these may go out; null for none in sight
 */
export async function remindDue(
  tx: ClubTx,
  at: Date,
  unsettled: ReadonlySet<string> = new Set(),
): Promise<Date | null> {
  const club = await tx.selectFrom("club").select("agreement_reminders").executeTakeFirstOrThrow();
  if (club.agreement_reminders === 0) return null;
  const due = await tx
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(choice)
    .select((eb) =>
      eb
        .case()
        .when(eb.and([writable(eb), eb.not(eb.exists(unqueuedMail(eb)))]))
        .then(1)
        .else(0)
        .end()
        .as("writable"),
    )
    .where("next_reminder_at", "<=", at.toISOString())
    .where("agreements.status", "=", "pending")
    .orderBy("next_reminder_at")
    .execute();
  const paused = reminderPauseStart(at).toISOString();
  const eligible = due.filter(
    ({ id, writable, reminded_at, expires_at }) =>
      writable &&
      !unsettled.has(id) &&
      (reminded_at === null || reminded_at <= paused) &&
      (expires_at ?? "") > at.toISOString(),
  );
  const room = await roomToday(tx, at);
  const reminded = new Set(eligible.slice(0, room).map(({ id }) => id));
  const waiting = new Set(eligible.slice(room).map(({ id }) => id));
  const settled = due.filter(({ id }) => !waiting.has(id)).map((row) => ({ ...row, next: nextOf(row, at) }));
  await noteReminders(
    tx,
    settled.map(({ id, next }) => [id, next, reminded.has(id) ? 1 : 0]),
    at,
  );
  await addMails(
    tx,
    at,
    "",
    settled.filter(({ id }) => reminded.has(id)),
    ({ issue, reminders_sent, next }) => ({
      issue,
      step: next === null ? "reminder-last" : `reminder-${reminders_sent + 1}`,
      kind: "reminded",
    }),
  );
  return waiting.size > 0 ? new Date(at.getTime() + FULL_DAY_PAUSE_MS) : nextReminderMoment(tx);
}

/** Selects a request or reminder that was decided while the jobs process was away. */
const unqueuedMail = (eb: ExpressionBuilder<ClubSchema, "agreements" | "contacts">) =>
  eb
    .selectFrom("agreement_mails as m")
    .select("m.id")
    .whereRef("m.agreement_id", "=", "agreements.id")
    .where("m.queued_at", "is", null);

/** Returns when the next automatic reminder is due. */
export async function nextReminderMoment(db: ClubDb): Promise<Date | null> {
  const row = await db
    .selectFrom("agreements")
    .select((eb) => eb.fn.min("next_reminder_at").as("next"))
    .where("next_reminder_at", "is not", null)
    .where("status", "=", "pending")
    .executeTakeFirst();
  return row?.next ? new Date(row.next) : null;
}

/** Skips reminders that were due while they were switched off: each agreement gets its next one. */
export async function skipMissedReminders(tx: ClubTx, at: Date): Promise<void> {
  const missed = await tx
    .selectFrom("agreements")
    .select(["id", "sent_at", "expires_at"])
    .where("next_reminder_at", "<=", at.toISOString())
    .execute();
  await noteReminders(
    tx,
    missed.map((row) => [row.id, nextOf(row, at), 0]),
    at,
  );
}

const nextOf = ({ sent_at, expires_at }: Pick<Chosen, "sent_at" | "expires_at">, at: Date): string | null =>
  sent_at && expires_at
    ? (nextReminder(new Date(sent_at), new Date(expires_at), at)?.toISOString() ?? null)
    : null;
