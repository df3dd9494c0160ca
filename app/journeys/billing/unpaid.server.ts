import type { ControlDb } from "#app/db/control/schema.ts";
import { latestCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { paymentOfCheckout } from "#app/domain/control/billing/payments.ts";
import { log } from "#app/observability/log.server.ts";
import { readCheckout, stripeIsAway } from "#app/payments/stripe.server.ts";

/** Why somebody who came back from Stripe's payment page has not paid (product.md#payment). */
export type Unpaid =
  /** They went back, or closed the page. Also while Stripe cannot be asked. */
  | { state: "not-paid" }
  /** Stripe's words for the payer, such as 'Your card was declined.' */
  | { state: "declined"; message: string }
  /** The payment page was open for too long, or replaced by another one. */
  | { state: "expired" }
  | { state: "paid"; sessionId: string };

/** Asks Stripe what became of a sign-up's newest payment page. Changes nothing. */
export async function findUnpaid(control: ControlDb, signupId: string): Promise<Unpaid> {
  const latest = await latestCheckout(control, signupId);
  if (!latest) return { state: "not-paid" };
  try {
    const checkout = await readCheckout(latest.session_id);
    if (!checkout) return { state: "not-paid" };
    const payment = paymentOfCheckout(checkout);
    if (payment === "paid" || payment === "processing")
      return { state: "paid", sessionId: latest.session_id };
    if (payment === "open" && checkout.declined) return { state: "declined", message: checkout.declined };
    return { state: checkout.status === "expired" ? "expired" : "not-paid" };
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ session: latest.session_id, err: error }, "Stripe cannot be asked why a payment is missing");
    return { state: "not-paid" };
  }
}
