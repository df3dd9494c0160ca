import { Errors } from "postmark";
import type { ControlDb, MailsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { log } from "#app/observability/log.server.ts";
import { mails } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { NotBefore } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { countOutcome } from "./count-mails.server.ts";
import { asMessage, postmark } from "./postmark.server.ts";
import { MAIL_ID } from "./postmark-webhook.server.ts";
import { recordDelivery } from "./record-delivery.server.ts";
import { type RenderedMail, renderMail } from "./render-mail.server.ts";

/** Postmark's search lags: its "no such message" counts only this long after an attempt. */
export const SEARCH_LAG_MS = 120_000;

/**
 * Renders a queued mail, sends it through Postmark and erases its variables, which may carry a link's token. Does
 * nothing for a mail that was sent or given up; gives up a mail that cannot be rendered.
 *
 * Postmark has no idempotency key. After an attempt without a clear answer (a timeout, a process that died before its
 * commit) the next one first searches Postmark for our mail id, and trusts a miss only after SEARCH_LAG_MS. Duplicates
 * share one Message-ID, by which mailboxes recognize them (docs/decisions/008-mail.md).
 * @throws an error to retry later; NotBefore if a retry makes no sense sooner.
 */
export async function sendMail(control: ControlDb, mailId: string): Promise<void> {
  const mail = await control.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (!mail) throw new Error(`There is no mail ${mailId}`);
  if (mail.status !== "queued") return;
  if (mail.last_error !== null || mail.attempted_at) {
    noteRetry("mail", { mail: mail.id, tag: mail.tag, club: mail.club_code }, "mail is tried again");
  }
  if (mail.attempted_at) {
    const taken = mail.provider_id ?? (await findTaken(mail));
    if (taken) return markSent(control, mail, taken, subjectOf(mail));
    const known = searchKnowsFrom(mail.attempted_at);
    if (known) throw new NotBefore(known, "Postmark may have this mail without finding it yet");
  }
  const rendered = await renderOrGiveUp(control, mail);
  if (!rendered) return;
  await change(control, mailId, { attempted_at: nowIso() });
  try {
    const { MessageID } = await postmark().sendEmail(asMessage(mail, rendered));
    if (!MessageID) throw new Error("Postmark answered without a message id");
    await markSent(control, mail, MessageID, rendered.subject);
  } catch (error) {
    await settleFailure(control, mail, error);
  }
}

/** A mail that cannot be rendered fails for good; its variables stay, sealed, for staff to look at. */
async function renderOrGiveUp(control: ControlDb, mail: MailsTable): Promise<RenderedMail | null> {
  try {
    return renderMail(mail);
  } catch (error) {
    const reason = `cannot be rendered: ${String(error)}`.slice(0, 500);
    await inTransaction(control, async (tx) => {
      await change(tx, mail.id, { status: "failed", last_error: reason });
      await countOutcome(tx, mail.tag, "failed");
    });
    mails.inc({ tag: mail.tag, outcome: "given up" });
    log.error(
      { mail: mail.id, tag: mail.tag, club: mail.club_code, err: error },
      "mail given up: it cannot be rendered",
    );
    return null;
  }
}

/** The subject of a mail that was sent by an attempt that could not note it. */
function subjectOf(mail: MailsTable): string {
  try {
    return renderMail(mail).subject;
  } catch (error) {
    log.warn({ mail: mail.id, err: error }, "a mail that was sent can no longer be rendered");
    return "";
  }
}

async function settleFailure(control: ControlDb, mail: MailsTable, error: unknown): Promise<void> {
  const reason = String(error).slice(0, 500);
  if (willNeverSucceed(error)) {
    await inTransaction(control, async (tx) => {
      await change(tx, mail.id, { status: "failed", ...ERASED, last_error: reason });
      await countOutcome(tx, mail.tag, "failed");
      // An address that Postmark holds for dead, or that is none: the club learns it as from a bounce.
      if (error.statusCode !== 413) await recordDelivery(tx, mail, "bounced");
    });
    const { id, tag, club_code: club } = mail;
    mails.inc({ tag, outcome: "given up" });
    log.warn({ mail: id, tag, club, code: error.code }, "mail given up: its address does not take mail");
    return;
  }
  const refused = error instanceof Errors.PostmarkError && error.statusCode >= 400 && error.statusCode < 500;
  await change(control, mail.id, { last_error: reason, ...(refused ? { attempted_at: null } : {}) });
  mails.inc({ tag: mail.tag, outcome: "put off" });
  throw error;
}

/** An invalid or inactive address, or a message that is too large. */
function willNeverSucceed(error: unknown): error is Errors.PostmarkError {
  if (!(error instanceof Errors.PostmarkError)) return false;
  if (error instanceof Errors.InactiveRecipientsError || error.statusCode === 413) return true;
  // A wrong sender is our mistake: once the settings are fixed, the mail goes out.
  return error instanceof Errors.InvalidEmailRequestError && !error.message.includes("'From'");
}

/** When a miss of Postmark's search can be trusted; null: now (also if the clock was set back). */
function searchKnowsFrom(attemptedAt: string): Date | null {
  const attempted = Date.parse(attemptedAt);
  const age = now().getTime() - attempted;
  return age >= 0 && age < SEARCH_LAG_MS ? new Date(attempted + SEARCH_LAG_MS) : null;
}

/** Postmark's id of this mail if an earlier attempt got through, or null. */
async function findTaken(mail: MailsTable): Promise<string | null> {
  try {
    const { Messages } = await postmark().getOutboundMessages({
      count: 1,
      offset: 0,
      messageStream: mail.stream,
      [`metadata_${MAIL_ID}`]: mail.id,
    });
    return Messages[0]?.MessageID ?? null;
  } catch (error) {
    const refused =
      error instanceof Errors.PostmarkError && error.statusCode >= 400 && error.statusCode < 500;
    if (!refused) throw error;
    // The search itself is refused, so better twice than never.
    log.warn(
      { mail: mail.id, err: error },
      "Postmark does not say whether it has this mail; it is sent again",
    );
    return null;
  }
}

/** What a mail was made of, which goes once it is sent. */
const ERASED = { html: "", text: "", variables: null };

async function markSent(
  control: ControlDb,
  { id, tag }: MailsTable,
  providerId: string,
  subject: string,
): Promise<void> {
  await inTransaction(control, async (tx) => {
    await change(tx, id, {
      status: "sent",
      provider_id: providerId,
      subject,
      ...ERASED,
      attempted_at: null,
      last_error: null,
      sent_at: nowIso(),
    });
    await countOutcome(tx, tag, "sent");
  });
  mails.inc({ tag, outcome: "sent" });
}

async function change(control: ControlDb, mailId: string, fields: Partial<MailsTable>): Promise<void> {
  await control
    .updateTable("mails")
    .set(fields)
    .where("id", "=", mailId)
    .where("status", "=", "queued")
    .execute();
}
