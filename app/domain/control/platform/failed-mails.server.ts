import { sql } from "kysely";
import type { MailsTable } from "#app/db/control/mail-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** Emails a page of the list of those that failed shows. */
export const FAILED_MAILS_A_PAGE = 50;

/** An email that failed, without its address: it may be a parent's. */
export type FailedMail = Pick<
  MailsTable,
  "id" | "tag" | "club_code" | "last_error" | "delivery" | "created_at"
> & {
  clubName: string | null;
  /** 1: what it was made of is kept, so it can be tried again. */
  again: 0 | 1;
};

/** Emails that we gave up, or that were sent and came back. */
export type FailedKind = "given-up" | "came-back";

/**
 * Loads emails that failed, the newest first, and one more where there is another page.
 * @param filter.page from 1
 */
export function failedMails(
  control: ControlDb,
  {
    kind,
    template,
    clubCode,
    page,
  }: { kind: FailedKind; template: string | null; clubCode: string | null; page: number },
): Promise<FailedMail[]> {
  return (
    control
      .selectFrom("mails as m")
      .leftJoin("clubs as c", "c.code", "m.club_code")
      .select(["m.id", "m.tag", "m.club_code", "m.last_error", "m.delivery", "m.created_at"])
      .select("c.name as clubName")
      .select(sql<0 | 1>`m.variables is not null`.as("again"))
      // Written out: SQLite sees that the partial index fits only then.
      .where(
        kind === "given-up"
          ? sql<boolean>`m.status = 'failed'`
          : sql<boolean>`m.status = 'sent' and m.delivery in ('bounced', 'complained')`,
      )
      .$if(template !== null, (query) => query.where("m.tag", "=", template))
      .$if(clubCode !== null, (query) => query.where("m.club_code", "=", clubCode))
      .orderBy("m.created_at", "desc")
      .orderBy("m.id", "desc")
      .limit(FAILED_MAILS_A_PAGE + 1)
      .offset((page - 1) * FAILED_MAILS_A_PAGE)
      .execute()
  );
}

/** Queues an email again that could not be rendered, or was given up. @returns false if it waits, was sent, or nothing of it is kept */
export const retryFailedMail = (control: ControlDb, id: string, by: string): Promise<boolean> =>
  inTransaction(control, async (tx) => {
    const at = now();
    const mail = await tx
      .updateTable("mails")
      // The time of the try stays: Postmark may have the mail, and is asked first.
      .set({ status: "queued", last_error: null })
      .where("id", "=", id)
      .where("status", "=", "failed")
      .where("variables", "is not", null)
      .returning(["tag", "club_code"])
      .executeTakeFirst();
    if (!mail) return false;
    await enqueue(tx, {
      kind: "mail.send",
      payload: { mailId: id },
      key: `mail.send:${id}:${at.toISOString()}`,
    });
    await recordAudit(tx, {
      kind: "staff.mail-retried",
      actor: { kind: "staff", id: by },
      detail: { email: mail.tag },
      ...(mail.club_code && { clubCode: mail.club_code }),
      at,
    });
    return true;
  });
