import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";

type Builder = ExpressionBuilder<ClubSchema, "contacts">;

/** What became of an address that no mail reaches any more. */
export const DEAD = ["bounced", "complained"] as const;

/** Whether a parent's address takes mail. */
export const takesMail = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb("contacts.email_key", "is not", null),
    eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
  ]);

/** Whom the club may still write to: the address takes mail, and nobody there has stopped it. */
export const writable = (eb: Builder): Expression<SqlBool> =>
  eb.and([takesMail(eb), eb("contacts.mail_stopped_at", "is", null)]);
