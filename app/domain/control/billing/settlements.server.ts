import { sql } from "kysely";
import type { PlanId, SettlementsTable, SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { planOf } from "./plans.ts";
import type { RefundSource } from "./settlement.ts";

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
export async function chargedFor(control: ControlDb, term: SubscriptionsTable): Promise<number> {
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
export async function insertSettlement(
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
export async function setClubPlan(tx: ControlTx, clubCode: string, plan: PlanId): Promise<void> {
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
export async function voidUnpaidSettlements(
  tx: ControlTx,
  term: SubscriptionsTable,
  at: Date,
): Promise<string[]> {
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
