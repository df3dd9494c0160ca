import { type RawBuilder, sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";
import { isDead, type Outcome, undeliveredWords } from "#app/domain/values/delivery.ts";

/** Most emails on a page of staff, from the 90 days that they are kept. */
const SENT_MAILS_SHOWN = 50;

/**
 * An email as staff see it: its kind, when, and what became of it; never what it said
 * (product/emails.md#undelivered-mail).
 */
export interface SentMail {
  id: string;
  tag: string;
  to: string;
  at: string;
  state: { kind: "done" | "act" | "bad" | "plain"; text: string };
}

/** Loads emails to a person's address: those of the club and our own ones about the account, the newest first. */
export const mailsToAddress = (control: ControlDb, clubCode: string, address: string): Promise<SentMail[]> =>
  sentMails(
    control,
    sql`lower(to_address) = ${address.toLowerCase()} and (club_code = ${clubCode} or club_code is null)`,
  );

/** Loads a club's invitations, the newest first. */
export const invitationMails = (control: ControlDb, clubCode: string): Promise<SentMail[]> =>
  sentMails(control, sql`club_code = ${clubCode} and tag in ('invitation', 'administrator-invitation')`);

async function sentMails(control: ControlDb, which: RawBuilder<unknown>): Promise<SentMail[]> {
  const rows = await control
    .selectFrom("mails")
    .select(["id", "tag", "to_address", "created_at", "sent_at", "status", "delivery", "delivery_reason"])
    .where(sql<boolean>`${which}`)
    .orderBy("created_at", "desc")
    .limit(SENT_MAILS_SHOWN)
    .execute();
  return rows.map(({ status, delivery, delivery_reason: reason, ...mail }) => ({
    id: mail.id,
    tag: mail.tag,
    to: mail.to_address,
    at: mail.sent_at ?? mail.created_at,
    state: delivery ? stateOf({ delivery, reason }) : WITHOUT_REPORT[status],
  }));
}

const WITHOUT_REPORT = {
  queued: { kind: "plain", text: "Waiting" },
  sent: { kind: "plain", text: "Sent" },
  failed: { kind: "bad", text: "Given up" },
} as const satisfies Record<string, SentMail["state"]>;

function stateOf({ delivery, reason }: Outcome): SentMail["state"] {
  const said = undeliveredWords(delivery, reason);
  if (!said) return { kind: "done", text: "Delivered" };
  return { kind: isDead(delivery) ? "act" : "plain", text: said.short };
}
