import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { latestCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { paymentOfCheckout } from "#app/domain/control/billing/payments.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { currentPayments } from "#app/domain/control/billing/subscriptions.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { findLink } from "#app/domain/control/links/links.server.ts";
import { log } from "#app/observability/log.server.ts";
import { readCheckout, stripeIsAway } from "#app/payments/stripe.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { openPayment, type PaymentStart } from "./start-payment.server.ts";

/** State of a suspended club's payment. */
export type Repayment =
  | { state: "due"; attempt: number }
  | { state: "on-its-way" }
  /** Active, or suspended for a reason that no payment here settles. */
  | { state: "nothing-to-pay" };

export async function findRepayment(control: ControlDb, club: ClubsTable): Promise<Repayment> {
  if (club.status !== "suspended") return { state: "nothing-to-pay" };
  const payments = await currentPayments(control, club.code, now());
  if (payments.some(({ payment }) => payment === "processing")) return { state: "on-its-way" };
  const signup = await signupOf(control, club.code);
  return signup ? { state: "due", attempt: signup.attempt } : { state: "nothing-to-pay" };
}

/** Loads the club behind an emailed payment link, or null if the link is unknown, used or expired. */
export async function findClubByPaymentLink(
  control: ControlDb,
  token: string | null,
): Promise<ClubsTable | null> {
  const found = await findLink(control, "payment", token, now());
  return found.ok && found.link.club_code ? findClub(control, found.link.club_code) : null;
}

/**
 * Opens the payment page of a club whose payment failed, for its emailed link or its signed-in administrator.
 * @param browserHash the browser that pays, where the success page will show the club
 */
export async function startRepayment(
  control: ControlDb,
  club: ClubsTable,
  {
    shownAttempt,
    browserHash,
    cancelPath,
  }: { shownAttempt: number; browserHash: string; cancelPath: string },
): Promise<PaymentStart> {
  const signup = await signupOf(control, club.code);
  const before = signup && (await latestCheckout(control, signup.id));
  if (!before || (await findRepayment(control, club)).state !== "due")
    return { ok: false, problem: "not-ready" };
  return openPayment(control, {
    signupId: signup.id,
    attempt: signup.attempt,
    shownAttempt,
    plan: planOf(club.plan),
    details: { ...before.details, club_name: club.name, email: club.email },
    browserHash,
    cancelPath,
  });
}

/** Loads why a suspended club that came back from Stripe's page has not paid. */
export async function findUnpaidOf(control: ControlDb, clubCode: string): Promise<Unpaid> {
  const signup = await signupOf(control, clubCode);
  return signup ? findUnpaid(control, signup.id) : { state: "not-paid" };
}

/** Loads the sign-up that a club came from, which counts its payment attempts. */
async function signupOf(control: ControlDb, clubCode: string) {
  return control
    .selectFrom("signups")
    .select(["id", "attempt"])
    .where("club_code", "=", clubCode)
    .executeTakeFirst();
}

/** Reason why a payer who came back from Stripe's payment page has not paid (product/billing.md#payment). */
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
