import type Stripe from "stripe";
import type { Money } from "./money.ts";

/** One movement of money into or out of what we hold at Stripe. */
export interface Movement {
  id: string;
  type: "charge" | "payment" | "refund" | "payment_refund" | "refund_failure" | "adjustment";
  sourceId: string;
  amountCents: number;
  created: number;
  label: string;
}

/** Derives ids from the sources' ids, so that each call gives the same. */
export const movementOf = (sourceId: string) => `txn_${sourceId.replace(/^[a-z]+_/, "")}`;
export const returnOf = (refundId: string) => `txn_F${refundId.replace(/^[a-z]+_/, "")}`;

/** Lists all movements, oldest first: money from bank accounts when it arrives, refunds when they are requested. */
export function movementsOf(money: Money): Movement[] {
  const charges = money.charges();
  const bank = new Set(charges.filter(({ method }) => method !== "card").map(({ id }) => id));
  return [
    ...charges.map(
      (charge): Movement => ({
        id: movementOf(charge.id),
        type: bank.has(charge.id) ? "payment" : "charge",
        sourceId: charge.id,
        amountCents: charge.amountCents,
        created: charge.paidAt,
        label: charge.label,
      }),
    ),
    ...money.refunds().flatMap((refund): Movement[] => {
      const { id: sourceId, amountCents, created } = refund;
      const away: Movement = {
        id: movementOf(sourceId),
        type: bank.has(refund.chargeId) ? "payment_refund" : "refund",
        sourceId,
        amountCents: -amountCents,
        created,
        label: `Refund of ${refund.chargeId}`,
      };
      if (refund.status !== "failed") return [away];
      const label = `Refund ${sourceId} came back`;
      const at = refund.failedAt ?? created;
      return [
        away,
        { ...away, id: returnOf(sourceId), type: "refund_failure", amountCents, created: at, label },
      ];
    }),
    ...money.disputes().flatMap((dispute) =>
      dispute.transactions.map(
        ({ id, amountCents, created }): Movement => ({
          id,
          type: "adjustment",
          sourceId: dispute.id,
          amountCents,
          created,
          label: amountCents < 0 ? `Contested: ${dispute.chargeId}` : `Won: ${dispute.chargeId}`,
        }),
      ),
    ),
  ].sort((a, b) => a.created - b.created);
}

export const asStripeMovement = (movement: Movement): Stripe.BalanceTransaction => ({
  id: movement.id,
  object: "balance_transaction",
  amount: movement.amountCents,
  available_on: movement.created,
  balance_type: "payments",
  created: movement.created,
  currency: "usd",
  description: movement.label,
  exchange_rate: null,
  fee: 0,
  fee_details: [],
  net: movement.amountCents,
  reporting_category: movement.type === "adjustment" ? "dispute" : movement.type,
  source: movement.sourceId,
  status: "available",
  type: movement.type,
});
