import { json, redirect } from "@remix-run/node";
import { href } from "#app/config/addresses.ts";
import { TOO_MANY_PAYMENTS } from "#app/domain/control/billing/labels.ts";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PaymentStart } from "#app/journeys/billing/start-payment.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";

export function tooManyPayments({ note }: PublicContext): Response {
  note(THROTTLED);
  return json<FormReply>({ values: {}, errors: { "": TOO_MANY_PAYMENTS } }, { status: 429 });
}

/**
 * Redirects the pay button to Stripe, to the success page of an earlier payment, back when nothing is due, or to its
 * own page with the reason.
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

/** Tells whether Stripe's page sent the browser back without a payment. */
export const cameBack = (query: URLSearchParams) => query.get("payment") === "back";
