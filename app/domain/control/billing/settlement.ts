import { type Plan, type PlanId, planForPlayers, planOf } from "./plans.ts";

/** What a verified count of players means for a term that was charged (product.md#settlement). */
export interface Settlement {
  plan: Plan;
  /** Positive: the club owes it; negative: it goes back; 0: nothing to settle. */
  differenceCents: number;
}

/**
 * The package that fits a verified count, and the difference to what the term was charged so far.
 * @param chargedCents what was paid or invoiced for the term; null where nothing was charged (a failed payment)
 */
export function settlementFor(players: number, chargedCents: number | null): Settlement {
  const plan = planForPlayers(players);
  return { plan, differenceCents: chargedCents === null ? 0 : plan.priceCents - chargedCents };
}

/** Whether a count of players needs another package than the club has. */
export function needsOtherPlan(plan: PlanId, players: number): boolean {
  return planForPlayers(players).id !== planOf(plan).id;
}

/** A payment with what of it was not refunded yet. */
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
