import { env } from "#app/config/env.server.ts";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { printAgreement, printReport } from "#app/print/print.server.ts";
import { openContents, refuseLineBreak, type Unsubscribe } from "#app/queue/mail-queue.server.ts";
import { type EditedWords, wordsOfTest } from "./email-words.ts";
import { renderTemplate, type TemplateEmail, type TemplateName, type VariablesOf } from "./templates.ts";

export interface RenderedMail extends TemplateEmail {
  unsubscribe?: Unsubscribe;
  attachments?: Attachment[];
}

/**
 * Renders a queued mail from its template and its sealed variables; a mail of an older release is returned unchanged.
 * @param edited words that staff edited
 * @throws Error for contents that cannot be opened or rendered, a subject of several lines, and an empty part
 */
export function renderMail(
  mail: Pick<MailsTable, "id" | "tag" | "variables" | "subject" | "html" | "text">,
  edited?: EditedWords,
): RenderedMail {
  if (mail.variables === null) return { subject: mail.subject, html: mail.html, text: mail.text };
  const { variables, words, unsubscribe } = openContents(mail.id, mail.variables);
  const rendered = renderTemplate(mail.tag, variables, {
    edited: words === undefined ? edited : wordsOfTest(mail.tag, words as Parameters<typeof wordsOfTest>[1]),
    stop: unsubscribe,
    site: env().appUrl,
  });
  const { subject, html, text } = rendered;
  refuseLineBreak("subject", subject);
  for (const [part, value] of Object.entries({ subject, html, text })) {
    if (value.trim() === "") throw new Error(`A mail's ${part} must not be empty`);
  }
  return { ...rendered, unsubscribe };
}

/**
 * Makes the files of a queued mail at the time of sending; none for most templates (product/emails.md#mail).
 * @throws Error for contents that cannot be opened, and for files too large to be sent
 */
export async function renderAttachments(
  mail: Pick<MailsTable, "id" | "tag" | "variables">,
): Promise<Attachment[]> {
  if (mail.variables === null) return [];
  return attachmentsOf(mail.tag, () => openContents(mail.id, mail.variables ?? "").variables);
}

/** A file that goes with a mail. */
export interface Attachment {
  /** 'agreement.pdf' */
  name: string;
  /** 'application/pdf' */
  type: string;
  content: Buffer;
}

/** Most bytes that Postmark takes with one mail, as they are sent (base64). */
export const MOST_ATTACHED_BYTES = 10 * 1024 * 1024;

type Attachments = {
  [Name in TemplateName]?: (variables: VariablesOf<Name>) => Promise<Attachment[]>;
};

/** The templates whose mails carry files. They are made when a mail is sent, never stored. */
const attachments: Attachments = {
  "agreement-copy": async ({ copy }) =>
    copy
      ? [
          {
            name: "agreement.pdf",
            type: "application/pdf",
            content: Buffer.from(await printAgreement(copy)),
          },
        ]
      : [],
  "season-board": async ({ pdf }) =>
    pdf
      ? [
          {
            name: `season-${pdf.day}.pdf`,
            type: "application/pdf",
            content: Buffer.from(
              await printReport({
                ...pdf.print,
                logo: pdf.logo === null ? null : new Uint8Array(Buffer.from(pdf.logo, "base64")),
              }),
            ),
          },
        ]
      : [],
};

/**
 * Makes the files of a template's mail.
 * @param variables opened only for a template that has files
 * @throws Error for files larger than Postmark accepts, so that the mail fails visibly
 */
export async function attachmentsOf(
  template: string,
  variables: () => unknown,
  makers: Attachments = attachments,
): Promise<Attachment[]> {
  const make = Object.hasOwn(makers, template) ? makers[template as TemplateName] : undefined;
  if (!make) return [];
  const files = await (make as (variables: unknown) => Promise<Attachment[]>)(variables());
  const bytes = files.reduce((sum, { content }) => sum + 4 * Math.ceil(content.length / 3), 0);
  if (bytes > MOST_ATTACHED_BYTES) throw new Error(`A mail's files are too large: ${bytes} bytes`);
  return files;
}
