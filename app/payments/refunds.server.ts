import Stripe from "stripe";
import { log } from "#app/observability/log.server.ts";
import { stripe } from "./stripe.server.ts";

export interface RefundToAsk {
  /** Id of our own row: one order is one refund, even if requested several times. */
  orderId: string;
  /** Number of times staff retried a refused order: Stripe repeats its answer to a known key. */
  attempt: number;
  paymentIntentId: string;
  cents: number;
  why: string;
}

export type RefundAnswer =
  | { state: "sent"; refundId: string }
  /** The payment is not settled yet; retry later. */
  | { state: "early" }
  /** The payment failed, so there is no money to refund. */
  | { state: "dropped" }
  /** Stripe refuses, for example after a dispute. */
  | { state: "refused" };

/**
 * Refunds a part of a payment, or all of it. Retried after a crash it finds the earlier refund, even if Stripe has
 * forgotten the idempotency key.
 * @throws if Stripe cannot be reached
 */
export async function askForRefund({
  orderId,
  attempt,
  paymentIntentId,
  cents,
  why,
}: RefundToAsk): Promise<RefundAnswer> {
  try {
    const made = await findRefund(paymentIntentId, orderId);
    if (made) return { state: "sent", refundId: made.id };
    const intent = await stripe().paymentIntents.retrieve(paymentIntentId);
    if (intent.status === "processing") return { state: "early" };
    if (intent.status !== "succeeded") return { state: "dropped" };
    const refund = await stripe().refunds.create(
      {
        payment_intent: paymentIntentId,
        amount: cents,
        reason: why === "second" ? "duplicate" : "requested_by_customer",
        metadata: { order: orderId, why },
      },
      { idempotencyKey: attempt === 0 ? `refund:${orderId}` : `refund:${orderId}:${attempt}` },
    );
    return { state: "sent", refundId: refund.id };
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    log.warn({ order: orderId, err: error }, "Stripe refuses a refund");
    return { state: "refused" };
  }
}

async function findRefund(paymentIntentId: string, orderId: string): Promise<Stripe.Refund | null> {
  const { data } = await stripe().refunds.list({ payment_intent: paymentIntentId, limit: 100 });
  return (
    data.find(
      ({ metadata, status }) => metadata?.order === orderId && status !== "failed" && status !== "canceled",
    ) ?? null
  );
}
