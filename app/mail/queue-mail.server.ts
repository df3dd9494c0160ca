import type { ControlDb, MailsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

export interface Mail {
  /** Unique: two mails with one key are one mail. */
  key: string;
  /** The kind of mail, shown in Postmark's statistics and in the sandbox's mailbox. */
  tag: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  clubCode?: string | null;
  /** The club's name: the mail comes from '{fromName} via Goodside'. Without it, from Goodside. */
  fromName?: string;
  replyTo?: string | null;
  /** broadcast: bulk mail that people can stop (reports, announcements). */
  stream?: "outbound" | "broadcast";
}

/**
 * Queues a mail and the job that sends it, in one transaction: that of the change it reports, if called inside one. A
 * known key changes nothing.
 * @throws for a line break or NUL in an address, a name or the subject, or an empty part.
 */
export async function queueMail(control: ControlDb, mail: Mail): Promise<void> {
  for (const [part, value] of Object.entries({
    to: mail.to,
    subject: mail.subject,
    tag: mail.tag,
    fromName: mail.fromName,
    replyTo: mail.replyTo,
  })) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for.
    if (value && /[\r\n\u0000]/.test(value)) throw new Error(`A mail's ${part} must be a single line`);
  }
  for (const part of ["key", "tag", "to", "subject", "html", "text"] as const) {
    if (mail[part].trim() === "") throw new Error(`A mail's ${part} must not be empty`);
  }
  await inTransaction(control, async (tx) => {
    const queued = await tx
      .insertInto("mails")
      .values({
        id: newId(),
        key: mail.key,
        club_code: mail.clubCode ?? null,
        stream: mail.stream ?? "outbound",
        tag: mail.tag,
        to_address: mail.to,
        reply_to: mail.replyTo ?? null,
        from_name: mail.fromName ?? "",
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        status: "queued",
        provider_id: null,
        last_error: null,
        created_at: nowIso(),
        attempted_at: null,
        sent_at: null,
        delivery: null,
      })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (queued) {
      const { id: mailId } = queued;
      await enqueue(tx, { kind: "mail.send", payload: { mailId }, key: `mail.send:${mailId}` });
    }
  });
}

/** How many mails of a kind were queued for a club since a moment. */
export async function countMails(
  control: ControlDb,
  clubCode: string,
  tag: string,
  since: Date,
): Promise<number> {
  const row = await control
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("club_code", "=", clubCode)
    .where("created_at", ">=", since.toISOString())
    .where("tag", "=", tag)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** What is known of the delivery of the mail with a key; null for nothing, and for a mail that is gone. */
export async function deliveryOf(control: ControlDb, key: string): Promise<MailsTable["delivery"]> {
  const mail = await control.selectFrom("mails").select("delivery").where("key", "=", key).executeTakeFirst();
  return mail?.delivery ?? null;
}
