import { z } from "zod";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { seal, unseal } from "#app/runtime/seal.server.ts";
import { type Attachment, attachmentsOf } from "./attachments.server.ts";
import { type Email, withUnsubscribe } from "./email.tsx";
import { renderTemplate } from "./templates.ts";

/** How the reader stops mails of this kind; the address answers a one-click POST (RFC 8058). */
export interface Unsubscribe {
  /** A page with a button, which also takes the POST that mail programs send. */
  url: string;
  /** Where the reader chooses which emails to get. */
  preferencesUrl?: string;
}

export interface RenderedMail extends Email {
  unsubscribe?: Unsubscribe;
  attachments?: Attachment[];
}

const contents = z.object({
  variables: z.unknown(),
  unsubscribe: z.object({ url: z.string(), preferencesUrl: z.string().optional() }).optional(),
});

/** Seals what a mail is rendered with, so that a copy of the database opens no link (product.md#mail). */
export function sealContents(
  mailId: string,
  { variables, unsubscribe }: { variables: unknown; unsubscribe?: Unsubscribe },
): string {
  return seal(JSON.stringify({ variables, unsubscribe }), contextOf(mailId));
}

/**
 * Renders a queued mail from its template and its sealed variables; a mail of an older release is returned as it is.
 * @throws Error for contents that cannot be opened or rendered, a subject of several lines, and an empty part
 */
export function renderMail(
  mail: Pick<MailsTable, "id" | "tag" | "variables" | "subject" | "html" | "text">,
): RenderedMail {
  if (mail.variables === null) return { subject: mail.subject, html: mail.html, text: mail.text };
  const { variables, unsubscribe } = openContents(mail.id, mail.variables);
  const { subject, html, text } = withUnsubscribe(unsubscribe, () => renderTemplate(mail.tag, variables));
  refuseLineBreak("subject", subject);
  for (const [part, value] of Object.entries({ subject, html, text })) {
    if (value.trim() === "") throw new Error(`A mail's ${part} must not be empty`);
  }
  return { subject, html, text, unsubscribe };
}

/**
 * The files of a queued mail, made when it is sent; none for most templates (product.md#mail).
 * @throws Error for contents that cannot be opened, and for files too large to be sent
 */
export async function renderAttachments(
  mail: Pick<MailsTable, "id" | "tag" | "variables">,
): Promise<Attachment[]> {
  if (mail.variables === null) return [];
  return attachmentsOf(mail.tag, () => openContents(mail.id, mail.variables ?? "").variables);
}

function openContents(mailId: string, sealed: string): z.infer<typeof contents> {
  const opened = unseal(sealed, contextOf(mailId));
  if (opened === null) throw new Error("A mail's variables were sealed under another secret");
  return contents.parse(JSON.parse(opened));
}

/** @throws Error for a line break or NUL, by which a header could be added */
export function refuseLineBreak(part: string, value: string | null | undefined): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are looked for.
  if (value && /[\r\n\u0000]/.test(value)) throw new Error(`A mail's ${part} must be a single line`);
}

const contextOf = (mailId: string) => `mail\n${mailId}`;
