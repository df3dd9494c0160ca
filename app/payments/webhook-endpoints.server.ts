import { stripe } from "./stripe.server.ts";

/** Address to which Stripe sends events. */
export interface WebhookEndpoint {
  url: string;
  enabled: boolean;
  /** `*` is every event. */
  events: readonly string[];
}

/**
 * Reads this account's endpoints at Stripe.
 * @throws if Stripe cannot be reached, or refuses the key
 */
export async function readWebhookEndpoints(): Promise<WebhookEndpoint[]> {
  const { data } = await stripe().webhookEndpoints.list({ limit: 100 });
  return data.map(({ url, status, enabled_events: events }) => ({
    url,
    enabled: status === "enabled",
    events,
  }));
}
