import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { unverifiedDueBetween } from "#app/domain/control/verification/staff-verifications.server.ts";
import { DOCUMENT_DAYS, dueReminder, REMINDER_DAYS } from "#app/domain/control/verification/verification.ts";
import {
  deleteDocument,
  documentsDecidedBefore,
} from "#app/domain/control/verification/verifications.server.ts";
import { removeDocument } from "#app/files/stored-documents.server.ts";
import { log } from "#app/observability/log.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { sendOverdue, sendReminder } from "./verification-emails.server.ts";

const DAY = 86_400_000;
/** A deadline that passed longer ago was reported when it did; older clubs were never asked. */
const OVERDUE_DAYS = 30;

/** Reminds clubs 7, 3 and 1 days before their deadline, each once, and staff after it (product.md#verification). */
export async function remindOfVerification(control: ControlDb): Promise<void> {
  const at = now();
  const [first] = REMINDER_DAYS;
  const from = new Date(at.getTime() - OVERDUE_DAYS * DAY);
  const to = new Date(at.getTime() + first * DAY);
  for (const club of await unverifiedDueBetween(control, from, to)) {
    const days = dueReminder(club.verification_due_at, at);
    await inTransaction(control, (tx) =>
      days === null ? sendOverdue(tx, club) : sendReminder(tx, club, days),
    );
  }
}

/**
 * Deletes documents 90 days after the decision (product.md#retention).
 * @param dryRun only counts
 * @returns how many were, or would be, deleted
 */
export async function eraseDueDocuments(
  control: ControlDb,
  at: Date,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<number> {
  const due = await documentsDecidedBefore(control, new Date(at.getTime() - DOCUMENT_DAYS * DAY));
  if (dryRun) return due.length;
  for (const { id, club_code } of due) {
    // The file first: a row without a file is found again, a file without a row would be forgotten.
    await removeDocument(club_code, id);
    await inTransaction(control, (tx) => deleteDocument(tx, id));
  }
  if (due.length > 0) log.info({ event: "documents erased", documents: due.length });
  return due.length;
}
