import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AgreementEventsTable, AgreementsTable, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import type { MailStep } from "./agreement-mail.ts";
import {
  agreementEnds,
  mailDayStart,
  mailsADay,
  nextReminder,
  reminderPauseStart,
} from "./agreement-times.ts";
import { DEAD, matchingAgreements } from "./matching-agreements.server.ts";

/** Which agreements to send or to remind of: some, those that a filter leaves, or all that were never sent. */
export type AgreementSelection =
  | { agreementIds: readonly string[] }
  | { filter: AgreementFilter }
  | "all-unsent";

/** Who sends, and which teams' parents they may write to. */
export interface Sender {
  scope: TeamScope;
  /** The name for the history; empty for what happens by itself. */
  by: string;
  at: Date;
}

/** `left`: how many more would go out but for the bound of the club's day. */
export type SendResult =
  | { ok: true; sent: number; left: number }
  | { ok: false; problem: "nobody" | "just-reminded" | "daily-limit" };

type Builder = ExpressionBuilder<ClubSchema, "agreements" | "contacts">;
type Chosen = Pick<
  AgreementsTable,
  "id" | "issue" | "sent_at" | "expires_at" | "reminders_sent" | "reminded_at" | "next_reminder_at"
>;

/** After this long it is tried again whether the club's day has room for reminders that wait. */
const FULL_DAY_PAUSE_MS = 3_600_000;

/**
 * Sends the agreements of a selection that were never sent, and the expired ones that it names or asks for: each
 * becomes pending under a new link (product.md#agreements). Addresses that take no mail, and who stopped mail, are left
 * out; beyond the bound of the club's day the rest stays as it is.
 */
export async function issueAgreements(
  tx: ClubTx,
  selection: AgreementSelection,
  { scope, by, at }: Sender,
): Promise<SendResult> {
  const again = selection !== "all-unsent" && asksForExpired(selection);
  const found = await choose(tx, selection, scope, (eb) => {
    const unsent = eb.and([eb("agreements.status", "=", "pending"), eb("agreements.sent_at", "is", null)]);
    return again ? eb.or([unsent, eb("agreements.status", "=", "expired")]) : unsent;
  });
  const chosen = await withinDay(tx, found, at);
  if (!chosen.ok) return chosen;
  const { agreement_days: days } = await tx
    .selectFrom("club")
    .select("agreement_days")
    .executeTakeFirstOrThrow();
  const expires = agreementEnds(at, days);
  await tx
    .updateTable("agreements")
    .set((eb) => ({
      status: "pending",
      issue: eb("issue", "+", 1),
      sent_at: at.toISOString(),
      expires_at: expires.toISOString(),
      next_reminder_at: nextReminder(at, expires, at)?.toISOString() ?? null,
      reminders_sent: 0,
      delivery: null,
      opened_at: null,
      closed_at: null,
      reason: "",
    }))
    .where("id", "in", idsIn(chosen.rows.map(({ id }) => id)))
    .execute();
  await addMails(tx, at, by, chosen.rows, ({ issue }) => ({
    issue: issue + 1,
    step: "request",
    kind: issue === 0 ? "sent" : "resent",
  }));
  return { ok: true, sent: chosen.rows.length, left: found.length - chosen.rows.length };
}

/**
 * Reminds of the pending agreements of a selection (product.md#agreement-reminders), at most once in 24 hours each.
 * Addresses that take no mail, and who stopped mail, are left out, and so is what was never sent.
 */
export async function addReminders(
  tx: ClubTx,
  selection: AgreementSelection,
  { scope, by, at }: Sender,
): Promise<SendResult> {
  const pending = await choose(tx, selection, scope, (eb) =>
    eb.and([
      eb("agreements.status", "=", "pending"),
      eb("agreements.sent_at", "is not", null),
      eb("agreements.expires_at", ">", at.toISOString()),
    ]),
  );
  const paused = reminderPauseStart(at).toISOString();
  const found = pending.filter(({ reminded_at }) => reminded_at === null || reminded_at <= paused);
  if (found.length === 0 && pending.length > 0) return { ok: false, problem: "just-reminded" };
  const chosen = await withinDay(tx, found, at);
  if (!chosen.ok) return chosen;
  await noteReminders(
    tx,
    chosen.rows.map(({ id, next_reminder_at }) => [id, next_reminder_at, 1]),
    at,
  );
  await addMails(tx, at, by, chosen.rows, ({ issue, reminders_sent }) => ({
    issue,
    step: `reminder-${reminders_sent + 1}`,
    kind: "reminded",
  }));
  return { ok: true, sent: chosen.rows.length, left: found.length - chosen.rows.length };
}

/**
 * Sends the reminders that come by themselves and are due (product.md#agreement-reminders), unless the club has
 * switched them off. Of who cannot be reminded, the next moment is set all the same.
 * @returns when the next one is due, or when the rest of these may go out; null for nothing in sight
 */
export async function remindDue(tx: ClubTx, at: Date): Promise<Date | null> {
  const club = await tx.selectFrom("club").select("agreement_reminders").executeTakeFirstOrThrow();
  if (club.agreement_reminders === 0) return null;
  const due = await tx
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(choice)
    .select((eb) => eb.case().when(writable(eb)).then(1).else(0).end().as("writable"))
    .where("next_reminder_at", "<=", at.toISOString())
    .where("agreements.status", "=", "pending")
    .orderBy("next_reminder_at")
    .execute();
  const paused = reminderPauseStart(at).toISOString();
  const eligible = due.filter(
    ({ writable, reminded_at, expires_at }) =>
      writable && (reminded_at === null || reminded_at <= paused) && (expires_at ?? "") > at.toISOString(),
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

/** When the next reminder is due that comes by itself. */
async function nextReminderMoment(tx: ClubTx): Promise<Date | null> {
  const row = await tx
    .selectFrom("agreements")
    .select((eb) => eb.fn.min("next_reminder_at").as("next"))
    .where("next_reminder_at", "is not", null)
    .executeTakeFirst();
  return row?.next ? new Date(row.next) : null;
}

const nextOf = ({ sent_at, expires_at }: Chosen, at: Date): string | null =>
  sent_at && expires_at
    ? (nextReminder(new Date(sent_at), new Date(expires_at), at)?.toISOString() ?? null)
    : null;

/** Expired ones are sent again where they are named, or where the filter asks for them. */
const asksForExpired = (selection: Exclude<AgreementSelection, "all-unsent">): boolean =>
  "agreementIds" in selection || selection.filter.status === "expired";

const choice = [
  "agreements.id",
  "agreements.issue",
  "agreements.sent_at",
  "agreements.expires_at",
  "agreements.reminders_sent",
  "agreements.reminded_at",
  "agreements.next_reminder_at",
] as const;

/** Whom the club may still write to: the address takes mail, and nobody there has stopped it. */
const writable = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb("contacts.email_key", "is not", null),
    eb("contacts.mail_stopped_at", "is", null),
    eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
  ]);

function choose(
  tx: ClubTx,
  selection: AgreementSelection,
  scope: TeamScope,
  condition: (eb: Builder) => Expression<SqlBool>,
): Promise<Chosen[]> {
  const filter = selection !== "all-unsent" && "filter" in selection ? selection.filter : {};
  let query = tx
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(choice)
    .where(matchingAgreements(filter, scope))
    .where(writable)
    .where(condition)
    .orderBy("agreements.name_key")
    .orderBy("agreements.id");
  if (selection !== "all-unsent" && "agreementIds" in selection)
    query = query.where("agreements.id", "in", idsIn(selection.agreementIds));
  return query.execute();
}

/** A list of ids as one value: there may be more than a statement has room for. */
const idsIn = (ids: readonly string[]) => sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;

/** What of a list may still go out today, from its start. */
async function withinDay<Row>(
  tx: ClubTx,
  found: Row[],
  at: Date,
): Promise<{ ok: true; rows: Row[] } | { ok: false; problem: "nobody" | "daily-limit" }> {
  if (found.length === 0) return { ok: false, problem: "nobody" };
  const room = await roomToday(tx, at);
  return room === 0 ? { ok: false, problem: "daily-limit" } : { ok: true, rows: found.slice(0, room) };
}

/** How many more requests and reminders the club may send now. */
async function roomToday(tx: ClubTx, at: Date): Promise<number> {
  const { player_cap: cap } = await tx.selectFrom("club").select("player_cap").executeTakeFirstOrThrow();
  const { sent } = await tx
    .selectFrom("agreement_mails")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("created_at", ">", mailDayStart(at).toISOString())
    .where((eb) => eb.or([eb("step", "=", "request"), eb("step", "like", "reminder-%")]))
    .executeTakeFirstOrThrow();
  return Math.max(0, mailsADay(cap) - sent);
}

/** @param reminders id, the next moment of a reminder, and 1 for who is reminded now, else 0 */
async function noteReminders(
  tx: ClubTx,
  reminders: (readonly [id: string, next: string | null, reminded: 0 | 1])[],
  at: Date,
): Promise<void> {
  await sql`
    update agreements set next_reminder_at = told.value ->> 1,
      reminders_sent = reminders_sent + (told.value ->> 2),
      reminded_at = case told.value ->> 2 when 1 then ${at.toISOString()} else reminded_at end
    from json_each(${JSON.stringify(reminders)}) as told
    where agreements.id = told.value ->> 0`.execute(tx);
}

/** Writes the mails of a step with their entries in the history, and has them queued after the commit. */
async function addMails<Row extends Pick<Chosen, "id">>(
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
      id: newId(),
      agreement_id,
      kind,
      at: created_at,
      by_name: by,
      detail: step,
      key: `${agreement_id}:${issue}:${step}:${kind}:${created_at}`,
    })),
    turn,
  );
  await recordEvent(tx, { kind: "agreement-mails" });
}
