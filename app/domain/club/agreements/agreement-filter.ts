import type { AgreementsTable } from "#app/db/club/schema.ts";
import type { TeamScope } from "#app/domain/club/staff/staff.ts";

/** Filters of the list of agreements: a status, or something that the club has to do. */
export const agreementStates = [
  "signed",
  "pending",
  "expired",
  "declined",
  "withdrawn",
  "unsent",
  "undelivered",
  "to-match",
] as const;

export type AgreementState = (typeof agreementStates)[number];

export type AgreementStatus = AgreementsTable["status"];

/** A selection of agreements; what is left out does not narrow it. */
export interface AgreementFilter {
  /** Team that one of the parent's children is in. */
  teamId?: string;
  status?: AgreementState;
  /** Part of the parent's name or address, in any case. */
  query?: string;
  /**
   * Teams of whose parents the reader sees addresses: of others, a query finds names only. Left out: all of the scope.
   */
  addressesIn?: TeamScope;
}

/** Longest search; the rest is cut. */
const QUERY_MOST = 100;

/** Reads a filter from an address; what is unknown there is left out. */
export function readAgreementFilter(search: URLSearchParams): AgreementFilter {
  const status = agreementStates.find((state) => state === search.get("status"));
  const query = (search.get("q") ?? "").trim().slice(0, QUERY_MOST);
  const teamId = search.get("team") || undefined;
  return { ...(teamId && { teamId }), ...(status && { status }), ...(query !== "" && { query }) };
}

/** Converts the filter to an address's query. */
export const filterQuery = ({ teamId, status, query }: AgreementFilter) => ({
  team: teamId,
  status,
  q: query,
});
