import { json, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { TOO_MANY_PAYMENTS } from "#app/domain/control/billing/labels.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PaymentStart } from "#app/journeys/billing/start-payment.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";

/** The refusal when `mayOpenPayment` says no. */
export function tooManyPayments({ note }: PublicContext): Response {
  note(THROTTLED);
  return json<FormReply>({ values: {}, errors: { "": TOO_MANY_PAYMENTS } }, { status: 429 });
}

/**
 * Where the pay button leads: to Stripe, to the success page of a payment already made, back where there is nothing
 * to pay, or to its own page with the reason.
 */
export function answerPayment(
  start: PaymentStart,
  options: { notReady: string; cookie?: string; paid?: (sessionId: string) => string },
): Response {
  const headers = options.cookie ? { "Set-Cookie": options.cookie } : undefined;
  const seeOther = (address: string) => redirect(address, { status: 303, headers });
  if (start.ok) return seeOther(start.url);
  switch (start.problem) {
    case "already-paid":
      return seeOther(options.paid?.(start.sessionId) ?? href("/success", { session_id: start.sessionId }));
    case "not-ready":
      return seeOther(options.notReady);
    case "no-payment-page":
      return json<FormReply>({ values: {}, errors: { "": start.message } }, { status: 503, headers });
  }
}

/** Whether Stripe's page sent the browser back without a payment. */
export const cameBack = (query: URLSearchParams) => query.get("payment") === "back";
