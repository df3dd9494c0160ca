import type { PaymentStatus } from "./payments.ts";

/** What the settings say of a club's subscription; a suspended club does not get that far (product.md#term). */
export type SubscriptionState = "active" | "processing" | "ended";

/**
 * The state of an active club's subscription.
 * @param payment of its newest term; undefined where none is known
 * @param termEndsAt ISO-8601 UTC
 */
export function subscriptionState(
  { payment, termEndsAt }: { payment: PaymentStatus | undefined; termEndsAt: string },
  at: Date,
): SubscriptionState {
  if (Date.parse(termEndsAt) <= at.getTime()) return "ended";
  return payment === "processing" ? "processing" : "active";
}
