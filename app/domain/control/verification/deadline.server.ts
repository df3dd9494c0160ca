import { z } from "zod";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { dateAt, formatDateInFull, momentOf } from "#app/domain/values/times.ts";
import { readDate } from "#app/domain/values/written-dates.ts";
import { line, paragraph } from "#app/forms/fields.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { deadlineFields } from "./fields.ts";
import { daysLeft } from "./verification.ts";
import { sendStaffReminder } from "./verification-emails.server.ts";
import { findVerification } from "./verifications.server.ts";

/** Most days from now to which a deadline is extended. */
const LONGEST_DAYS = 90;

/** A later deadline, or the one that runs, which sends a reminder alone. */
export const deadlineSchema = z.object({
  due: line(deadlineFields.due).transform((text, context) => {
    const read = readDate(text);
    if (read) return read.date;
    context.addIssue({ code: "custom", message: "Enter a real date, such as 11/28/2026" });
    return z.NEVER;
  }),
  note: paragraph(deadlineFields.note),
});

export type DeadlineSet =
  | { ok: true; extended: boolean }
  /** sent: the club has sent its documents, or they are decided; early: before today or the deadline that runs. */
  | { ok: false; problem: "sent" | "early" | "late" | "reminded" };

/** Returns the day of the deadline in the club's zone, YYYY-MM-DD. */
export const deadlineDay = (club: { verification_due_at: string; timezone: string }): string =>
  dateAt(club.verification_due_at, club.timezone);

/** Tells whether the club has yet to send documents: it never did, or they were rejected. */
export async function waitsForDocuments(control: ControlDb, clubCode: string): Promise<boolean> {
  const status = (await findVerification(control, clubCode))?.status ?? "pending";
  return status === "pending" || status === "rejected";
}

/**
 * Extends a club's deadline to the end of a day, or keeps it, and reminds the club of it by mail: once a day
 * (product/verification.md#verification).
 */
export function setDeadline(
  control: ControlDb,
  clubCode: string,
  { due, note, adminId }: { due: string; note: string; adminId: string },
): Promise<DeadlineSet> {
  return inTransaction(control, async (tx) => {
    const at = now();
    const club = await findClub(tx, clubCode);
    if (!club || !(await waitsForDocuments(tx, clubCode))) return { ok: false, problem: "sent" };
    const before = deadlineDay(club);
    if (due < before || due < dateAt(at, club.timezone)) return { ok: false, problem: "early" };
    const dueAt = due === before ? club.verification_due_at : momentOf(due, "23:59", club.timezone);
    if (Date.parse(dueAt) <= at.getTime()) return { ok: false, problem: "early" };
    const extended = due !== before;
    if (extended && Date.parse(dueAt) - at.getTime() > LONGEST_DAYS * DAY_MS)
      return { ok: false, problem: "late" };
    const days = daysLeft(dueAt, at);
    if (!(await sendStaffReminder(tx, { ...club, verification_due_at: dueAt }, { days, at })))
      return { ok: false, problem: "reminded" };
    await tx.updateTable("clubs").set({ verification_due_at: dueAt }).where("code", "=", clubCode).execute();
    await recordAudit(tx, {
      kind: extended ? "verification.extended" : "verification.reminded",
      actor: { kind: "staff", id: adminId },
      clubCode,
      detail: { ...(extended && { until: formatDateInFull(new Date(dueAt), club.timezone) }), note },
      at,
    });
    return { ok: true, extended };
  });
}
