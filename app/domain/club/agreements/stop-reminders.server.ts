import { z } from "zod";
import type { ClubTx } from "#app/db/club/schema.ts";
import { recordEvent } from "#app/db/outbox.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { nextReminder } from "./agreement-times.ts";

/** What the page of the link posts; a mail program posts `List-Unsubscribe=One-Click` (RFC 8058). */
export const stopRemindersSchema = z.object({
  do: z.enum(["stop", "undo"]).optional(),
  "List-Unsubscribe": z.string().max(40).default(""),
});

/**
 * Stops the reminders to an agreement's parent, or undoes it (product.md#agreement-reminders). Twice is once; after the
 * undoing, only moments that are still to come remind.
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
  await tx
    .insertInto("agreement_events")
    .values({
      ...{ id: newId(), agreement_id: agreementId, kind: "stopped", at: at.toISOString() },
      ...{ by_name: "", detail: stopped ? "" : "undone", key: null },
    })
    .execute();
  // Wakes the club's week, which has to learn of the next reminder.
  if (next) await recordEvent(tx, { kind: "agreement-mails" });
}
