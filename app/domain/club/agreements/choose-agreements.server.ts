import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { AgreementsTable, ClubDb, ClubSchema, ClubTx, ContactsTable } from "#app/db/club/schema.ts";
import { takesMail, writable } from "#app/domain/club/parent-mail/writable.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { isDead } from "#app/domain/values/delivery.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import { reminderPauseStart } from "./agreement-times.ts";
import type { leftOutLabels } from "./labels.ts";
import { matchingAgreements } from "./matching-agreements.server.ts";

/**
 * Agreements to send or to remind of: one by name, those checked on the list, those that match a filter, or all that
 * were never sent.
 */
export type AgreementSelection =
  | { agreementIds: readonly string[] }
  | { tickedIds: readonly string[] }
  | { filter: AgreementFilter }
  | "all-unsent";

type Builder = ExpressionBuilder<ClubSchema, "agreements" | "contacts">;
/** Columns of an agreement that sending and reminding need. */
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

/**
 * Matches parents who got neither the agreement nor a reminder of it in the last 24 hours
 * (product/agreements.md#agreement-reminders).
 */
export function leftInPeace(eb: Builder, at: Date): Expression<SqlBool> {
  const paused = reminderPauseStart(at).toISOString();
  return eb.and([
    eb.or([eb("agreements.reminded_at", "is", null), eb("agreements.reminded_at", "<=", paused)]),
    eb("agreements.sent_at", "<=", paused),
  ]);
}

/** Matches writable parents, and those who stopped mail and then asked for the link that is sent now. */
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

/** Loads the agreements of a selection that meet a condition and whose parents may be written to, by name. */
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
  const ids = idsOf(selection);
  if (ids) query = query.where("agreements.id", "in", idsIn(ids));
  return query.execute();
}

function idsOf(selection: AgreementSelection): readonly string[] | null {
  if (selection === "all-unsent" || "filter" in selection) return null;
  return "tickedIds" in selection ? selection.tickedIds : selection.agreementIds;
}

/** Matches pending ones that were never sent, and closed ones of some states. */
export const unsentOr =
  (again: readonly AgreementsTable["status"][]) =>
  (eb: Builder): Expression<SqlBool> => {
    const unsent = eb.and([eb("agreements.status", "=", "pending"), eb("agreements.sent_at", "is", null)]);
    return again.length > 0 ? eb.or([unsent, eb("agreements.status", "in", again)]) : unsent;
  };

/** Matches pending ones whose link works: of these the parent can be reminded. */
export const openAt =
  (at: Date) =>
  (eb: Builder): Expression<SqlBool> =>
    eb.and([
      eb("agreements.status", "=", "pending"),
      eb("agreements.sent_at", "is not", null),
      eb("agreements.expires_at", ">", at.toISOString()),
    ]);

export interface TickedParent {
  id: string;
  name: string;
  email: string | null;
  /** Reason for leaving the parent out; null if mail will be sent. */
  leftOut: keyof typeof leftOutLabels | null;
}

/**
 * Lists the checked parents of a scope by name, with why sending or reminding leaves one out, by the same rules. Parents
 * who were removed meanwhile, or are in no team of the scope any more, are missing.
 */
export async function tickedParents(
  db: ClubDb,
  ids: readonly string[],
  { step, scope, at }: { step: "send" | "remind"; scope: TeamScope; at: Date },
): Promise<TickedParent[]> {
  const rows = await db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "agreements.status", "agreements.sent_at", "agreements.expires_at"])
    .select(["contacts.name", "contacts.email", "contacts.delivery", "contacts.mail_stopped_at"])
    .select((eb) =>
      (step === "send"
        ? eb.and([unsentOr(["expired"])(eb), writableWhereAsked(eb)])
        : eb.and([openAt(at)(eb), leftInPeace(eb, at), writable(eb)])
      ).as("reached"),
    )
    .where(matchingAgreements({}, scope))
    .where("agreements.id", "in", idsIn(ids))
    .orderBy("agreements.name_key")
    .orderBy("agreements.id")
    .execute();
  return rows.map(({ reached, ...row }) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    leftOut: reached ? null : whyLeftOut(row, step, at),
  }));
}

function whyLeftOut(
  row: Pick<AgreementsTable, "status" | "sent_at" | "expires_at"> &
    Pick<ContactsTable, "email" | "delivery" | "mail_stopped_at">,
  step: "send" | "remind",
  at: Date,
): TickedParent["leftOut"] {
  const { status, sent_at, expires_at } = row;
  if (status !== "pending" && !(status === "expired" && step === "send")) return status;
  if (!row.email || isDead(row.delivery)) return "undelivered";
  if (row.mail_stopped_at) return "stopped";
  if (step === "send") return "sent";
  if (!sent_at) return "unsent";
  return expires_at && expires_at <= at.toISOString() ? "expired" : "just-written";
}

/** Returns a list of ids as one value: there may be more than a statement has room for. */
export const idsIn = (ids: readonly string[]) =>
  sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
