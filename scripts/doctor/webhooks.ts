import type { WebhookEndpoint } from "#app/payments/webhook-endpoints.server.ts";
import { missingEvents } from "#app/payments/webhook-events.ts";
import { type Finding, ok, warn, wrong } from "./finding.ts";

/**
 * Checks that Stripe sends this installation every event that it needs.
 * @param ask reads Stripe's endpoints; its errors are only reported, because the site works without
 */
export async function ofWebhooks(appUrl: string, ask: () => Promise<WebhookEndpoint[]>): Promise<Finding[]> {
  const url = `${appUrl}/webhooks/stripe`;
  let endpoints: WebhookEndpoint[];
  try {
    endpoints = await ask();
  } catch (error) {
    // Only the kind of the error: Stripe's message may name a part of the key.
    const kind = error instanceof Error ? error.constructor.name : "an error";
    return [
      warn(
        "webhooks",
        `Stripe does not say which events it sends (${kind})`,
        "check the network and the rights of STRIPE_SECRET_KEY",
      ),
    ];
  }
  const ours = endpoints.filter((endpoint) => endpoint.url === url && endpoint.enabled);
  if (ours.length === 0)
    return [
      wrong(
        "webhooks",
        `Stripe sends no events to ${url}`,
        "add the endpoint at Stripe, with the events that docs/operating.md names",
      ),
    ];
  const missing = missingEvents(ours.flatMap(({ events }) => events));
  return missing.length === 0
    ? [ok("webhooks", "Stripe sends every event that is needed")]
    : [
        wrong(
          "webhooks",
          `Stripe does not send ${missing.join(", ")}`,
          `add them at Stripe to the endpoint ${url}`,
        ),
      ];
}
