import { sql } from "kysely";
import { Errors } from "postmark";
import { z } from "zod";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { log } from "#app/observability/log.server.ts";
import { mails, startAtZero } from "#app/observability/metrics.server.ts";
import { isTestMail } from "#app/queue/mail-queue.server.ts";
import { finishJobs, MAIL_JOBS } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { TRIED_IN_VAIN } from "./delivery.ts";
import { noteUnusableWords } from "./email-words.server.ts";
import type { EditedWords } from "./email-words.ts";
import { countOutcome, recordDelivery } from "./record-delivery.server.ts";
import { type RenderedMail, renderAttachments, renderMail } from "./render-mail.server.ts";
import { templateNames } from "./templates.ts";

startAtZero(mails, ["tag", templateNames], ["outcome", ["sent", "put off", "given up"]]);

/** Postmark's search lags: its "no such message" counts only this long after an attempt. */
export const SEARCH_LAG_MS = 120_000;
const LONGEST_REASON = 500;
/** Postmark's codes for an invalid and for an inactive address. */
const INVALID_REQUEST = 300;
const INACTIVE_RECIPIENT = 406;

/** Contents of a mail, erased once it is sent. */
const ERASED = { html: "", text: "", variables: null };

/** Filters mails found by their ids: with the bare column, SQLite reads the whole queue to find them. */
export const STILL_QUEUED = sql<boolean>`+mails.status = 'queued'`;

/** Returns the time from which a miss of Postmark's search is reliable; null: now, also if the clock was set back. */
export function searchKnowsFrom(attemptedAt: string): Date | null {
  const attempted = Date.parse(attemptedAt);
  const age = now().getTime() - attempted;
  return age >= 0 && age < SEARCH_LAG_MS ? new Date(attempted + SEARCH_LAG_MS) : null;
}

/** Tells whether Postmark refused a call without any effect: other statuses leave that open. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Errors.PostmarkError && error.statusCode >= 400 && error.statusCode < 500;

/**
 * Tells whether an address is invalid or takes no mail. A wrong sender is our mistake: once it is fixed, the mail goes
 * out.
 */
export const isDeadAddress = (code: number, message: string): boolean =>
  code === INACTIVE_RECIPIENT || (code === INVALID_REQUEST && !message.includes("'From'"));

/** Renders a mail; one that cannot be rendered fails for good, its variables kept, sealed, for staff to look at. */
export async function renderOrGiveUp(
  control: ControlDb,
  mail: MailsTable,
  edited: EditedWords,
): Promise<RenderedMail | null> {
  try {
    const rendered = { ...renderMail(mail, edited), attachments: await renderAttachments(mail) };
    if (rendered.unusable) await noteUnusableWords(control, mail.tag, rendered.unusable);
    return rendered;
  } catch (error) {
    const reason = `cannot be rendered: ${String(error)}`.slice(0, LONGEST_REASON);
    const { id, tag, club_code: club } = mail;
    await inTransaction(control, async (tx) => {
      await changeQueued(tx, [id], { status: "failed", last_error: reason });
      if (!isTestMail(mail)) await countOutcome(tx, tag, "failed");
    });
    mails.inc({ tag, outcome: "given up" });
    log.error({ mail: id, tag, club, err: error }, "mail given up: it cannot be rendered");
    return null;
  }
}

/** Returns the subject of a mail whose sending could not be recorded. */
export function subjectOf(mail: MailsTable, edited: EditedWords): string {
  try {
    return renderMail(mail, edited).subject;
  } catch (error) {
    log.warn({ mail: mail.id, err: error }, "a mail that was sent can no longer be rendered");
    return "";
  }
}

/**
 * Ends a mail that Postmark will never take.
 * @param bounced its address takes no mail, and its club is notified
 */
export async function giveUp(
  control: ControlDb,
  mail: MailsTable,
  { reason, code, bounced }: { reason: string; code: number; bounced: boolean },
): Promise<void> {
  const { id, tag, club_code: club } = mail;
  await inTransaction(control, async (tx) => {
    await changeQueued(tx, [id], {
      status: "failed",
      ...ERASED,
      last_error: reason.slice(0, LONGEST_REASON),
    });
    if (!isTestMail(mail)) await countOutcome(tx, tag, "failed");
    const why = code === INACTIVE_RECIPIENT ? "suppressed" : "unknown";
    if (bounced) await recordDelivery(tx, [mail], { delivery: "bounced", reason: why });
  });
  mails.inc({ tag, outcome: "given up" });
  log.warn({ mail: id, tag, club, code }, "mail given up: its address does not take mail");
}

const DEAD_JOBS_A_TURN = 100;
const mailJob = z.union([z.object({ mailId: z.string() }), z.object({ mailIds: z.array(z.string()) })]);

/**
 * Fails the mails whose jobs failed at every try, so that staff find them with club and kind, and send them again
 * (product/emails.md#undelivered-mail).
 * @returns how many
 */
export async function giveUpUnsent(control: ControlDb): Promise<number> {
  const dead = await control
    .selectFrom("jobs")
    .select(["id", "payload", "last_error"])
    .where("status", "=", "dead")
    .where("kind", "in", MAIL_JOBS)
    .limit(DEAD_JOBS_A_TURN)
    .execute();
  let givenUp = 0;
  for (const { id, payload, last_error: error } of dead) {
    const { success, data: job } = mailJob.safeParse(JSON.parse(payload));
    if (!success) continue;
    await inTransaction(control, async (tx) => {
      const failed = await tx
        .updateTable("mails")
        .set({ status: "failed", last_error: `${TRIED_IN_VAIN}${error}`.slice(0, LONGEST_REASON) })
        .where("id", "in", "mailId" in job ? [job.mailId] : job.mailIds)
        .where(STILL_QUEUED)
        .returning(["id", "key", "tag", "club_code"])
        .execute();
      // From now on staff handle the mail.
      await finishJobs(tx, [id]);
      for (const mail of failed) {
        const { tag, club_code: club } = mail;
        if (!isTestMail(mail)) await countOutcome(tx, tag, "failed");
        mails.inc({ tag, outcome: "given up" });
        log.error({ mail: mail.id, tag, club }, "mail given up: every try failed");
      }
      givenUp += failed.length;
    });
  }
  return givenUp;
}

/** Keeps mails queued after a failed attempt. @param refused false: Postmark may have them, so the next try asks */
export async function putOff(
  control: ControlDb,
  failed: readonly MailsTable[],
  { reason, refused }: { reason: string; refused: boolean },
): Promise<void> {
  await changeQueued(
    control,
    failed.map(({ id }) => id),
    { last_error: reason.slice(0, LONGEST_REASON), ...(refused ? { attempted_at: null } : {}) },
  );
  for (const { tag } of failed) mails.inc({ tag, outcome: "put off" });
}

/** A mail that Postmark accepted, with its id there. */
export interface TakenMail {
  mail: MailsTable;
  providerId: string;
  subject: string;
}

/** Marks mails as sent and erases their contents, in one transaction. */
export async function markSent(control: ControlDb, taken: readonly TakenMail[]): Promise<void> {
  if (taken.length === 0) return;
  const byTag = new Map<string, number>();
  for (const { mail } of taken.filter((one) => !isTestMail(one.mail)))
    byTag.set(mail.tag, (byTag.get(mail.tag) ?? 0) + 1);
  const rows = JSON.stringify(taken.map(({ mail, providerId, subject }) => [mail.id, providerId, subject]));
  await inTransaction(control, async (tx) => {
    await sql`
      update mails set status = 'sent', provider_id = sent.value ->> 1, subject = sent.value ->> 2,
        html = '', text = '', variables = null, attempted_at = null, last_error = null, sent_at = ${nowIso()}
      from json_each(${rows}) as sent
      where mails.id = sent.value ->> 0 and ${STILL_QUEUED}`.execute(tx);
    for (const [tag, many] of byTag) await countOutcome(tx, tag, "sent", many);
  });
  for (const [tag, many] of byTag) mails.inc({ tag, outcome: "sent" }, many);
}

/** Marks before the call that Postmark may get these mails from now on. */
export const markAttempted = (control: ControlDb, attempted: readonly MailsTable[]): Promise<void> =>
  changeQueued(
    control,
    attempted.map(({ id }) => id),
    { attempted_at: nowIso() },
  );

async function changeQueued(
  control: ControlDb,
  mailIds: readonly string[],
  fields: Partial<MailsTable>,
): Promise<void> {
  if (mailIds.length === 0) return;
  await control.updateTable("mails").set(fields).where("id", "in", mailIds).where(STILL_QUEUED).execute();
}
