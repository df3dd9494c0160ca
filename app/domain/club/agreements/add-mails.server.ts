import { sql } from "kysely";
import type { AgreementEventsTable, AgreementsTable, ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { MailStep } from "./agreement-mail.ts";
import { mailDayStart, mailsADay } from "./agreement-times.ts";

/** What of a list may still go out today, from its start. */
export async function withinDay<Row>(
  tx: ClubTx,
  found: Row[],
  at: Date,
): Promise<{ ok: true; rows: Row[] } | { ok: false; problem: "nobody" | "daily-limit" }> {
  if (found.length === 0) return { ok: false, problem: "nobody" };
  const room = await roomToday(tx, at);
  return room === 0 ? { ok: false, problem: "daily-limit" } : { ok: true, rows: found.slice(0, room) };
}

/** How many more requests and reminders the club may send now. */
export async function roomToday(tx: ClubTx, at: Date): Promise<number> {
  const { player_cap: cap } = await tx.selectFrom("club").select("player_cap").executeTakeFirstOrThrow();
  const { sent } = await tx
    .selectFrom("agreement_mails")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("created_at", ">", mailDayStart(at).toISOString())
    .where((eb) => eb.or([eb("step", "=", "request"), eb("step", "like", "reminder-%")]))
    .executeTakeFirstOrThrow();
  return Math.max(0, mailsADay(cap) - sent);
}

/**
 * Notes reminders and when the next one is due, in one statement.
 * @param reminders id, the next moment of a reminder, and 1 for who is reminded now, else 0
 */
export async function noteReminders(
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
      id: newId(),
      agreement_id,
      kind,
      at: created_at,
      by_name: by,
      detail: "",
      key: `${agreement_id}:${issue}:${step}:${kind}:${created_at}`,
    })),
    turn,
  );
  await recordEvent(tx, { kind: "agreement-mails" });
}
