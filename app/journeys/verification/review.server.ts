import type { ControlDb } from "#app/db/control/schema.ts";
import { termToSettle } from "#app/domain/control/billing/years.server.ts";
import { type Decided, decideReview, type Review } from "#app/domain/control/verification/decide.server.ts";
import { readMoneyOfYear } from "#app/journeys/billing/ledger.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Decides about a club's number of players. An adjustment moves money, so what Stripe has left of the year is read
 * first (product/billing.md#settlement).
 */
export async function decideClubReview(
  control: ControlDb,
  clubCode: string,
  decision: { review: Review; adminId: string },
): Promise<Decided> {
  if (decision.review.decision === "adjust") {
    const year = await termToSettle(control, clubCode, now());
    if (year) await readMoneyOfYear(control, year);
  }
  return decideReview(control, clubCode, decision);
}
