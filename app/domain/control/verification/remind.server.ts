import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";
import { unverifiedDueBetween } from "./staff-verifications.server.ts";
import { dueReminder, REMINDER_DAYS } from "./verification.ts";
import { sendOverdue, sendReminder } from "./verification-emails.server.ts";

/** A deadline that passed longer ago was reported when it did; older clubs were never asked. */
const OVERDUE_DAYS = 30;

/** Reminds clubs 7, 3 and 1 days before their deadline, each once, and staff after it (product.md#verification). */
export async function remindOfVerification(control: ControlDb): Promise<void> {
  const at = now();
  const [first] = REMINDER_DAYS;
  const from = new Date(at.getTime() - OVERDUE_DAYS * DAY_MS);
  const to = new Date(at.getTime() + first * DAY_MS);
  for (const club of await unverifiedDueBetween(control, from, to)) {
    const days = dueReminder(club.verification_due_at, at);
    await inTransaction(control, (tx) =>
      days === null ? sendOverdue(tx, club) : sendReminder(tx, club, days),
    );
  }
}
