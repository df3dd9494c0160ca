import { z } from "zod";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { seal, unseal } from "#app/runtime/seal.server.ts";
import { enqueueAll, type NewJob } from "./queue.server.ts";

/** Variables by template. `app/mail/templates.ts` fills it in: a queued mail is a row, so the queue is below them. */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration beside the templates.
export interface MailTemplates {}
type TemplateName = keyof MailTemplates;

/** Ways for the reader to stop mails of this kind; the address answers a one-click POST (RFC 8058). */
export interface Unsubscribe {
  /** A page with a button, which also takes the POST that mail programs send. */
  url: string;
  /** Page on which the reader chooses which emails to get. */
  preferencesUrl?: string;
}

interface Envelope {
  /** Unique: two mails with one key are one mail. */
  key: string;
  to: string;
  clubCode?: string | null;
  /** The club's name: the mail comes from '{fromName} via Goodside'. Without it, from Goodside. */
  fromName?: string;
  replyTo?: string | null;
  /**
   * broadcast: mail that people can stop (reports, reminders, announcements); it is sent in batches, after everything
   * else.
   */
  stream?: "outbound" | "broadcast";
  /** True for one of many without urgency: it is sent in batches, after everything else, whatever its stream. */
  bulk?: boolean;
  /** Earliest time of sending. */
  sendAfter?: Date;
  /** Ways for the reader to stop mails of this kind: headers, and the lines at the mail's foot. */
  unsubscribe?: Unsubscribe;
  /** Words under test, for this mail only, instead of those in use. */
  words?: unknown;
}

/** A template's name, its variables (plain JSON), and its recipient. */
export type Mail = {
  [Name in TemplateName]: Envelope & { template: Name; variables: MailTemplates[Name] };
}[TemplateName];

/** The key of a mail that tests words: it counts nowhere as sent, delivered or failed. */
export const TEST_KEY = "email-test:";
export const isTestMail = ({ key }: Pick<MailsTable, "key">): boolean => key.startsWith(TEST_KEY);

/** Mails per statement and per batch: the most that Postmark's batch call takes. */
export const MAILS_A_BATCH = 500;

/** Queues one mail, as `queueMails` does. */
export const queueMail = (control: ControlDb, mail: Mail): Promise<void> => queueMails(control, [mail]);

/**
 * Queues mails and the jobs that send them, in one transaction: that of the change they report, if called inside one.
 * A known key changes nothing. Mails are rendered when they are sent; until then their variables are sealed.
 * @throws for a line break or NUL in an address or a name, and for an empty key or address
 */
export async function queueMails(control: ControlDb, mails: readonly Mail[]): Promise<void> {
  for (const mail of mails) check(mail);
  await inTransaction(control, async (tx) => {
    for (let from = 0; from < mails.length; from += MAILS_A_BATCH)
      await queueChunk(tx, mails.slice(from, from + MAILS_A_BATCH));
  });
}

function check({ key, to, fromName, replyTo, unsubscribe }: Mail): void {
  const { url, preferencesUrl } = unsubscribe ?? {};
  for (const [part, value] of Object.entries({ to, fromName, replyTo, url, preferencesUrl }))
    refuseLineBreak(part, value);
  for (const [part, value] of Object.entries({ key, to }))
    if (value.trim() === "") throw new Error(`A mail's ${part} must not be empty`);
}

async function queueChunk(tx: ControlTx, mails: readonly Mail[]): Promise<void> {
  const at = nowIso();
  const rows = mails.map((mail): QueuedMail => ({ row: asRow(mail, at), mail }));
  const queued = await tx
    .insertInto("mails")
    .values(rows.map(({ row }) => row))
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .execute();
  const ids = new Set(queued.map(({ id }) => id));
  await enqueueAll(tx, jobsOf(rows.filter(({ row }) => ids.has(row.id))));
}

function asRow(mail: Mail, at: string): MailsTable {
  const id = newId();
  return {
    id,
    key: mail.key,
    club_code: mail.clubCode ?? null,
    stream: mail.stream ?? "outbound",
    tag: mail.template,
    to_address: mail.to,
    reply_to: mail.replyTo ?? null,
    from_name: mail.fromName ?? "",
    subject: "",
    html: "",
    text: "",
    variables: sealContents(id, mail),
    status: "queued",
    provider_id: null,
    last_error: null,
    created_at: at,
    attempted_at: null,
    sent_at: null,
    delivery: null,
    delivery_reason: null,
    delivery_at: null,
  };
}

interface QueuedMail {
  row: MailsTable;
  mail: Mail;
}

/** Returns a job for each mail; one for all mails to many of one stream that are due at the same moment. */
function jobsOf(queued: readonly QueuedMail[]): NewJob[] {
  const jobs: NewJob[] = [];
  const batches = new Map<string, NewJob & { payload: { mailIds: string[] } }>();
  for (const { row, mail } of queued) {
    const { id, stream } = row;
    const runAt = mail.sendAfter;
    if (stream !== "broadcast" && !mail.bulk) {
      jobs.push({ kind: "mail.send", payload: { mailId: id }, key: `mail.send:${id}`, runAt });
      continue;
    }
    const together = `${stream} ${runAt?.getTime() ?? 0}`;
    const known = batches.get(together);
    if (known) known.payload.mailIds.push(id);
    else {
      const batch = newId();
      const payload = { batch, mailIds: [id] };
      batches.set(together, { kind: "mail.batch", payload, key: `mail.batch:${batch}`, runAt, bulk: true });
    }
  }
  return [...jobs, ...batches.values()];
}

/** Counts the mails of a template that were queued for a club since a moment. */
export async function countMails(
  control: ControlDb,
  clubCode: string,
  template: TemplateName,
  since: Date,
): Promise<number> {
  const row = await control
    .selectFrom("mails")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("club_code", "=", clubCode)
    .where("created_at", ">=", since.toISOString())
    .where("tag", "=", template)
    .executeTakeFirstOrThrow();
  return row.n;
}

/** Returns the delivery state of the mail with a key; null if unknown, and for a mail that is gone. */
export async function deliveryOf(control: ControlDb, key: string): Promise<MailsTable["delivery"]> {
  const mail = await control.selectFrom("mails").select("delivery").where("key", "=", key).executeTakeFirst();
  return mail?.delivery ?? null;
}

const contents = z.object({
  variables: z.unknown(),
  words: z.unknown().optional(),
  unsubscribe: z.object({ url: z.string(), preferencesUrl: z.string().optional() }).optional(),
});

/** Seals what a mail is rendered with, so that a copy of the database opens no link (product/emails.md#mail). */
export function sealContents(
  mailId: string,
  { variables, words, unsubscribe }: { variables: unknown; words?: unknown; unsubscribe?: Unsubscribe },
): string {
  return seal(JSON.stringify({ variables, words, unsubscribe }), contextOf(mailId));
}

/** @throws Error for contents that were sealed under another secret */
export function openContents(mailId: string, sealed: string): z.infer<typeof contents> {
  const opened = unseal(sealed, contextOf(mailId));
  if (opened === null) throw new Error("A mail's variables were sealed under another secret");
  return contents.parse(JSON.parse(opened));
}

const contextOf = (mailId: string) => `mail\n${mailId}`;

/** @throws Error for a line break or NUL, by which a header could be added */
export function refuseLineBreak(part: string, value: string | null | undefined): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for.
  if (value && /[\r\n\u0000]/.test(value)) throw new Error(`A mail's ${part} must be a single line`);
}
