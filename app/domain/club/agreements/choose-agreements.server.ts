import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AgreementsTable, ClubSchema, ClubTx } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import { reminderPauseStart } from "./agreement-times.ts";
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

const takesMail = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    eb("contacts.email_key", "is not", null),
    eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
  ]);

/** Whom the club may still write to: the address takes mail, and nobody there has stopped it. */
export const writable = (eb: Builder): Expression<SqlBool> =>
  eb.and([takesMail(eb), eb("contacts.mail_stopped_at", "is", null)]);

/** Who got neither the agreement nor a reminder of it in the last 24 hours (product.md#agreement-reminders). */
export function leftInPeace(eb: Builder, at: Date): Expression<SqlBool> {
  const paused = reminderPauseStart(at).toISOString();
  return eb.and([
    eb.or([eb("agreements.reminded_at", "is", null), eb("agreements.reminded_at", "<=", paused)]),
    eb("agreements.sent_at", "<=", paused),
  ]);
}

/** Also who has stopped mail, and then asked for the link that is sent now. */
export const writableWhereAsked = (eb: Builder): Expression<SqlBool> =>
  eb.and([
    takesMail(eb),
    eb.or([
      eb("contacts.mail_stopped_at", "is", null),
      eb.exists(
        eb
          .selectFrom("agreement_events as asked")
          .select("asked.id")
          .where(
            "asked.key",
            "=",
            sql<string>`'asked:' || ${eb.ref("agreements.id")} || ':' || ${eb.ref("agreements.issue")}`,
          ),
      ),
    ]),
  ]);

/** The agreements of a selection that meet a condition and whose parents may be written to, by name. */
export function choose(
  tx: ClubTx,
  selection: AgreementSelection,
  scope: TeamScope,
  condition: (eb: Builder) => Expression<SqlBool>,
  mayWrite = writable,
): Promise<Chosen[]> {
  const filter = selection !== "all-unsent" && "filter" in selection ? selection.filter : {};
  let query = tx
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(choice)
    .where(matchingAgreements(filter, scope))
    .where(mayWrite)
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
