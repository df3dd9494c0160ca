/**
 * Every event that Stripe has to send to `/webhooks/stripe`, by what it makes us read again. The code,
 * docs/operating.md and `npm run doctor` use this list.
 */
export const WEBHOOK_EVENTS = {
  checkout: [
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
  ],
  money: [
    "charge.succeeded",
    "charge.refunded",
    "charge.dispute.created",
    "charge.dispute.updated",
    "charge.dispute.closed",
    "charge.dispute.funds_withdrawn",
    "charge.dispute.funds_reinstated",
    "refund.created",
    "refund.updated",
    "refund.failed",
  ],
  invoice: [
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.voided",
    "invoice.marked_uncollectible",
    "invoice.overdue",
  ],
  /** A bank payment has begun, perhaps of an invoice. */
  payment: ["payment_intent.processing"],
} as const;

export type ReadAgain = keyof typeof WEBHOOK_EVENTS;

const readAgain = new Map<string, ReadAgain>(
  (Object.keys(WEBHOOK_EVENTS) as ReadAgain[]).flatMap((what) =>
    WEBHOOK_EVENTS[what].map((type) => [type, what] as const),
  ),
);

/** Returns what to read again after an event, or null for one that we do not need. */
export const readAgainFor = (type: string): ReadAgain | null => readAgain.get(type) ?? null;

/**
 * Lists the needed events that are not sent to an endpoint.
 * @param sent as Stripe lists them; `*` is every event
 */
export const missingEvents = (sent: readonly string[]): string[] =>
  sent.includes("*") ? [] : [...readAgain.keys()].filter((type) => !sent.includes(type));
