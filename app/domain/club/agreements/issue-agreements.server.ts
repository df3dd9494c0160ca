import type { ClubTx } from "#app/db/club/schema.ts";
import { insertRows } from "#app/db/insert-rows.server.ts";
import { historyRow } from "#app/domain/club/contacts/agreement-history.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import type { AgreementStatus } from "./agreement-filter.ts";
import { addMails, noteReminders, withinDay } from "./agreement-mail.server.ts";
import { agreementEnds, nextReminder, reminderPauseStart } from "./agreement-times.ts";
import {
  type AgreementSelection,
  choose,
  idsIn,
  openAt,
  unsentOr,
  writableWhereAsked,
} from "./choose-agreements.server.ts";

/** Person who sends, and the teams whose parents they may write to. */
export interface Sender {
  scope: TeamScope;
  /** Name for the history; empty for an automatic mail. */
  by: string;
  at: Date;
}

/** `left`: how many more would go out but for the bound of the club's day. */
export type SendResult =
  | { ok: true; sent: number; left: number }
  | { ok: false; problem: "nobody" | "just-reminded" | "daily-limit" };

/**
 * Sends the agreements of a selection that were never sent, and the expired ones that it names or asks for: each
 * becomes pending under a new link (product/agreements.md#agreements). Addresses that take no mail are left out, and so
 * is who stopped mail and did not ask for this one; beyond the bound of the club's day the rest stays as it is.
 */
export async function issueAgreements(
  tx: ClubTx,
  selection: AgreementSelection,
  { scope, by, at }: Sender,
): Promise<SendResult> {
  const found = await choose(tx, selection, scope, unsentOr(closedOnesOf(selection)), writableWhereAsked);
  const chosen = await withinDay(tx, found, at);
  if (!chosen.ok) return chosen;
  const club = await tx.selectFrom("club").select(["agreement_days", "timezone"]).executeTakeFirstOrThrow();
  const expires = agreementEnds(at, club.agreement_days, club.timezone);
  await tx
    .updateTable("agreements")
    .set((eb) => ({
      status: "pending",
      issue: eb("issue", "+", 1),
      sent_at: at.toISOString(),
      expires_at: expires.toISOString(),
      // A parent who declined gets this one mail; the rest is for people to talk about.
      next_reminder_at: eb
        .case()
        .when("status", "in", ["declined", "withdrawn"])
        .then(null)
        .else(nextReminder(at, expires, at)?.toISOString() ?? null)
        .end(),
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
 * Reminds of the pending agreements of a selection (product/agreements.md#agreement-reminders), at most once in 24
 * hours each. A selection of many leaves out parents who got the agreement itself in that time. Addresses that take no
 * mail, parents who stopped mail, and agreements that were never sent are left out too.
 */
export async function addReminders(
  tx: ClubTx,
  selection: AgreementSelection,
  { scope, by, at }: Sender,
): Promise<SendResult> {
  const pending = await choose(tx, selection, scope, openAt(at));
  const paused = reminderPauseStart(at).toISOString();
  const named = selection !== "all-unsent" && "agreementIds" in selection;
  const found = pending.filter(
    ({ reminded_at, sent_at }) =>
      (reminded_at === null || reminded_at <= paused) && (named || (sent_at ?? "") <= paused),
  );
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

/** Returns the closed statuses that are sent again: expired ones if checked or asked for, declined ones if named. */
function closedOnesOf(selection: AgreementSelection): AgreementStatus[] {
  if (selection === "all-unsent") return [];
  if ("agreementIds" in selection) return ["expired", "declined", "withdrawn"];
  return "tickedIds" in selection || selection.filter.status === "expired" ? ["expired"] : [];
}

/**
 * Lets the pending agreements expire whose time is up (product/agreements.md#agreements). @returns when the next one
 * expires
 */
export async function expireDue(tx: ClubTx, at: Date): Promise<Date | null> {
  const expired = await tx
    .updateTable("agreements")
    .set({ status: "expired", next_reminder_at: null })
    .where("status", "=", "pending")
    .where("expires_at", "<=", at.toISOString())
    .returning(["id", "issue", "expires_at"])
    .execute();
  const events = expired.map(({ id, issue, expires_at }) => ({
    ...historyRow({ agreement_id: id, kind: "expired", at: at.toISOString() }),
    key: `${id}:${issue}:expired:${expires_at}`,
  }));
  await insertRows(tx, "agreement_events", events, yieldToEventLoop());
  const { next } = await tx
    .selectFrom("agreements")
    .select((eb) => eb.fn.min("expires_at").as("next"))
    .where("status", "=", "pending")
    .where("expires_at", "is not", null)
    .executeTakeFirstOrThrow();
  return next ? new Date(next) : null;
}
