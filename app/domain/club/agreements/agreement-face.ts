import type { AgreementsTable } from "#app/db/club/schema.ts";

/** What the page behind an agreement's link shows (product.md#public-agreement). */
export type AgreementFace = "sign" | "signed" | "expired" | "declined" | "withdrawn" | "closed" | "unknown";

/**
 * What an agreement's link shows. A signed, declined or withdrawn agreement says so at all its links, also at older
 * ones; only the newest link of a pending one can be signed, until its time is over.
 * @param issue the link's
 * @param at now, ISO 8601 in UTC
 */
export function agreementFace(
  agreement: Pick<AgreementsTable, "status" | "issue" | "expires_at">,
  issue: number,
  at: string,
): Exclude<AgreementFace, "closed"> {
  // A link newer than the agreement: the club's file is older than the link.
  if (issue > agreement.issue) return "unknown";
  if (agreement.status !== "pending") return agreement.status;
  const over = agreement.expires_at !== null && agreement.expires_at <= at;
  return over || issue < agreement.issue ? "expired" : "sign";
}
