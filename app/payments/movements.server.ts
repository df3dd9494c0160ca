import Stripe from "stripe";
import type { LedgerKind } from "#app/db/control/money-tables.ts";
import { stripe } from "./stripe.server.ts";

/** Money that moved at Stripe, as the ledger records it: positive to us, negative away (product.md#ledger). */
export interface Movement {
  kind: LedgerKind;
  stripeId: string;
  paymentIntentId: string;
  cents: number;
  movedAt: string;
}

/** A contested payment, as Stripe has it now. */
export interface DisputeAtStripe {
  id: string;
  paymentIntentId: string;
  cents: number;
  reason: string;
  status: string;
  answerBy: string | null;
  openedAt: string;
}

const PAGE = 100;

/**
 * All money that moved for one payment, and its disputes. Read whole each time, so events may come twice or in any order.
 * @throws while Stripe cannot be reached
 */
export async function readMovements(
  paymentIntentId: string,
): Promise<{ movements: Movement[]; disputes: DisputeAtStripe[] }> {
  const of = { payment_intent: paymentIntentId, limit: PAGE };
  const [charges, refunds, disputes] = await Promise.all([
    all(stripe().charges.list(of)),
    all(stripe().refunds.list(of)),
    all(stripe().disputes.list(of)),
  ]);
  return {
    movements: [...charges.flatMap(ofCharge), ...refunds.flatMap(ofRefund), ...disputes.flatMap(ofDispute)],
    disputes: disputes.map(described).filter((dispute) => dispute !== null),
  };
}

/**
 * All money that moved since a moment, for the nightly comparison. A dispute's later movements come with the dispute,
 * so those are asked for from `disputesSince` on.
 */
export async function readMovementsSince(since: Date, disputesSince: Date): Promise<Movement[]> {
  const from = (moment: Date) => ({ created: { gte: Math.floor(moment.getTime() / 1000) }, limit: PAGE });
  const [charges, refunds, disputes] = await Promise.all([
    all(stripe().charges.list(from(since))),
    all(stripe().refunds.list(from(since))),
    all(stripe().disputes.list(from(disputesSince))),
  ]);
  const movements = [
    ...charges.flatMap(ofCharge),
    ...refunds.flatMap(ofRefund),
    ...disputes.flatMap(ofDispute),
  ];
  return movements.filter(
    ({ movedAt }) => movedAt >= new Date(Math.floor(since.getTime() / 1000) * 1000).toISOString(),
  );
}

/** The payment that a charge, refund or dispute of an event belongs to; null where Stripe knows none. */
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

function ofCharge(charge: Stripe.Charge): Movement[] {
  const paymentIntentId = idOf(charge.payment_intent);
  if (!paymentIntentId || charge.status !== "succeeded" || charge.amount_captured === 0) return [];
  return [
    {
      kind: "payment",
      stripeId: charge.id,
      paymentIntentId,
      cents: charge.amount_captured,
      movedAt: isoOf(charge.created),
    },
  ];
}

/** A refund takes its money at once; one that failed or was cancelled brings it back. */
function ofRefund(refund: Stripe.Refund): Movement[] {
  const paymentIntentId = idOf(refund.payment_intent);
  if (!paymentIntentId) return [];
  const row = { stripeId: refund.id, paymentIntentId, movedAt: isoOf(refund.created) };
  const away: Movement = { ...row, kind: "refund", cents: -refund.amount };
  const returned = refund.status === "failed" || refund.status === "canceled";
  return returned ? [away, { ...row, kind: "refund-returned", cents: refund.amount }] : [away];
}

function ofDispute(dispute: Stripe.Dispute): Movement[] {
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return [];
  return dispute.balance_transactions.map(({ id, amount, created }) => ({
    kind: amount < 0 ? "dispute" : "dispute-returned",
    stripeId: id,
    paymentIntentId,
    cents: amount,
    movedAt: isoOf(created),
  }));
}

function described(dispute: Stripe.Dispute): DisputeAtStripe | null {
  const paymentIntentId = idOf(dispute.payment_intent);
  if (!paymentIntentId) return null;
  const { due_by: dueBy } = dispute.evidence_details;
  return {
    id: dispute.id,
    paymentIntentId,
    cents: dispute.amount,
    reason: dispute.reason,
    status: dispute.status,
    answerBy: dueBy ? isoOf(dueBy) : null,
    openedAt: isoOf(dispute.created),
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
