import type { ActionFunctionArgs } from "@remix-run/node";
import { publicContext } from "#app/auth/guards.server.ts";
import { env } from "#app/config/env.server.ts";
import { receiveWebhookEvent } from "#app/journeys/billing/webhook-event.server.ts";
import { webhooks } from "#app/observability/metrics.server.ts";
import { verifyWebhook } from "#app/payments/stripe.server.ts";

/** Refuses GET: Stripe's webhooks only post. */
export function loader() {
  throw new Response("Method Not Allowed", { status: 405, headers: { Allow: "POST" } });
}

/**
 * Trusts only Stripe's signature over the raw body. The event is stored with its job and answered at once; the jobs
 * process does the work. Test events are refused in production, real ones everywhere else.
 */
export async function action(args: ActionFunctionArgs) {
  const { control, note } = await publicContext(args);
  const { request } = args;
  const body = Buffer.from(await request.arrayBuffer());
  const event = verifyWebhook(body, request.headers.get("Stripe-Signature"));
  if (!event) {
    note({ event: "refused", reason: "webhook signature" });
    webhooks.inc({ from: "stripe", outcome: "bad signature" });
    return new Response("Bad signature", { status: 400 });
  }
  if (event.livemode !== env().production) {
    note({ event: "refused", reason: "webhook of the other mode", stripeEvent: event.id });
    webhooks.inc({ from: "stripe", outcome: "wrong mode" });
    return new Response("Wrong mode", { status: 400 });
  }
  const isNew = await receiveWebhookEvent(control, event);
  note({ stripeEvent: event.id, stripeEventType: event.type });
  webhooks.inc({ from: "stripe", outcome: isNew ? "taken" : "known" });
  return new Response("Received", { status: 200 });
}
