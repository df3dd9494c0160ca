import type { SubscriptionsTable } from "#app/db/control/schema.ts";

export type PaymentStatus = SubscriptionsTable["payment_status"];

/**
 * What a Checkout session says of its payment. A completed session that is unpaid is a bank payment: on its way
 * until Stripe says that its payment intent failed.
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
 * The state after one more look at Stripe. Two looks may be written in the wrong order, so a payment only moves
 * forward: processing, failed, paid.
 */
export function advancePayment(known: PaymentStatus, seen: PaymentStatus): PaymentStatus {
  return ORDER.indexOf(seen) > ORDER.indexOf(known) ? seen : known;
}

/**
 * Whether a club is let in, by the payments of its present term: at once while its first bank payment is on its
 * way, but after one has failed only when money has arrived.
 */
export function clubStatusFromPayments(payments: readonly PaymentStatus[]): "active" | "suspended" {
  if (payments.includes("paid")) return "active";
  return payments.includes("processing") && !payments.includes("failed") ? "active" : "suspended";
}
