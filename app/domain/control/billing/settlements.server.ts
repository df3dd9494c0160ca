import type { SettlementsTable, SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type PlanId, planForPlayers, planOf } from "./plans.ts";
import { orderRefund } from "./refund-orders.server.ts";
import { settlementDifference, splitRefund } from "./settlement.ts";
import { leftOf, refundSources, termToSettle } from "./years.server.ts";

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

/** Lets a settlement stand no more; the club keeps its package and owes nothing for it. @returns false where it did not */
export async function voidSettlement(tx: ControlTx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("settlements")
    .set({ voided_at: at.toISOString() })
    .where("id", "=", id)
    .where("voided_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The same, and has Stripe's invoice withdrawn. */
export async function withdrawSettlement(tx: ControlTx, id: string, at: Date): Promise<boolean> {
  if (!(await voidSettlement(tx, id, at))) return false;
  await queueInvoice(tx, id, "withdraw");
  return true;
}

/**
 * Withdraws the settlements of a year whose shortfall was not paid, and has Stripe's invoices withdrawn. The club's
 * package stays.
 */
export async function withdrawSettlements(tx: ControlTx, term: SubscriptionsTable, at: Date): Promise<void> {
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
  if (ids.length === 0) return;
  await tx.updateTable("settlements").set({ voided_at: at.toISOString() }).where("id", "in", ids).execute();
  for (const id of ids) await queueInvoice(tx, id, "withdraw");
}

/** What an adjustment did, for the decision's mail. */
export interface Settled {
  planBefore: PlanId;
  plan: PlanId;
  /** Positive: invoiced; negative: refunded; 0: nothing moves. */
  differenceCents: number;
}

/** What a count of players would settle, before it does. */
export interface SettlementCase extends Settled {
  /** The year that is settled; null where nothing was charged, or the year is over. */
  term: SubscriptionsTable | null;
}

/**
 * What a verified count of players means for a club's year (product.md#settlement). It starts from the package that was
 * paid: a settlement that waits for its invoice is as if it were not there, because the new one replaces it.
 * @throws where the club does not exist
 */
export async function settlementCase(
  control: ControlDb,
  { clubCode, players, at }: { clubCode: string; players: number; at: Date },
): Promise<SettlementCase> {
  const club = await findClub(control, clubCode);
  if (!club) throw new Error(`There is no club ${clubCode} to settle`);
  const term = await termToSettle(control, clubCode, at);
  const plan = planForPlayers(players);
  if (!term) return { term, planBefore: club.plan, plan: plan.id, differenceCents: 0 };
  const { planBefore, chargedCents } = await paidPackage(control, term);
  const leftCents = leftOf(await refundSources(control, term));
  const differenceCents = settlementDifference(planBefore, plan, { chargedCents, leftCents });
  return { term, planBefore, plan: plan.id, differenceCents };
}

/** The package that a year was paid for, and what was charged for it; what waits for an invoice is left out. */
async function paidPackage(
  control: ControlDb,
  term: SubscriptionsTable,
): Promise<{ planBefore: PlanId; chargedCents: number }> {
  const settled = await control
    .selectFrom("settlements as s")
    .leftJoin("invoices as i", "i.settlement_id", "s.id")
    .select(["s.plan", "s.difference_cents as cents"])
    .where("s.club_code", "=", term.club_code)
    .where("s.subscription_id", "=", term.id)
    .where("s.voided_at", "is", null)
    .where((eb) => eb.or([eb("s.difference_cents", "<=", 0), eb("i.status", "=", "paid")]))
    .orderBy("s.created_at")
    .orderBy("s.id")
    .execute();
  return {
    planBefore: settled.at(-1)?.plan ?? term.plan,
    chargedCents: settled.reduce((sum, { cents }) => sum + cents, term.price_cents),
  };
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
  const { term, ...settled } = await settlementCase(tx, { clubCode, players, at });
  const { planBefore, plan, differenceCents } = settled;
  if (term) await withdrawSettlements(tx, term, at);
  await setClubPlan(tx, clubCode, plan);
  if (!term || plan === planBefore) return settled;
  const settlementId = await insertSettlement(tx, { term, players, planBefore, plan, differenceCents, at });
  if (differenceCents > 0) await queueInvoice(tx, settlementId, "open");
  for (const part of splitRefund(-differenceCents, await refundSources(tx, term)))
    await orderRefund(tx, { ...part, clubCode, why: "settlement", settlementId, orderedBy, at });
  return settled;
}

/** Rejecting takes back what an earlier decision asked for: the club has the package that it paid for. */
export async function unsettle(tx: ControlTx, clubCode: string, at: Date): Promise<null> {
  const term = await termToSettle(tx, clubCode, at);
  if (!term) return null;
  await withdrawSettlements(tx, term, at);
  await setClubPlan(tx, clubCode, (await paidPackage(tx, term)).planBefore);
  return null;
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
