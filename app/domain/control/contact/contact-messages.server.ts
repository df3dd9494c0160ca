import { z } from "zod";
import { brand } from "#app/config/brand.ts";
import type { ContactMessagesTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { KEEP } from "#app/domain/values/retention.ts";
import {
  emailAddress,
  formVersion,
  line,
  oneOf,
  optionalParagraph,
  paragraph,
} from "#app/forms/fields.server.ts";
import { versionOf } from "#app/forms/version.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { contactFields, messageFields } from "./fields.ts";
import { type ContactCategory, contactCategories, type MessageState } from "./labels.ts";

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

/** Messages of one page of the list. */
export const MESSAGES_A_PAGE = 50;
/** Years after which messages are erased (product/pages.md#contact-messages). */
export const MESSAGE_YEARS = KEEP.messageYears;

export interface MessageFilter {
  state: MessageState | null;
  category: ContactCategory | null;
  /** The time and id of the last message of the page before. */
  before: { at: string; id: string } | null;
}

/** Lists messages, newest first. @returns at most one more than a page, so that the page can offer older ones */
export function listMessages(control: ControlDb, { state, category, before }: MessageFilter) {
  return control
    .selectFrom("contact_messages")
    .select(["id", "category", "name", "email", "subject", "state", "created_at"])
    .$if(state !== null, (query) => query.where("state", "=", state as MessageState))
    .$if(category !== null, (query) => query.where("category", "=", category as ContactCategory))
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple("created_at", "id"),
          "<",
          eb.tuple((before as { at: string }).at, (before as { id: string }).id),
        ),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MESSAGES_A_PAGE + 1)
    .execute();
}

/** Counts unanswered messages. */
export async function newMessages(control: ControlDb): Promise<number> {
  const { n } = await control
    .selectFrom("contact_messages")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("state", "=", "new")
    .executeTakeFirstOrThrow();
  return n;
}

/** Finds a message with the name of the person who handled it; undefined for an unknown id. */
export const findMessage = (control: ControlDb, id: string) =>
  control
    .selectFrom("contact_messages")
    .leftJoin("platform_admins", "platform_admins.id", "contact_messages.handled_by")
    .selectAll("contact_messages")
    .select(["platform_admins.first_name", "platform_admins.last_name"])
    .where("contact_messages.id", "=", id)
    .executeTakeFirst();

export interface MessageFields {
  state: MessageState;
  note: string;
}

/** Returns the version of what the form of a message is filled from (product/pages.md#forms). */
export const messageVersion = ({ state, note }: MessageFields): string => versionOf({ state, note });

type MessageChange =
  | { ok: true }
  | { ok: false; problem: "not-found" }
  | { ok: false; problem: "stale"; stored: MessageFields };

/**
 * Sets a message's state and note. Refuses a form that was filled before somebody else saved.
 * @param by.id the member of staff; `by.at` ISO-8601 UTC
 */
export async function changeMessage(
  tx: ControlTx,
  id: string,
  { state, note, version }: MessageFields & { version: string },
  by: { id: string; at: string },
): Promise<MessageChange> {
  const stored = await tx
    .selectFrom("contact_messages")
    .select(["state", "note"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!stored) return { ok: false, problem: "not-found" };
  if (messageVersion(stored) !== version) return { ok: false, problem: "stale", stored };
  await tx
    .updateTable("contact_messages")
    .set({ state, note, handled_by: by.id, handled_at: by.at })
    .where("id", "=", id)
    .execute();
  return { ok: true };
}

/** Returns the newest moment whose messages are due at `at`: two years before, in UTC. */
function dueBefore(at: Date): string {
  const moment = new Date(at);
  moment.setUTCFullYear(moment.getUTCFullYear() - MESSAGE_YEARS);
  return moment.toISOString();
}

/** Counts the messages that {@link eraseDueMessages} would erase at a moment. */
export async function countDueMessages(control: ControlDb, at: Date): Promise<number> {
  const { n } = await control
    .selectFrom("contact_messages")
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("created_at", "<=", dueBefore(at))
    .executeTakeFirstOrThrow();
  return n;
}

/** Erases messages two years after they were sent, whatever their state. @returns how many */
export async function eraseDueMessages(control: ControlDb, at: Date): Promise<number> {
  const { numDeletedRows } = await control
    .deleteFrom("contact_messages")
    .where("created_at", "<=", dueBefore(at))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Saves what staff did about a message; the platform's audit log names who did (product/pages.md#contact-messages). */
export const saveMessage = (
  control: ControlDb,
  messageId: string,
  { form, adminId }: { form: MessageFields & { version: string }; adminId: string },
) =>
  inTransaction(control, async (tx) => {
    const at = now();
    const result = await changeMessage(tx, messageId, form, { id: adminId, at: at.toISOString() });
    if (!result.ok) return result;
    await recordAudit(tx, {
      kind: "staff.message-changed",
      actor: { kind: "staff", id: adminId },
      subject: messageId,
      detail: { state: form.state },
      at,
    });
    return result;
  });

export const contactSchema = z.object({
  submission: line("This form is out of date. Reload the page and try again.", 60),
  name: line(contactFields.name),
  email: emailAddress(contactFields.email.required),
  category: oneOf(["sales", "support", "billing", "general"], contactFields.category.required),
  subject: line(contactFields.subject),
  message: paragraph(contactFields.message),
});

/** Form of staff about a message; the version is that of the values that the form was filled from. */
export const messageSchema = z.object({
  state: oneOf(["new", "answered", "closed"], messageFields.state.required),
  note: optionalParagraph(messageFields.note),
  version: formVersion(),
});

/** The last message of a page: the next one goes on behind it. */
interface MessageCursor {
  /** ISO-8601 UTC. */
  at: string;
  id: string;
}

export const messageCursorText = ({ at, id }: MessageCursor): string => `${at}_${id}`;

/** Reads a page's start from its address; null for anything else. */
export function messageCursorIn(text: string | null): MessageCursor | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([\w-]{1,60})$/.exec(text ?? "");
  return found ? { at: found[1] ?? "", id: found[2] ?? "" } : null;
}
