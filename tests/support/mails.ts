import type { MailsTable } from "#app/db/control/mail-tables.ts";

/** Reads mails with their final words; of a sent mail only its subject is left. */
export async function readMails<Row extends MailsTable>(rows: Promise<Row[]>): Promise<Row[]> {
  const { renderMail } = await import("#app/mail/render-mail.server.ts");
  return (await rows).map((row) => ({ ...row, ...renderMail(row) }));
}
