import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";

export type PaymentStatus = SubscriptionsTable["payment_status"];

/**
 * Returns the payment status of a Checkout session. A completed but unpaid session is a bank payment: processing until
 * its payment intent fails.
 */
export function paymentOfCheckout(checkout: {
  status: "open" | "complete" | "expired";
  paymentStatus: "paid" | "unpaid";
  paymentIntentStatus: string | null;
}): PaymentStatus | "open" {
  if (checkout.status !== "complete") return "open";
  if (checkout.paymentStatus === "paid") return "paid";
  const failed = ["requires_payment_method", "canceled"].includes(checkout.paymentIntentStatus ?? "");
  return failed ? "failed" : "processing";
}

const ORDER: readonly PaymentStatus[] = ["processing", "failed", "paid"];

/**
 * Returns the status after another look at Stripe. Two looks may be stored in the wrong order, so a payment only moves
 * forward: processing, failed, paid.
 */
export function advancePayment(known: PaymentStatus, seen: PaymentStatus): PaymentStatus {
  return ORDER.indexOf(seen) > ORDER.indexOf(known) ? seen : known;
}

/**
 * Returns whether a club is active, by the payments of its current term: while its first bank payment is processing,
 * but after a failed payment only once money has arrived (product/billing.md#payment).
 */
export function clubStatusFromPayments(payments: readonly PaymentStatus[]): "active" | "suspended" {
  if (payments.includes("paid")) return "active";
  return payments.includes("processing") && !payments.includes("failed") ? "active" : "suspended";
}

/** State of a club's subscription in the settings; a suspended club does not get there (product/billing.md#term). */
export type SubscriptionState = "active" | "processing" | "ended";

/**
 * Returns the state of an active club's subscription.
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
