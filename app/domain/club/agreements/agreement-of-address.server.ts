import type { ClubDb } from "#app/db/club/schema.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";

/** The agreement of the parent with an email address, in any state; undefined where there is none. */
export function agreementOfAddress(db: ClubDb, email: string) {
  return db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "agreements.status", "agreements.sent_at as sentAt"])
    .where("contacts.email_key", "=", emailKey(email))
    .executeTakeFirst();
}
