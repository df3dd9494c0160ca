import { Errors, type Message, ServerClient } from "postmark";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { ControlDb, MailsTable } from "#app/db/control/schema.ts";
import { log } from "#app/observability/log.server.ts";
import { mails } from "#app/observability/metrics.server.ts";
import { noteRetry } from "#app/observability/retries.server.ts";
import { NotBefore } from "#app/queue/queue.server.ts";
import { now, nowIso } from "#app/runtime/clock.server.ts";

const PATIENCE_SECONDS = 10;
/** Postmark's search lags: until so long after an attempt its "no such message" does not count. */
export const SEARCH_LAG_MS = 120_000;
/** The name under which our mail id travels with the message, and by which it is found again. */
const MAIL_ID = "mail";

/**
 * Sends a queued mail through Postmark; for the job `mail.send`. Once it is sent, what it said is forgotten: it may
 * carry the token of a link. A mail that is sent or given up already is left alone.
 *
 * Never lost: it stays queued until Postmark has taken it, or has said that this address will never take it.
 * Doubled as seldom as can be: Postmark knows no idempotency key, so where an attempt ended without a clear answer
 * (a timeout, a cut connection, a process that died between Postmark's yes and our commit), the next one asks
 * Postmark first whether it has a message with our id, and believes a no only when the search has had time to know
 * of it. Should it come twice all the same, both carry one Message-ID, by which mailboxes know a repetition.
 * @throws Error where it may be tried again later, NotBefore where it makes no sense sooner: the job's retries do that.
 */
export async function sendMail(control: ControlDb, mailId: string): Promise<void> {
  const mail = await control.selectFrom("mails").selectAll().where("id", "=", mailId).executeTakeFirst();
  if (!mail) throw new Error(`There is no mail ${mailId}`);
  if (mail.status !== "queued") return;
  if (mail.last_error !== null || mail.attempted_at) {
    noteRetry("mail", { mail: mail.id, tag: mail.tag, club: mail.club_code }, "mail is tried again");
  }
  if (mail.attempted_at) {
    const taken = await findTaken(mail);
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
    await change(control, mail.id, { status: "failed", html: "", text: "", last_error: reason });
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

/** An address that is none or takes no mail, or a message too large: trying again changes nothing. */
function willNeverSucceed(error: unknown): error is Errors.PostmarkError {
  if (!(error instanceof Errors.PostmarkError)) return false;
  if (error instanceof Errors.InactiveRecipientsError || error.statusCode === 413) return true;
  // A wrong sender is a mistake of ours that can be mended in the settings; then the mail goes out after all.
  return error instanceof Errors.InvalidEmailRequestError && !error.message.includes("'From'");
}

/** When Postmark's no can be believed, or null where it can be now (also where the clock was set back since). */
function searchKnowsFrom(attemptedAt: string): Date | null {
  const attempted = Date.parse(attemptedAt);
  const age = now().getTime() - attempted;
  return age >= 0 && age < SEARCH_LAG_MS ? new Date(attempted + SEARCH_LAG_MS) : null;
}

/** Postmark's id of this mail where an earlier attempt got through after all, or null. */
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
    // Where the search itself is refused nobody can know: better twice than never.
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
