import type { MailsTable } from "#app/db/control/mail-tables.ts";
import { openContents, refuseLineBreak, type Unsubscribe } from "#app/queue/mail-queue.server.ts";
import { type Attachment, attachmentsOf } from "./attachments.server.ts";
import { type Email, withUnsubscribe } from "./email.tsx";
import { renderTemplate } from "./templates.ts";

export interface RenderedMail extends Email {
  unsubscribe?: Unsubscribe;
  attachments?: Attachment[];
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
