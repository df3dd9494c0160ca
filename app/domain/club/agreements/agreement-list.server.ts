import { type SqlBool, sql } from "kysely";
import type { AgreementsTable, ClubDb, ContactsTable } from "#app/db/club/schema.ts";
import { DEAD, writable } from "#app/domain/club/parent-mail/writable.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { dateAt } from "#app/domain/values/times.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import { leftInPeace } from "./choose-agreements.server.ts";
import { agreementStatusName } from "./labels.ts";
import { type Joined, signedBefore, signedBeforeLabel } from "./later-children.ts";
import { matchingAgreements } from "./matching-agreements.server.ts";

/** Agreements on one page of the list. */
export const AGREEMENTS_A_PAGE = 50;

export interface ListedAgreement
  extends Pick<
    AgreementsTable,
    | "id"
    | "status"
    | "added_at"
    | "sent_at"
    | "signed_at"
    | "expires_at"
    | "reminders_sent"
    | "reminded_at"
    | "paper"
    | "to_match"
  > {
  contactId: string;
  /** Empty where the club knows the address only. */
  parentName: string;
  email: string;
  delivery: ContactsTable["delivery"];
  /** Reminders were stopped by the parent. */
  stopped: boolean;
  children: (Joined & { name: string; teamId: string | null; teamName: string | null })[];
  /** The parent has children in teams outside the reader's scope, too. */
  elsewhere: boolean;
}

/**
 * Loads one page of the agreements that a filter leaves, by name; it costs the same wherever in the list it is.
 * @param scope the teams of which the reader may see agreements, and children
 * @param from the agreement after which, or before which, the page lies; neither for the first page
 * @returns `before` and `after`: where the neighboring pages begin, null where there is none
 */
export async function listAgreements(
  db: ClubDb,
  filter: AgreementFilter,
  scope: TeamScope,
  from: { after?: string; before?: string } = {},
): Promise<{ agreements: ListedAgreement[]; before: string | null; after: string | null }> {
  const back = from.before !== undefined;
  const neighbor = from.before ?? from.after;
  let query = matchingRows(db, filter, scope)
    .orderBy("agreements.name_key", back ? "desc" : "asc")
    .orderBy("agreements.id", back ? "desc" : "asc")
    .limit(AGREEMENTS_A_PAGE + 1);
  if (neighbor !== undefined) {
    query = query.where(
      sql<SqlBool>`(agreements.name_key, agreements.id) ${sql.raw(back ? "<" : ">")} (
        select there.name_key, there.id from agreements as there where there.id = ${neighbor})`,
    );
  }
  const found = await query.execute();
  const more = found.length > AGREEMENTS_A_PAGE;
  const rows = found.slice(0, AGREEMENTS_A_PAGE);
  if (back) rows.reverse();
  const ids = rows.map(({ contactId }) => contactId);
  const children =
    ids.length === 0 ? [] : await childrenIn(db, "all").where("contact_id", "in", ids).execute();
  const { own, elsewhere } = byScope(children, scope);
  return {
    agreements: withChildren(rows, own, elsewhere),
    before: (back ? more : neighbor !== undefined) ? (rows[0]?.id ?? null) : null,
    after: back || more ? (rows.at(-1)?.id ?? null) : null,
  };
}

/** Yields all agreements that match a filter, by name, in pages: two queries each. */
export async function* allAgreements(
  db: ClubDb,
  filter: AgreementFilter,
  scope: TeamScope,
  aPage: number,
): AsyncGenerator<ListedAgreement[]> {
  let last: Pick<AgreementsTable, "id" | "name_key"> | undefined;
  do {
    let query = matchingRows(db, filter, scope)
      .select("agreements.name_key")
      .orderBy("agreements.name_key")
      .orderBy("agreements.id")
      .limit(aPage);
    if (last)
      query = query.where(
        sql<SqlBool>`(agreements.name_key, agreements.id) > (${last.name_key}, ${last.id})`,
      );
    const rows = await query.execute();
    if (rows.length === 0) return;
    const ids = rows.map(({ contactId }) => contactId);
    yield withChildren(rows, await childrenIn(db, scope).where("contact_id", "in", ids).execute());
    last = rows.length < aPage ? undefined : rows.at(-1);
  } while (last);
}

const matchingRows = (db: ClubDb, filter: AgreementFilter, scope: TeamScope) =>
  db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "agreements.status", "added_at", "sent_at", "signed_at", "expires_at"])
    .select(["reminders_sent", "reminded_at", "paper", "to_match"])
    .select(["contacts.id as contactId", "contacts.name", "contacts.email", "contacts.delivery"])
    .select("contacts.mail_stopped_at")
    .where(matchingAgreements(filter, scope));

/** Loads children, of the teams of a scope only. */
const childrenIn = (db: ClubDb, scope: TeamScope) =>
  db
    .selectFrom("children")
    .leftJoin("teams", "teams.id", "children.team_id")
    .select(["children.contact_id", "children.name", "children.team_id", "teams.name as teamName"])
    .select(["children.created_at", "children.team_since", "children.added_by", "children.import_id"])
    .select("children.confirmed_at")
    .orderBy("children.name_key")
    .$if(scope !== "all", (query) => query.where("children.team_id", "in", scope as readonly string[]));

/** Splits the children of contacts into those of a scope, and the contacts that have others in other teams. */
function byScope(
  children: readonly Child[],
  scope: TeamScope,
): { own: readonly Child[]; elsewhere: Set<string> } {
  if (scope === "all") return { own: children, elsewhere: new Set() };
  const inScope = ({ team_id }: Child) => team_id !== null && scope.includes(team_id);
  const others = children.filter((child) => child.team_id !== null && !inScope(child));
  return { own: children.filter(inScope), elsewhere: new Set(others.map(({ contact_id }) => contact_id)) };
}

type Row = Awaited<ReturnType<ReturnType<typeof matchingRows>["execute"]>>[number];
type Child = Awaited<ReturnType<ReturnType<typeof childrenIn>["execute"]>>[number];

function withChildren(
  rows: readonly Row[],
  children: readonly Child[],
  elsewhere: ReadonlySet<string> = new Set(),
): ListedAgreement[] {
  const byContact = new Map<string, ListedAgreement["children"]>();
  for (const { contact_id, team_id, ...child } of children) {
    const list = byContact.get(contact_id) ?? [];
    list.push({ ...child, teamId: team_id });
    byContact.set(contact_id, list);
  }
  return rows.map(({ name, mail_stopped_at, ...row }) => ({
    ...row,
    parentName: name,
    stopped: mail_stopped_at !== null,
    children: byContact.get(row.contactId) ?? [],
    elsewhere: elsewhere.has(row.contactId),
  }));
}

/** Returns when an agreement was signed that still is, or was withdrawn since; null once it was sent again. */
export const signedAt = ({ status, signed_at }: Pick<AgreementsTable, "status" | "signed_at">) =>
  status === "signed" || status === "withdrawn" ? signed_at : null;

/** Counts of agreements that match a filter, by what they need (product/agreements.md#agreements-tracker). */
export interface AgreementCounts {
  total: number;
  signed: number;
  pending: number;
  expired: number;
  declined: number;
  withdrawn: number;
  /** Pending ones of which no mail was sent yet. */
  unsent: number;
  /** Those whose parents may receive mail, and so are sent. */
  sendable: number;
  /** Expired ones whose parents may be written to: what sending again reaches. */
  resendable: number;
  /** Pending and expired ones whose address takes no mail. */
  undelivered: number;
  toMatch: number;
  /** Pending ones whose parents were not written to in the last 24 hours: what a reminder to many reaches. */
  remindable: number;
}

/** Counts the agreements that a filter leaves, in one look. */
export async function countAgreements(
  db: ClubDb,
  filter: AgreementFilter,
  scope: TeamScope,
  at: Date,
): Promise<AgreementCounts> {
  return db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .where(matchingAgreements(filter, scope))
    .select(({ fn, eb, and }) => {
      const count = fn.countAll<number>;
      const pending = eb("agreements.status", "=", "pending");
      const expired = eb("agreements.status", "=", "expired");
      const unsent = and([pending, eb("agreements.sent_at", "is", null)]);
      const dead = eb("contacts.delivery", "in", DEAD);
      const status = (value: AgreementsTable["status"]) =>
        count().filterWhere("agreements.status", "=", value).as(value);
      return [
        count().as("total"),
        status("signed"),
        status("pending"),
        status("expired"),
        status("declined"),
        status("withdrawn"),
        count().filterWhere(unsent).as("unsent"),
        count()
          .filterWhere(and([unsent, writable(eb)]))
          .as("sendable"),
        count()
          .filterWhere(and([expired, writable(eb)]))
          .as("resendable"),
        count()
          .filterWhere(and([eb.or([pending, expired]), dead]))
          .as("undelivered"),
        count().filterWhere("agreements.to_match", "=", 1).as("toMatch"),
        count()
          .filterWhere(and([pending, leftInPeace(eb, at), writable(eb)]))
          .as("remindable"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Returns the share signed of all that match the filter, in whole percent; null where there are none. */
export function completionRate({ signed, total }: Pick<AgreementCounts, "signed" | "total">): number | null {
  return total === 0 ? null : Math.round((signed / total) * 100);
}

/** The columns of the report. */
export const REPORT_HEAD = [
  "Parent Name",
  "Child Name",
  "Team",
  "Status",
  "Signed Date",
  "Sent Date",
  "Email",
  "Reminders Sent",
];

/**
 * Returns the rows of the report: one for each parent, dates as YYYY-MM-DD in the club's zone.
 * @param agreements `email` null where the reader may not see it
 */
export function reportRows(
  agreements: readonly (Omit<ListedAgreement, "email"> & { email: string | null })[],
  timezone: string,
): string[][] {
  const day = (moment: string | null) => (moment ? dateAt(moment, timezone) : "");
  return agreements.map((agreement) => [
    agreement.parentName,
    agreement.children.map(({ name }) => name).join(", "),
    [...new Set(agreement.children.flatMap(({ teamName }) => teamName ?? []))].join(", "),
    agreementStatusName[agreement.status],
    day(signedAt(agreement)),
    day(agreement.sent_at),
    agreement.email ?? "",
    String(agreement.reminders_sent),
  ]);
}

/** Returns 'before Tigers was added': what a list says of a signature that is older than the family is. */
export const signedBeforeOf = (agreement: Pick<ListedAgreement, "children" | "status" | "signed_at">) =>
  signedBeforeLabel(signedBefore(agreement.children, agreement));
