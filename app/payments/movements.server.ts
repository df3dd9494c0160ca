import Stripe from "stripe";
import type { DisputeAtStripe, Movement } from "#app/db/control/money-tables.ts";
import { stripe } from "./stripe.server.ts";

const PAGE = 100;

/**
 * Reads all money that moved for one payment, and its disputes. Reads everything each time, so events may come twice or
 * in any order.
 * @returns `ordered`: the refunds that we requested, not somebody at Stripe
 * @throws if Stripe cannot be reached
 */
export async function readMovements(
  paymentIntentId: string,
): Promise<{ movements: Movement[]; disputes: DisputeAtStripe[]; ordered: Set<string> }> {
  const of = { payment_intent: paymentIntentId, limit: PAGE };
  const [charges, refunds, disputes] = await Promise.all([
    all(stripe().charges.list(of)),
    all(stripe().refunds.list(of)),
    all(stripe().disputes.list(of)),
  ]);
  return {
    movements: movementsIn({ charges, refunds, disputes }),
    disputes: disputes.map(described).filter((dispute) => dispute !== null),
    ordered: new Set(refunds.flatMap(({ id, metadata }) => (metadata?.order ? id : []))),
  };
}

/**
 * Reads all money that moved since a moment, for the nightly comparison. A dispute's later movements come with the
 * dispute, so those are read from `disputesSince` on.
 * @param since in whole seconds, like Stripe's dates
 */
export async function readMovementsSince(since: Date, disputesSince: Date): Promise<Movement[]> {
  const from = (moment: Date) => ({ created: { gte: Math.floor(moment.getTime() / 1000) }, limit: PAGE });
  const [charges, refunds, disputes] = await Promise.all([
    all(stripe().charges.list(from(since))),
    all(stripe().refunds.list(from(since))),
    all(stripe().disputes.list(from(disputesSince))),
  ]);
  const movements = movementsIn({ charges, refunds, disputes });
  return movements.filter(({ moved_at }) => moved_at >= since.toISOString());
}

/** Returns the payment of an event's charge, refund or dispute; null if Stripe knows none. */
export async function paymentOf(objectId: string): Promise<string | null> {
  try {
    const found =
      objectId.startsWith("re_") || objectId.startsWith("pyr_")
        ? await stripe().refunds.retrieve(objectId)
        : objectId.startsWith("ch_") || objectId.startsWith("py_")
          ? await stripe().charges.retrieve(objectId)
          : await stripe().disputes.retrieve(objectId);
    return idOf(found.payment_intent);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

/** Charges, refunds and disputes that movements are read from. */
interface Moved {
  charges?: Pick<
    Stripe.Charge,
    "id" | "payment_intent" | "status" | "amount_captured" | "created" | "payment_method_details"
  >[];
  refunds?: Pick<Stripe.Refund, "id" | "payment_intent" | "created" | "status" | "amount">[];
  disputes?: Stripe.Dispute[];
}

/** Converts Stripe's objects to movements. */
export const movementsIn = ({ charges = [], refunds = [], disputes = [] }: Moved): Movement[] => [
  ...charges.flatMap(ofCharge),
  ...refunds.flatMap(ofRefund),
  ...disputes.flatMap(ofDispute),
];

function ofCharge(charge: NonNullable<Moved["charges"]>[number]): Movement[] {
  const payment_intent_id = idOf(charge.payment_intent);
  if (!payment_intent_id || charge.status !== "succeeded" || charge.amount_captured === 0) return [];
  return [
    {
      kind: "payment",
      stripe_id: charge.id,
      payment_intent_id,
      amount_cents: charge.amount_captured,
      moved_at: isoOf(charge.created),
      method: charge.payment_method_details?.type ?? null,
    },
  ];
}

/** Returns a refund's movements: it takes its money at once; if it failed or was cancelled, the money comes back. */
function ofRefund(refund: NonNullable<Moved["refunds"]>[number]): Movement[] {
  const payment_intent_id = idOf(refund.payment_intent);
  if (!payment_intent_id) return [];
  const row = { stripe_id: refund.id, payment_intent_id, moved_at: isoOf(refund.created) };
  const away: Movement = { ...row, kind: "refund", amount_cents: -refund.amount };
  const returned = refund.status === "failed" || refund.status === "canceled";
  return returned ? [away, { ...row, kind: "refund-returned", amount_cents: refund.amount }] : [away];
}

function ofDispute(dispute: Stripe.Dispute): Movement[] {
  const payment_intent_id = idOf(dispute.payment_intent);
  if (!payment_intent_id) return [];
  return dispute.balance_transactions.map(({ id, amount, created }) => ({
    kind: amount < 0 ? "dispute" : "dispute-returned",
    stripe_id: id,
    payment_intent_id,
    amount_cents: amount,
    moved_at: isoOf(created),
  }));
}

function described(dispute: Stripe.Dispute): DisputeAtStripe | null {
  const payment_intent_id = idOf(dispute.payment_intent);
  if (!payment_intent_id) return null;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    payment_intent_id,
    amount_cents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    answer_by: dueBy ? isoOf(dueBy) : null,
    opened_at: isoOf(dispute.created),
  };
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
}

const idOf = (linked: string | { id: string } | null) =>
  typeof linked === "string" ? linked : (linked?.id ?? null);

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();
