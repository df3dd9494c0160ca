/** In the order in which knowledge of a mail moves. */
export const DELIVERIES = ["delayed", "delivered", "bounced", "complained"] as const;

/** What became of a mail, as the databases store it. */
export type Delivery = (typeof DELIVERIES)[number];

/**
 * What is known of a mail after another event. Events come late, twice and in any order, so that knowledge only moves
 * forward: delayed, delivered, bounced, complained (product.md#undelivered-mail).
 */
export function advanceDelivery(known: Delivery | null, reported: Delivery): Delivery {
  return known !== null && DELIVERIES.indexOf(known) > DELIVERIES.indexOf(reported) ? known : reported;
}

/** Whether no mail reaches the address any more. */
export const isDead = (delivery: Delivery | null): delivery is "bounced" | "complained" =>
  delivery === "bounced" || delivery === "complained";
