import { createHmac } from "node:crypto";
import Stripe from "stripe";
import type { Delivery, Proof } from "../webhooks.ts";
import { stripeId } from "./ids.ts";
import type { MoneyEvent } from "./money.ts";
import type { PaymentEvent } from "./payments.ts";

/** Stripe's signature, by the real clock, because the SDK compares with it. */
export const signedWith =
  (secret: string): Proof =>
  (body) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const signature = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
    return { "Stripe-Signature": `t=${timestamp},v1=${signature}`, "User-Agent": "Stripe/1.0 (sandbox)" };
  };

/**
 * Builds an event about an object, as Stripe posts it.
 * @param created in seconds.
 */
export function stripeEvent(
  type: PaymentEvent | MoneyEvent["type"],
  object: object,
  created: number,
): Pick<Delivery, "id" | "type" | "body" | "createdAt"> {
  const event = {
    id: stripeId("evt_"),
    object: "event",
    api_version: Stripe.API_VERSION,
    created,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const createdAt = new Date(created * 1000).toISOString();
  return { id: event.id, type, body: JSON.stringify(event, null, 2), createdAt };
}
