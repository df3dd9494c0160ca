import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AgreementsTable, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import { DEAD, matchingAgreements } from "./matching-agreements.server.ts";

/** Which agreements to send or to remind of: some, those that a filter leaves, or all that were never sent. */
export type AgreementSelection =
  | { agreementIds: readonly string[] }
  | { filter: AgreementFilter }
  | "all-unsent";

type Builder = ExpressionBuilder<ClubSchema, "agreements" | "contacts">;
/** What sending and reminding need to know of an agreement. */
export type Chosen = Pick<
  AgreementsTable,
  "id" | "issue" | "sent_at" | "expires_at" | "reminders_sent" | "reminded_at" | "next_reminder_at"
>;

export const choice = [
  "agreements.id",
  "agreements.issue",
  "agreements.sent_at",
  "agreements.expires_at",
  "agreements.reminders_sent",
  "agreements.reminded_at",
  "agreements.next_reminder_at",
] as const;

/** Whom the club may still write to: the address takes mail, and nobody there has stopped it. */
export const writable = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb("contacts.email_key", "is not", null),
    eb("contacts.mail_stopped_at", "is", null),
    eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
  ]);

/** The agreements of a selection that meet a condition and whose parents may be written to, by name. */
export function choose(
  tx: ClubTx,
  selection: AgreementSelection,
  scope: TeamScope,
  condition: (eb: Builder) => Expression<SqlBool>,
): Promise<Chosen[]> {
  const filter = selection !== "all-unsent" && "filter" in selection ? selection.filter : {};
  let query = tx
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(choice)
    .where(matchingAgreements(filter, scope))
    .where(writable)
    .where(condition)
    .orderBy("agreements.name_key")
    .orderBy("agreements.id");
  if (selection !== "all-unsent" && "agreementIds" in selection)
    query = query.where("agreements.id", "in", idsIn(selection.agreementIds));
  return query.execute();
}

/** A list of ids as one value: there may be more than a statement has room for. */
export const idsIn = (ids: readonly string[]) =>
  sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
