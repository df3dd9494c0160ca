import { sql } from "kysely";
import type { ClubDb, ClubTx } from "#app/db/club/schema.ts";
import type { OpenAgreementMail } from "./agreement-mail.ts";

/** Mails of one step to many wait for a job; the others are queued at once. */
const BULK = sql<boolean>`(step = 'request' or step like 'reminder-%')`;

/**
 * The oldest decided mails that are not queued yet.
 * @param urgent those that a parent's own act caused; else those that a club sends to many
 */
export async function openAgreementMails(
  db: ClubDb,
  { urgent, most }: { urgent: boolean; most: number },
): Promise<OpenAgreementMail[]> {
  const rows = await db
    .selectFrom("agreement_mails as m")
    .innerJoin("agreements as a", "a.id", "m.agreement_id")
    .innerJoin("contacts as c", "c.id", "a.contact_id")
    .select(["m.id", "m.step", "m.issue", "m.created_at"])
    .select([
      "a.id as agreementId",
      "a.status",
      "a.issue as newest",
      "a.expires_at",
      "a.signed_at",
      "a.closed_at",
    ])
    .select(["c.name", "c.email", "c.language", "c.delivery", "c.mail_stopped_at", "c.erased_at"])
    .where("m.queued_at", "is", null)
    .where((eb) => (urgent ? eb.not(BULK) : BULK))
    .orderBy("m.created_at")
    .orderBy("m.id")
    .limit(most)
    .execute();
  return rows.map(
    ({
      id,
      step,
      issue,
      created_at,
      agreementId,
      status,
      newest,
      expires_at,
      signed_at,
      closed_at,
      ...contact
    }) => ({
      ...{ id, step, issue, created_at, contact },
      agreement: { id: agreementId, status, issue: newest, expires_at, signed_at, closed_at },
    }),
  );
}

/** Notes that mails were queued, or are no longer wanted. */
export async function noteQueued(tx: ClubTx, mailIds: readonly string[], at: Date): Promise<void> {
  if (mailIds.length === 0) return;
  await tx
    .updateTable("agreement_mails")
    .set({ queued_at: at.toISOString() })
    .where("id", "in", mailIds)
    .execute();
}
