/** States in the order in which knowledge of a mail moves. */
export const DELIVERIES = ["delayed", "delivered", "bounced", "complained"] as const;

/** Delivery state of a mail, as the databases store it. */
export type Delivery = (typeof DELIVERIES)[number];

/**
 * Reason why a mail did not arrive (product/emails.md#undelivered-mail). silent, full: its mailbox may still take it;
 * blocked: its mailbox refused the sender; failed: it was not handed over; reactivated: the provider sends to the
 * address again; unknown: the address does not exist; suppressed: the provider sends nothing to it.
 */
export type DeliveryReason =
  | "silent"
  | "full"
  | "blocked"
  | "failed"
  | "reactivated"
  | "unknown"
  | "suppressed";

export interface Outcome {
  delivery: Delivery;
  reason: DeliveryReason | null;
}

/** Reasons that end the wait for a mail without making its address dead; they may follow 'delivered'. */
const REFUSED: readonly (DeliveryReason | null)[] = ["failed", "blocked", "reactivated"];

function rankOf({ delivery, reason }: Outcome): number {
  const refused = delivery === "delayed" ? REFUSED.indexOf(reason) : -1;
  if (refused >= 0) return DELIVERIES.indexOf("delivered") + (refused + 1) / 10;
  // Within one state, the more specific reason ranks higher.
  return (
    DELIVERIES.indexOf(delivery) +
    (reason === null ? 0 : reason === "silent" || reason === "unknown" ? 0.02 : 0.05)
  );
}

/**
 * Returns what is known of a mail after another event. Events come late, twice and in any order, so that knowledge only
 * moves forward: delayed, delivered, refused, bounced, complained (product/emails.md#undelivered-mail).
 */
export function advanceDelivery(known: Outcome | null, reported: Outcome): Outcome {
  return known !== null && rankOf(known) >= rankOf(reported) ? known : reported;
}

/** Joins a stored delivery and its reason. */
export const outcomeOf = (delivery: Delivery | null, reason: DeliveryReason | null): Outcome | null =>
  delivery && { delivery, reason };

/** Tells whether the address has stopped taking mail. */
export const isDead = (delivery: Delivery | null): delivery is "bounced" | "complained" =>
  delivery === "bounced" || delivery === "complained";

/** Explanation and remedy for each reason (product/emails.md#undelivered-mail). */
const words: Record<DeliveryReason, { short: string; what: string; way: string }> = {
  silent: {
    short: "Mailbox does not answer",
    what: "The email has not arrived so far: the mailbox does not answer.",
    way: "Send it again later, or send the link another way.",
  },
  full: {
    short: "Mailbox full",
    what: "The mailbox is full.",
    way: "Ask them by phone to make room, then send it again.",
  },
  blocked: {
    short: "Blocked by the mailbox",
    what: "The mailbox blocked our email. The address is right.",
    way: "Send it again tomorrow. If it is blocked again, ask them by phone to allow our emails.",
  },
  failed: {
    short: "Not handed over",
    what: "The email could not be handed over. The address may be right.",
    way: "Send it again. If it fails again, ask support.",
  },
  reactivated: {
    short: "Takes email again",
    what: "This address takes email again.",
    way: "Send it again.",
  },
  unknown: {
    short: "No such address",
    what: "The email came back: this address takes no mail.",
    way: "Correct the address, or send the link another way.",
  },
  suppressed: {
    short: "Switched off",
    what: "Our email service sends nothing to this address, because emails came back before.",
    way: "If the address is right, ask support to reactivate it. If not, correct it.",
  },
};
const COMPLAINED = {
  short: "Marked as spam",
  what: "The email was marked as spam, so we send nothing more to this address.",
  way: "Ask them by phone. If it was a mistake, support can reactivate the address. Or correct the address, or send the link another way.",
};

/** Returns the words for a mail that did not arrive; null for one that did, or whose state is unknown. */
export function undeliveredWords(delivery: Delivery | null, reason: DeliveryReason | null) {
  if (delivery === null || delivery === "delivered") return null;
  if (delivery === "complained") return COMPLAINED;
  return words[reason ?? (isDead(delivery) ? "unknown" : "silent")];
}
