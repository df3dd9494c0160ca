import type { ControlTx } from "#app/db/control/schema.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { type PlanId, planOf } from "./plans.ts";
import { orderRefund } from "./refund-orders.server.ts";
import { settlementFor, splitRefund } from "./settlement.ts";
import {
  chargedFor,
  chargedTerm,
  insertSettlement,
  refundSources,
  setClubPlan,
  voidUnpaidSettlements,
} from "./settlements.server.ts";

/** What an adjustment did, for the decision's mail. */
export interface Settled {
  planBefore: PlanId;
  plan: PlanId;
  /** Positive: invoiced; negative: refunded; 0: nothing moves. */
  differenceCents: number;
}

/**
 * Settles a verified count of players, in the transaction that decides it: the club gets the package that fits, an
 * overpayment is ordered back through Stripe, a shortfall invoiced (product.md#settlement). A shortfall that was
 * invoiced before and not paid is withdrawn and counted anew.
 * @throws where the club does not exist
 */
export async function settle(
  tx: ControlTx,
  { clubCode, players, orderedBy, at }: { clubCode: string; players: number; orderedBy: string; at: Date },
): Promise<Settled> {
  const club = await findClub(tx, clubCode);
  if (!club) throw new Error(`There is no club ${clubCode} to settle`);
  const term = await chargedTerm(tx, clubCode, at);
  const withdrawn = term ? await voidUnpaidSettlements(tx, term, at) : [];
  for (const settlementId of withdrawn) await queueInvoice(tx, settlementId, "withdraw");
  const { plan, differenceCents } = settlementFor(players, term ? await chargedFor(tx, term) : null);
  await setClubPlan(tx, clubCode, plan.id);
  const settled = { planBefore: club.plan, plan: plan.id, differenceCents };
  if (!term || differenceCents === 0) return settled;
  const settlementId = await insertSettlement(tx, {
    term,
    players,
    planBefore: club.plan,
    plan: plan.id,
    differenceCents,
    at,
  });
  if (differenceCents > 0) await queueInvoice(tx, settlementId, "open");
  else {
    const parts = splitRefund(-differenceCents, await refundSources(tx, term));
    for (const part of parts)
      await orderRefund(tx, { ...part, clubCode, why: "settlement", settlementId, orderedBy, at });
  }
  return settled;
}

/** The job looks at the settlement itself: whether it stands or was withdrawn. */
function queueInvoice(tx: ControlTx, settlementId: string, what: "open" | "withdraw"): Promise<void> {
  return enqueue(tx, {
    kind: "settlement.invoice",
    payload: { settlementId },
    key: `settlement.invoice:${settlementId}:${what}`,
  });
}

/** What an adjustment means in money, in one sentence for the club's mail and page. */
export function settledSentence(
  { plan, differenceCents }: Settled,
  price: (cents: number) => string,
): string {
  const { name } = planOf(plan);
  if (differenceCents < 0)
    return `Your package is ${name}. We refund ${price(-differenceCents)} to where your payment came from; it arrives within 5 to 10 business days.`;
  if (differenceCents > 0)
    return `Your package is ${name}. We send you an invoice for the difference of ${price(differenceCents)}, payable within 7 days.`;
  return `Your package is ${name}. There is nothing to pay or refund.`;
}
