import { sql } from "kysely";
import type { SettlementsTable, SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type PlanId, planOf } from "./plans.ts";
import { orderRefund } from "./refund-orders.server.ts";
import { type RefundSource, settlementFor, splitRefund } from "./settlement.ts";

/** The paid or processing term that a moment lies in; without one the newest; null where nothing was paid. */
export async function chargedTerm(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<SubscriptionsTable | null> {
  const terms = await control
    .selectFrom("subscriptions")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("refunded_at", "is", null)
    .where("payment_status", "in", ["paid", "processing"])
    .orderBy("starts_at", "desc")
    .limit(3)
    .execute();
  const moment = at.toISOString();
  return terms.find(({ starts_at, ends_at }) => starts_at <= moment && moment < ends_at) ?? terms[0] ?? null;
}

/** What a term was charged so far: its price, and every settlement that stands. */
async function chargedFor(control: ControlDb, term: SubscriptionsTable): Promise<number> {
  const { settled } = await control
    .selectFrom("settlements")
    .select(({ fn }) => fn.sum<number | null>("difference_cents").as("settled"))
    .where("club_code", "=", term.club_code)
    .where("subscription_id", "=", term.id)
    .where("voided_at", "is", null)
    .executeTakeFirstOrThrow();
  return term.price_cents + Number(settled ?? 0);
}

/** The term that a moment lies in, as `chargedTerm` finds it, with what it was charged so far. */
export async function chargedTermWithSum(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<(SubscriptionsTable & { chargedCents: number }) | null> {
  const term = await chargedTerm(control, clubCode, at);
  return term && { ...term, chargedCents: await chargedFor(control, term) };
}

/** Stores a settlement, and the club's package that follows from it. @returns its id */
async function insertSettlement(
  tx: ControlTx,
  settlement: {
    term: SubscriptionsTable;
    players: number;
    planBefore: PlanId;
    plan: PlanId;
    differenceCents: number;
    at: Date;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("settlements")
    .values({
      id,
      club_code: settlement.term.club_code,
      subscription_id: settlement.term.id,
      players: settlement.players,
      plan_before: settlement.planBefore,
      plan: settlement.plan,
      difference_cents: settlement.differenceCents,
      created_at: settlement.at.toISOString(),
      voided_at: null,
    })
    .execute();
  return id;
}

/** The club's package from now on. */
async function setClubPlan(tx: ControlTx, clubCode: string, plan: PlanId): Promise<void> {
  await tx
    .updateTable("clubs")
    .set({ plan, player_cap: planOf(plan).playerCap })
    .where("code", "=", clubCode)
    .execute();
}

/** A settlement by its id, or null. */
export async function findSettlement(control: ControlDb, id: string): Promise<SettlementsTable | null> {
  return (
    (await control.selectFrom("settlements").selectAll().where("id", "=", id).executeTakeFirst()) ?? null
  );
}

/** Withdraws the settlements of a term whose shortfall was not paid yet. @returns their ids */
async function voidUnpaidSettlements(tx: ControlTx, term: SubscriptionsTable, at: Date): Promise<string[]> {
  const unpaid = await tx
    .selectFrom("settlements as s")
    .leftJoin("invoices as i", "i.settlement_id", "s.id")
    .select("s.id")
    .where("s.club_code", "=", term.club_code)
    .where("s.subscription_id", "=", term.id)
    .where("s.voided_at", "is", null)
    .where("s.difference_cents", ">", 0)
    .where((eb) => eb.or([eb("i.status", "is", null), eb("i.status", "<>", "paid")]))
    .execute();
  const ids = unpaid.map(({ id }) => id);
  if (ids.length > 0)
    await tx.updateTable("settlements").set({ voided_at: at.toISOString() }).where("id", "in", ids).execute();
  return ids;
}

/** The payments of a term, newest first, with what of each was not ordered back: invoices, then the term's own. */
export async function refundSources(control: ControlDb, term: SubscriptionsTable): Promise<RefundSource[]> {
  const { rows } = await sql<{ payment: string; cents: number; ordered: number }>`
    select p.payment, p.cents, coalesce((select sum(amount_cents) from refund_orders
      where club_code = ${term.club_code} and payment_intent_id = p.payment and state <> 'refused'), 0) as ordered
    from (
      select i.payment_intent_id as payment, i.amount_cents as cents, i.created_at as at
      from invoices i join settlements s on s.id = i.settlement_id
      where i.club_code = ${term.club_code} and s.subscription_id = ${term.id} and i.status = 'paid'
        and i.payment_intent_id is not null
      union all
      select payment_intent_id, price_cents, created_at from subscriptions
      where id = ${term.id} and payment_intent_id is not null) p
    order by p.at desc`.execute(control);
  return rows.map(({ payment, cents, ordered }) => ({
    paymentIntentId: payment,
    leftCents: cents - ordered,
  }));
}

/** Ends a term whose price goes back: it counts as paid no more, and the club's year is over. */
export async function endTermNow(tx: ControlTx, term: SubscriptionsTable, at: Date): Promise<void> {
  const moment = at.toISOString();
  await tx
    .updateTable("subscriptions")
    .set({ refunded_at: moment, updated_at: moment })
    .where("id", "=", term.id)
    .execute();
  await tx.updateTable("clubs").set({ term_ends_at: moment }).where("code", "=", term.club_code).execute();
}

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
