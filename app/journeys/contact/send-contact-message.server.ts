import { brand } from "#app/config/brand.ts";
import type { ContactMessagesTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { contactCategories } from "#app/domain/control/contact/labels.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/** Stores a message and emails it to its category's mailbox. Repeating a submission does nothing. */
export async function sendContactMessage(
  control: ControlDb,
  message: Pick<
    ContactMessagesTable,
    "submission_key" | "category" | "name" | "email" | "subject" | "message"
  >,
): Promise<void> {
  await inTransaction(control, async (tx) => {
    const kept = await tx
      .insertInto("contact_messages")
      .values({
        ...message,
        id: newId(),
        created_at: nowIso(),
        ...{ state: "new", note: "", handled_by: null, handled_at: null },
      })
      .onConflict((conflict) => conflict.column("submission_key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!kept) return;
    const category = contactCategories[message.category];
    await queueMail(tx, {
      key: `contact:${kept.id}`,
      template: "contact-message",
      variables: {
        category,
        subject: message.subject,
        message: message.message,
        sender: { name: message.name, email: message.email },
      },
      to: brand.mail[message.category],
      replyTo: message.email,
    });
  });
}
