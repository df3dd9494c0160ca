import type { AgreementsTable, ClubDb, ContactsTable } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { AgreementFilter } from "./agreement-filter.ts";
import { DEAD, matchingAgreements } from "./matching-agreements.server.ts";

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
  children: { name: string; teamId: string | null; teamName: string | null }[];
}

/** Where a page begins: after (or before) the row with this name key and id. */
export interface PageKey {
  nameKey: string;
  id: string;
}

/**
 * One page of the agreements that a filter leaves, by name; it costs the same wherever in the list it is.
 * @param scope the teams of which the reader may see agreements, and children
 * @param from where the page begins; null for the first page
 * @returns `before` and `after`: the keys of the neighboring pages, null where there is none
 */
export async function listAgreements(
  db: ClubDb,
  filter: AgreementFilter,
  scope: TeamScope,
  from: { after?: PageKey; before?: PageKey } = {},
): Promise<{ agreements: ListedAgreement[]; before: PageKey | null; after: PageKey | null }> {
  const back = from.before !== undefined;
  const key = from.before ?? from.after;
  let query = db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "agreements.status", "added_at", "sent_at", "signed_at", "expires_at"])
    .select(["reminders_sent", "reminded_at", "paper", "to_match", "agreements.name_key"])
    .select(["contacts.id as contactId", "contacts.name", "contacts.email", "contacts.delivery"])
    .select("contacts.mail_stopped_at")
    .where(matchingAgreements(filter, scope))
    .orderBy("agreements.name_key", back ? "desc" : "asc")
    .orderBy("agreements.id", back ? "desc" : "asc")
    .limit(AGREEMENTS_A_PAGE + 1);
  if (key) {
    query = query.where((eb) =>
      eb(
        eb.refTuple("agreements.name_key", "agreements.id"),
        back ? "<" : ">",
        eb.tuple(key.nameKey, key.id),
      ),
    );
  }
  const found = await query.execute();
  const more = found.length > AGREEMENTS_A_PAGE;
  const rows = found.slice(0, AGREEMENTS_A_PAGE);
  if (back) rows.reverse();
  const children = await childrenOf(
    db,
    rows.map(({ contactId }) => contactId),
    scope,
  );
  const keyOf = (row: (typeof rows)[number] | undefined) => row && { nameKey: row.name_key, id: row.id };
  return {
    agreements: rows.map(({ name, name_key: _, mail_stopped_at, ...row }) => ({
      ...row,
      parentName: name,
      stopped: mail_stopped_at !== null,
      children: children.get(row.contactId) ?? [],
    })),
    before: (back ? more : key !== undefined) ? (keyOf(rows[0]) ?? null) : null,
    after: (back ? key !== undefined : more) ? (keyOf(rows.at(-1)) ?? null) : null,
  };
}

/** The children of contacts, by contact, in the teams of a scope only. */
async function childrenOf(
  db: ClubDb,
  contactIds: readonly string[],
  scope: TeamScope,
): Promise<Map<string, ListedAgreement["children"]>> {
  const byContact = new Map<string, ListedAgreement["children"]>();
  if (contactIds.length === 0) return byContact;
  let query = db
    .selectFrom("children")
    .leftJoin("teams", "teams.id", "children.team_id")
    .select(["children.contact_id", "children.name", "children.team_id", "teams.name as teamName"])
    .where("contact_id", "in", contactIds)
    .orderBy("children.name_key");
  if (scope !== "all") query = query.where("children.team_id", "in", scope);
  for (const { contact_id, name, team_id, teamName } of await query.execute()) {
    const list = byContact.get(contact_id) ?? [];
    list.push({ name, teamId: team_id, teamName });
    byContact.set(contact_id, list);
  }
  return byContact;
}

/** How many agreements a filter leaves, by what they need (product.md#agreements-tracker). */
export interface AgreementCounts {
  total: number;
  signed: number;
  pending: number;
  expired: number;
  declined: number;
  withdrawn: number;
  /** Pending ones of which no mail was sent yet. */
  unsent: number;
  /** Pending ones whose address takes no mail. */
  undelivered: number;
  toMatch: number;
  /** Pending ones that were sent: what a reminder reaches. */
  remindable: number;
}

/** Counts the agreements that a filter leaves, in one look. */
export async function countAgreements(
  db: ClubDb,
  filter: AgreementFilter,
  scope: TeamScope,
): Promise<AgreementCounts> {
  return db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .where(matchingAgreements(filter, scope))
    .select(({ fn, eb, and }) => {
      const count = fn.countAll<number>;
      const pending = eb("agreements.status", "=", "pending");
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
        count()
          .filterWhere(and([pending, eb("agreements.sent_at", "is", null)]))
          .as("unsent"),
        count()
          .filterWhere(and([pending, dead]))
          .as("undelivered"),
        count().filterWhere("agreements.to_match", "=", 1).as("toMatch"),
        count()
          .filterWhere(
            and([
              pending,
              eb("agreements.sent_at", "is not", null),
              eb("contacts.mail_stopped_at", "is", null),
              eb.or([eb("contacts.delivery", "is", null), eb("contacts.delivery", "not in", DEAD)]),
            ]),
          )
          .as("remindable"),
      ];
    })
    .executeTakeFirstOrThrow();
}

/** Signed of all that the filter leaves, in whole percent; null where there are none. */
export function completionRate({ signed, total }: Pick<AgreementCounts, "signed" | "total">): number | null {
  return total === 0 ? null : Math.round((signed / total) * 100);
}
