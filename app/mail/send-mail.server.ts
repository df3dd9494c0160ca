import { Errors, type Message, ServerClient } from "postmark";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, MailsTable } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { log } from "#app/observability/log.server.ts";
import { mails } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { NotBefore } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";
import { MAIL_ID } from "./postmark-webhook.server.ts";
import { recordDelivery } from "./record-delivery.server.ts";

const PATIENCE_SECONDS = 10;
/** Postmark's search lags: its "no such message" counts only this long after an attempt. */
export const SEARCH_LAG_MS = 120_000;

/**
 * Sends a queued mail through Postmark and erases its text, which may carry a link's token. Does nothing for a mail that
 * was sent or given up.
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
    if (taken) return markSent(control, mail, taken);
    const known = searchKnowsFrom(mail.attempted_at);
    if (known) throw new NotBefore(known, "Postmark may have this mail without finding it yet");
  }
  await change(control, mailId, { attempted_at: nowIso() });
  try {
    const { MessageID } = await postmark().sendEmail(asMessage(mail));
    if (!MessageID) throw new Error("Postmark answered without a message id");
    await markSent(control, mail, MessageID);
  } catch (error) {
    await settleFailure(control, mail, error);
  }
}

async function settleFailure(control: ControlDb, mail: MailsTable, error: unknown): Promise<void> {
  const reason = String(error).slice(0, 500);
  if (willNeverSucceed(error)) {
    await inTransaction(control, async (tx) => {
      await change(tx, mail.id, { status: "failed", html: "", text: "", last_error: reason });
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

async function markSent(control: ControlDb, { id, tag }: MailsTable, providerId: string): Promise<void> {
  await change(control, id, {
    status: "sent",
    provider_id: providerId,
    html: "",
    text: "",
    attempted_at: null,
    last_error: null,
    sent_at: nowIso(),
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

function asMessage(mail: MailsTable): Message {
  const sender = mail.from_name ? `${mail.from_name} via ${brand.name}` : brand.name;
  return {
    From: `"${sender.replace(/["\\]/g, "\\$&")}" <${env().mailFrom}>`,
    To: mail.to_address,
    ReplyTo: mail.reply_to ?? undefined,
    Subject: mail.subject,
    HtmlBody: mail.html,
    TextBody: mail.text,
    Tag: mail.tag,
    MessageStream: mail.stream,
    Metadata: { [MAIL_ID]: mail.id },
    Headers: [
      { Name: "Message-ID", Value: `<${mail.id}@${env().mailFrom.split("@").at(-1)}>` },
      // Without it Postmark writes an id of its own.
      { Name: "X-PM-KeepID", Value: "true" },
    ],
    TrackOpens: false,
  };
}

let client: ServerClient | undefined;

function postmark(): ServerClient {
  client ??= connect();
  return client;
}

/** The Postmark SDK of this process, pointed at the local stand-in where one runs. */
function connect(): ServerClient {
  const { sandboxUrl, postmark: settings } = env();
  if (!sandboxUrl || !settings.standIn)
    return new ServerClient(settings.token, { timeout: PATIENCE_SECONDS });
  const { host, protocol } = new URL(sandboxUrl);
  return new ServerClient(settings.token, {
    timeout: PATIENCE_SECONDS,
    requestHost: host,
    useHttps: protocol === "https:",
  });
}
