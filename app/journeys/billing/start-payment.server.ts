import { env } from "#app/config/env.server.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import {
  type CheckoutDetails,
  checkoutDetails,
  latestCheckout,
  recordCheckout,
} from "#app/domain/control/billing/checkouts.server.ts";
import { NOT_INITIALIZED } from "#app/domain/control/billing/labels.ts";
import { paymentOfCheckout } from "#app/domain/control/billing/payments.ts";
import { type Plan, planOf } from "#app/domain/control/billing/plans.ts";
import type { Signup } from "#app/domain/control/signup/signups.server.ts";
import { readyToPay } from "#app/domain/control/signup/signups.ts";
import { log } from "#app/observability/log.server.ts";
import { createCheckout, expireCheckout, readCheckout, stripeIsAway } from "#app/payments/stripe.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

export type PaymentStart =
  /** `url` is Stripe's payment page; a program's own page has a client secret instead. */
  | { ok: true; url: string; clientSecret: string | null }
  | { ok: false; problem: "already-paid"; sessionId: string }
  | { ok: false; problem: "not-ready" }
  /** Stripe opened no page; `message` is fit to show. */
  | { ok: false; problem: "no-payment-page"; message: string };

/**
 * Opens the payment page of a sign-up. The form names the attempt that it was shown for: a double click leads to one
 * page, and a new attempt closes the page before it, so that a sign-up is paid once.
 */
export async function startPayment(
  control: ControlDb,
  signup: Signup,
  { shownAttempt, page }: { shownAttempt: number; page?: Order["page"] },
): Promise<PaymentStart> {
  if (!readyToPay(signup)) return { ok: false, problem: "not-ready" };
  return openPayment(control, {
    signupId: signup.id,
    attempt: signup.attempt,
    shownAttempt,
    plan: planOf(signup.plan),
    details: checkoutDetails(signup),
    browserHash: signup.browser_hash,
    cancelPath: "/signup/payment?payment=back",
    page,
  });
}

export interface Order {
  signupId: string;
  attempt: number;
  shownAttempt: number;
  plan: Plan;
  details: CheckoutDetails;
  browserHash: string;
  cancelPath: string;
  page?: "stripe" | "own";
  /** Path that Stripe leads to after the payment, unescaped; default: the success page of a sign-up. */
  successPath?: string;
  /** True if it pays for the next year of a club. */
  renews?: boolean;
  /** A Checkout session that is booked already, so that it is not a second payment. */
  settled?: string;
}

/** Opens the payment page of an order and closes the one that it replaces. */
export async function openPayment(control: ControlDb, order: Order): Promise<PaymentStart> {
  try {
    const latest = await latestCheckout(control, order.signupId);
    if (latest && latest.session_id !== order.settled) {
      let before = await stateAtStripe(latest.session_id);
      // The other click may have opened its page since this one read the sign-up. Another package is another order, also
      // from a page that the browser kept.
      const doubleClick =
        order.shownAttempt < latest.attempt &&
        order.attempt <= latest.attempt &&
        latest.plan === order.plan.id;
      if (before === "open" && doubleClick && latest.browser_hash === order.browserHash) {
        return { ok: true, url: latest.url, clientSecret: latest.client_secret };
      }
      if (before === "open" && !(await expireCheckout(latest.session_id))) {
        before = await stateAtStripe(latest.session_id);
      }
      if (before === "paid" || before === "processing")
        return { ok: false, problem: "already-paid", sessionId: latest.session_id };
    }
    return await openPage(control, order, latest?.attempt ?? 0);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ signup: order.signupId, err: error }, "Stripe cannot be reached");
    return { ok: false, problem: "no-payment-page", message: NOT_INITIALIZED };
  }
}

async function stateAtStripe(sessionId: string) {
  const checkout = await readCheckout(sessionId);
  if (!checkout || checkout.status === "expired") return "over";
  return paymentOfCheckout(checkout);
}

async function openPage(control: ControlDb, order: Order, usedAttempt: number): Promise<PaymentStart> {
  const { signupId, plan, details } = order;
  const attempt = await nextAttempt(
    control,
    signupId,
    Math.max(Math.min(order.shownAttempt, order.attempt), usedAttempt),
  );
  const { appUrl } = env();
  const page = await createCheckout({
    signupId,
    attempt,
    plan: plan.id,
    email: details.email,
    clubName: details.club_name,
    // Stripe replaces the braces with the session's id, so they must stay unescaped.
    successUrl: appUrl + (order.successPath ?? "/success?session_id={CHECKOUT_SESSION_ID}"),
    cancelUrl: appUrl + order.cancelPath,
    page: order.page,
    idempotencyKey: `checkout:${signupId}:${attempt}`,
  });
  if ("refused" in page) {
    // The other click of a double click may have stored it meanwhile.
    const other = await latestCheckout(control, signupId);
    if (other?.attempt === attempt && other.browser_hash === order.browserHash)
      return { ok: true, url: other.url, clientSecret: other.client_secret };
    return { ok: false, problem: "no-payment-page", message: page.message };
  }
  await recordCheckout(control, {
    session_id: page.id,
    url: page.url,
    signup_id: signupId,
    attempt,
    browser_hash: order.browserHash,
    plan: plan.id,
    price_cents: plan.priceCents,
    player_cap: plan.playerCap,
    details,
    created_at: nowIso(),
    client_secret: page.clientSecret,
    renews: order.renews ? 1 : 0,
  });
  return { ok: true, url: page.url, clientSecret: page.clientSecret };
}

/** Returns the attempt after the one that the form was shown for; both clicks of a double click get the same. */
async function nextAttempt(control: ControlDb, signupId: string, shown: number): Promise<number> {
  await control
    .updateTable("signups")
    .set({ attempt: shown + 1, updated_at: nowIso() })
    .where("id", "=", signupId)
    .where("attempt", "<=", shown)
    .execute();
  const { attempt } = await control
    .selectFrom("signups")
    .select("attempt")
    .where("id", "=", signupId)
    .executeTakeFirstOrThrow();
  return attempt;
}
