import { sql } from "kysely";
import type { ControlDb } from "#app/db/control/schema.ts";

/**
 * Takes back the reminders of agreements that are queued and not tried yet: while the mail service is away, a parent may
 * sign, say no or stop reminders (product.md#agreement-reminders).
 */
export async function unqueueReminders(control: ControlDb, agreementIds: readonly string[]): Promise<void> {
  if (agreementIds.length === 0) return;
  await control
    .deleteFrom("mails")
    .where("tag", "=", "agreement-reminder")
    .where("status", "=", "queued")
    .where("attempted_at", "is", null)
    .where((eb) => eb.or(agreementIds.map((id) => aboutAgreement(id))))
    .execute();
}

/** The keys of an agreement's mails start with its id; ';' is the character after ':'. */
export const aboutAgreement = (id: string, kind = "agreement") =>
  sql<boolean>`(key > ${`${kind}:${id}:`} and key < ${`${kind}:${id};`})`;
