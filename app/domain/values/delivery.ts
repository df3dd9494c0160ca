/** In the order in which knowledge of a mail moves. */
export const DELIVERIES = ["delayed", "delivered", "bounced", "complained"] as const;

/** What became of a mail, as the databases store it. */
export type Delivery = (typeof DELIVERIES)[number];

/**
 * Why a mail did not arrive (product.md#undelivered-mail). silent, full: its mailbox may still take it; blocked: its
 * mailbox refused the sender; failed: it was not handed over; reactivated: the provider sends to the address again;
 * unknown: there is no such address; suppressed: the provider sends nothing to it.
 */
export type DeliveryReason =
  | "silent"
  | "full"
  | "blocked"
  | "failed"
  | "reactivated"
  | "unknown"
  | "suppressed";

/** What became of a mail, and why. */
export interface Outcome {
  delivery: Delivery;
  reason: DeliveryReason | null;
}

/** What ends the wait for a mail without making its address dead: known after 'delivered' too. */
const REFUSED: readonly (DeliveryReason | null)[] = ["failed", "blocked", "reactivated"];

function rankOf({ delivery, reason }: Outcome): number {
  const refused = delivery === "delayed" ? REFUSED.indexOf(reason) : -1;
  if (refused >= 0) return DELIVERIES.indexOf("delivered") + (refused + 1) / 10;
  // Of two of a kind, the one that says more.
  return (
    DELIVERIES.indexOf(delivery) +
    (reason === null ? 0 : reason === "silent" || reason === "unknown" ? 0.02 : 0.05)
  );
}

/**
 * What is known of a mail after another event. Events come late, twice and in any order, so that knowledge only moves
 * forward: delayed, delivered, refused, bounced, complained (product.md#undelivered-mail).
 */
export function advanceDelivery(known: Outcome | null, reported: Outcome): Outcome {
  return known !== null && rankOf(known) >= rankOf(reported) ? known : reported;
}

/** Joins a stored delivery and its reason. */
export const outcomeOf = (delivery: Delivery | null, reason: DeliveryReason | null): Outcome | null =>
  delivery && { delivery, reason };

/** Whether no mail reaches the address any more. */
export const isDead = (delivery: Delivery | null): delivery is "bounced" | "complained" =>
  delivery === "bounced" || delivery === "complained";
