import { type Message, ServerClient } from "postmark";
import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { isBulkStep, readAgreementMailKey } from "#app/domain/club/agreements/agreement-mail.ts";
import { hashOf } from "#app/runtime/ids.server.ts";
import { MAIL_ID } from "./postmark-webhook.server.ts";
import type { Attachment, RenderedMail } from "./render-mail.server.ts";

const PATIENCE_SECONDS = 10;

/** A message's metadata field that carries the id of the batch it was sent in. */
export const BATCH_ID = "batch";

/** Metadata field of a message that identifies the sending, whatever the id of our mail. */
export const SENDING_ID = "sending";

/**
 * Identifies a sending across a restore that lost its first decision. A request or reminder of an agreement is
 * identified by its step alone: its key also has the time of the decision.
 */
export function sendingOf({ key }: Pick<MailsTable, "key">): string {
  const step = readAgreementMailKey(key);
  return hashOf(
    step && isBulkStep(step.step) ? `agreement:${step.agreementId}:${step.issue}:${step.step}` : key,
  );
}

/** Converts a mail for Postmark's API, with our mail's id and its batch's, by which it can be found again. */
export function asMessage(
  mail: MailsTable,
  { subject, html, text, unsubscribe, attachments = [] }: RenderedMail,
  batchId?: string,
): Message {
  const sender = mail.from_name ? `${mail.from_name} via ${brand.name}` : brand.name;
  return {
    From: `"${sender.replace(/["\\]/g, "\\$&")}" <${env().mailFrom}>`,
    To: mail.to_address,
    ReplyTo: mail.reply_to ?? undefined,
    Subject: subject,
    HtmlBody: html,
    TextBody: text,
    Tag: mail.tag,
    MessageStream: mail.stream,
    Metadata: {
      [MAIL_ID]: mail.id,
      [SENDING_ID]: sendingOf(mail),
      ...(batchId ? { [BATCH_ID]: batchId } : {}),
    },
    Headers: [
      { Name: "Message-ID", Value: `<${mail.id}@${env().mailFrom.split("@").at(-1)}>` },
      // Otherwise Postmark replaces the Message-ID.
      { Name: "X-PM-KeepID", Value: "true" },
      ...(unsubscribe ? oneClick(unsubscribe.url) : []),
    ],
    TrackOpens: false,
    ...(attachments.length > 0 ? { Attachments: attachments.map(asAttachment) } : {}),
  };
}

const asAttachment = ({ name, type, content }: Attachment) => ({
  Name: name,
  ContentType: type,
  Content: content.toString("base64"),
  ContentID: null,
});

/** Returns headers of the mail program's own 'Unsubscribe' button, which posts to the address (RFC 8058). */
const oneClick = (url: string) => [
  { Name: "List-Unsubscribe", Value: `<${url}>` },
  { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
];

let client: ServerClient | undefined;

/** Returns this process's Postmark client, which uses the local stub if one runs. */
export function postmark(): ServerClient {
  client ??= connect();
  return client;
}

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
