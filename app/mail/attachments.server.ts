import { printAgreement } from "#app/print/print.server.ts";
import type { TemplateName, VariablesOf } from "./templates.ts";

/** A file that goes with a mail. */
export interface Attachment {
  /** 'agreement.pdf' */
  name: string;
  /** 'application/pdf' */
  type: string;
  content: Buffer;
}

/** The most that Postmark takes with one mail, in bytes as they are sent (base64). */
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
};

/**
 * The files of a template's mail.
 * @param variables opened only for a template that has files
 * @throws Error for files larger than Postmark takes, so that the mail is given up and seen
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
