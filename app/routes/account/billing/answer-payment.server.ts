import { json, redirect } from "@remix-run/node";
import { THROTTLED } from "#app/domain/control/rate-limits/rate-limits.server.ts";
import type { FormReply } from "#app/forms/reply.ts";
import type { PaymentStart } from "#app/journeys/billing/start-payment.server.ts";
import type { PublicContext } from "#app/journeys/context.ts";

/** Said at the pay button where mayOpenPayment() says no. */
export function tooManyPayments({ note }: PublicContext): Response {
  note(THROTTLED);
  const message = "Too many payment pages were opened from here. Please wait an hour, or contact support";
  return json<FormReply>({ values: {}, errors: { "": message } }, { status: 429 });
}

/**
 * Where the pay button leads: to Stripe's page, to the success page of what is paid already, back where there is
 * nothing to pay, or to the same page with the reason.
 */
export function answerPayment(start: PaymentStart, options: { notReady: string; cookie?: string }): Response {
  const headers = options.cookie ? { "Set-Cookie": options.cookie } : undefined;
  if ("payAt" in start) return redirect(start.payAt, { status: 303, headers });
  if ("paid" in start) {
    return redirect(`/success?session_id=${encodeURIComponent(start.paid)}`, { status: 303, headers });
  }
  if (start.refused === "not ready") return redirect(options.notReady, { status: 303, headers });
  return json<FormReply>({ values: {}, errors: { "": start.message } }, { status: 503, headers });
}
