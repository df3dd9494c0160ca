import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";
import type { AgreementFilter, AgreementState } from "./agreement-filter.ts";

type Builder = ExpressionBuilder<ClubSchema, "agreements" | "contacts">;

/** Addresses of these deliveries get no more mail about agreements until they are corrected. */
export const DEAD = ["bounced", "complained"] as const;

/**
 * The condition of a filter, for a query of agreements joined with their contacts.
 * @param scope agreements of parents with a child in one of these teams; 'all': of all, with or without a team
 */
export function matchingAgreements({ teamId, status, query }: AgreementFilter, scope: TeamScope) {
  return (eb: Builder): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [eb("contacts.erased_at", "is", null)];
    if (scope !== "all") conditions.push(inTeams(eb, scope));
    if (teamId) conditions.push(inTeams(eb, [teamId]));
    if (status) conditions.push(inState(eb, status));
    if (query) conditions.push(named(eb, query));
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

/** Compared as the keys are: without case. */
function named(eb: Builder, query: string): Expression<SqlBool> {
  const pattern = `%${query.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`(${eb.ref("contacts.name_key")} like ${pattern} escape '\\' or ${eb.ref("contacts.email_key")} like ${pattern} escape '\\')`;
}
