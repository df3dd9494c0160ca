import { type Plan, type PlanId, planOf } from "./plans.ts";

export interface YearSums {
  /** Paid or invoiced, and not taken back. */
  chargedCents: number;
  /** Refundable: paid, less refunded anywhere, less lost in disputes. */
  leftCents: number;
}

/**
 * Returns the cents that a change of package moves (product/billing.md#settlement).
 * @param before the package that was paid
 * @param sums of the year; null where nothing was charged (a failed payment, a year that is over)
 * @returns positive: the club owes it; negative: it goes back; 0: nothing moves. Money that went back before, or was
 *   lost in a dispute, does not go back again.
 */
export function settlementDifference(before: PlanId, plan: Plan, sums: YearSums | null): number {
  if (!sums || plan.id === before) return 0;
  const { chargedCents, leftCents } = sums;
  if (plan.priceCents > planOf(before).priceCents) return Math.max(0, plan.priceCents - chargedCents);
  return 0 - Math.max(0, Math.min(chargedCents, leftCents) - plan.priceCents);
}

/** A payment with what of it can go back. */
export interface RefundSource {
  paymentIntentId: string;
  leftCents: number;
}

/**
 * Takes a refund from payments in the order given; the sum of the parts is the refund, or all that is left.
 * @returns the parts, none of them 0
 */
export function splitRefund(
  cents: number,
  sources: readonly RefundSource[],
): { paymentIntentId: string; cents: number }[] {
  const parts: { paymentIntentId: string; cents: number }[] = [];
  let missing = cents;
  for (const { paymentIntentId, leftCents } of sources) {
    const part = Math.min(missing, Math.max(leftCents, 0));
    if (part > 0) parts.push({ paymentIntentId, cents: part });
    missing -= part;
  }
  return parts;
}
