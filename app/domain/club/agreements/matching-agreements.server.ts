import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ClubDb, ClubSchema } from "#app/db/club/schema.ts";
import { emailKey } from "#app/domain/club/contacts/contacts.ts";
import { DEAD } from "#app/domain/club/parent-mail/writable.server.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import { normalName } from "#app/domain/values/names.ts";
import type { AgreementFilter, AgreementState } from "./agreement-filter.ts";

type Builder = ExpressionBuilder<ClubSchema, "agreements" | "contacts">;

/**
 * Returns the condition of a filter, for a query of agreements joined with their contacts.
 * @param scope agreements of parents with a child in one of these teams; 'all': of all, with or without a team
 */
export function matchingAgreements(
  { teamId, status, query, addressesIn = "all" }: AgreementFilter,
  scope: TeamScope,
) {
  return (eb: Builder): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [
      eb("contacts.erased_at", "is", null),
      eb("contacts.listed", "=", 1),
    ];
    if (scope !== "all") conditions.push(inTeams(eb, scope));
    if (teamId) conditions.push(inTeams(eb, [teamId]));
    if (status) conditions.push(inState(eb, status));
    if (query) conditions.push(named(eb, query, addressesIn));
    return eb.and(conditions);
  };
}

const inTeams = (eb: Builder, teamIds: readonly string[]) =>
  eb(
    "agreements.contact_id",
    "in",
    eb.selectFrom("children").select("children.contact_id").where("children.team_id", "in", teamIds),
  );

function inState(eb: Builder, state: AgreementState): Expression<SqlBool> {
  switch (state) {
    case "unsent":
      return eb.and([eb("agreements.status", "=", "pending"), eb("agreements.sent_at", "is", null)]);
    case "undelivered":
      return eb.and([
        eb("agreements.status", "in", ["pending", "expired"]),
        eb("contacts.delivery", "in", DEAD),
      ]);
    case "to-match":
      return eb("agreements.to_match", "=", 1);
    default:
      return eb("agreements.status", "=", state);
  }
}

/**
 * Matches by keys: without case, and names without accents and apostrophes. An address hidden from the reader is not
 * compared, since trying one letter after another would reveal it; neither is the key of a parent without a name, which
 * is the address.
 */
function named(eb: Builder, query: string, addressesIn: TeamScope): Expression<SqlBool> {
  const like = (column: "contacts.name_key" | "contacts.email_key", part: string) =>
    sql<SqlBool>`${eb.ref(column)} like ${`%${part.replaceAll(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
  const name = normalName(query);
  const byName = eb.and([
    eb.lit(name !== ""),
    eb("contacts.name", "<>", ""),
    like("contacts.name_key", name),
  ]);
  const byAddress = like("contacts.email_key", query.toLowerCase());
  if (addressesIn === "all") return eb.or([byName, byAddress]);
  if (addressesIn.length === 0) return byName;
  return eb.or([byName, eb.and([inTeams(eb, addressesIn), byAddress])]);
}

/** Loads the agreement of the parent with an email address, in any state; undefined where there is none. */
export function agreementOfAddress(db: ClubDb, email: string) {
  return db
    .selectFrom("agreements")
    .innerJoin("contacts", "contacts.id", "agreements.contact_id")
    .select(["agreements.id", "agreements.status", "agreements.sent_at as sentAt"])
    .where("contacts.email_key", "=", emailKey(email))
    .executeTakeFirst();
}
