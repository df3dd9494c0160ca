import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";

type Builder = ExpressionBuilder<ClubSchema, "contacts">;

/** Delivery states of an address that mail no longer reaches. */
export const DEAD = ["bounced", "complained"] as const;

/** Matches parents whose address takes mail. */
export const takesMail = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb("contacts.email_key", "is not", null),
    eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
  ]);

/** Matches parents whom the club may still write to: the address takes mail, and they have not stopped it. */
export const writable = (eb: Builder): Expression<SqlBool> =>
  eb.and([takesMail(eb), eb("contacts.mail_stopped_at", "is", null)]);
