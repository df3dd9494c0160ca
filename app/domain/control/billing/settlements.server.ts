import type { SettlementsTable, SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { OPEN_DISPUTES } from "./ledger.server.ts";
import { type PlanId, planForPlayers, planOf } from "./plans.ts";
import { orderRefund } from "./refund-orders.server.ts";
import { settlementDifference, splitRefund } from "./settlement.ts";
import { leftOf, packageOf, refundSources, termToSettle, yearsOfClub, yearsToCome } from "./years.server.ts";

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

/** Sets the club's package from now on. */
async function setClubPlan(tx: ControlTx, clubCode: string, plan: PlanId): Promise<void> {
  await tx
    .updateTable("clubs")
    .set({ plan, player_cap: planOf(plan).playerCap })
    .where("code", "=", clubCode)
    .execute();
}

/** Loads a settlement by its id, or null. */
export async function findSettlement(control: ControlDb, id: string): Promise<SettlementsTable | null> {
  return (
    (await control.selectFrom("settlements").selectAll().where("id", "=", id).executeTakeFirst()) ?? null
  );
}

/** Voids a settlement; the club keeps its package and owes nothing for it. @returns false if it was void already */
export async function voidSettlement(tx: ControlTx, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("settlements")
    .set({ voided_at: at.toISOString() })
    .where("id", "=", id)
    .where("voided_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Does the same, and has Stripe's invoice withdrawn. */
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

/** Outcome of an adjustment, for the decision's mail. */
export interface Settled {
  planBefore: PlanId;
  plan: PlanId;
  /** Positive: invoiced; negative: refunded; 0: nothing moves. */
  differenceCents: number;
  /** True if a payment is contested, so that Stripe refunds nothing of it now. */
  contested: boolean;
  /** Invoiced for a next year that is booked with a package too small; a larger one than needed stays. */
  nextYearCents: number;
}

/** Preview of what a count of players would settle. */
export interface SettlementCase extends Settled {
  /** The year that is settled; null where nothing was charged, or the year is over. */
  term: SubscriptionsTable | null;
}

/**
 * Computes what a verified count of players means for a club's year (product/billing.md#settlement). It starts from the
 * package that was paid: a settlement with an unpaid invoice is ignored, because the new one replaces it.
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
  const contested = await isContested(control, clubCode);
  if (!term)
    return { term, planBefore: club.plan, plan: plan.id, differenceCents: 0, contested, nextYearCents: 0 };
  let nextYearCents = 0;
  for (const year of await laterYears(control, term, at))
    nextYearCents += (await shortfallOf(control, year, players)).cents;
  const { planBefore, chargedCents } = await paidPackage(control, term);
  const leftCents = leftOf(await refundSources(control, term));
  const differenceCents = settlementDifference(planBefore, plan, { chargedCents, leftCents });
  return { term, planBefore, plan: plan.id, differenceCents, contested, nextYearCents };
}

/** Tells whether a bank has yet to decide about a payment of the club. */
async function isContested(control: ControlDb, clubCode: string): Promise<boolean> {
  const open = await control
    .selectFrom("disputes")
    .select("id")
    .where("club_code", "=", clubCode)
    .where("status", "in", OPEN_DISPUTES)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Loads the years that are booked beside the one that is settled. */
const laterYears = async (control: ControlDb, term: SubscriptionsTable, at: Date) =>
  (await yearsToCome(control, term.club_code, at)).filter(({ id }) => id !== term.id);

/**
 * Returns what a year's package lacks for the players, from the package that was paid; 0 cents if it is large enough.
 */
async function shortfallOf(control: ControlDb, year: SubscriptionsTable, players: number) {
  const plan = planForPlayers(players);
  const { planBefore, chargedCents } = await paidPackage(control, year);
  const larger = plan.priceCents > planOf(planBefore).priceCents;
  return { planBefore, plan: plan.id, cents: larger ? Math.max(0, plan.priceCents - chargedCents) : 0 };
}

/**
 * Invoices what a booked year's package is too small for; an invoice that waits for that is withdrawn and counted anew.
 * A larger package than the players need was chosen, and stays.
 */
export async function coverYear(
  tx: ControlTx,
  year: SubscriptionsTable,
  { players, at }: { players: number; at: Date },
): Promise<void> {
  await withdrawSettlements(tx, year, at);
  const { planBefore, plan, cents } = await shortfallOf(tx, year, players);
  if (cents === 0) return;
  const settlement = { term: year, players, planBefore, plan, differenceCents: cents, at };
  await queueInvoice(tx, await insertSettlement(tx, settlement), "open");
}

/** Loads the package of a year by its present settlements. */
async function packageNow(control: ControlDb, { id, club_code, plan }: SubscriptionsTable): Promise<PlanId> {
  const year = (await yearsOfClub(control, club_code)).find((one) => one.id === id);
  return year ? packageOf(year) : plan;
}

/** Gives a club the package of a year that has begun. */
export async function takePackage(tx: ControlTx, year: SubscriptionsTable, at: Date): Promise<void> {
  await setClubPlan(tx, year.club_code, await packageNow(tx, year));
  await tx
    .updateTable("subscriptions")
    .set({ package_at: at.toISOString() })
    .where("id", "=", year.id)
    .execute();
}

/** Gives each club whose next year has begun the package of that year (product/billing.md#term). */
export async function takeBegunPackages(control: ControlDb, at: Date): Promise<void> {
  const begun = await control
    .selectFrom("subscriptions")
    .selectAll()
    .where("package_at", "is", null)
    .where("starts_at", "<=", at.toISOString())
    .where("refunded_at", "is", null)
    .where("payment_status", "<>", "failed")
    .limit(500)
    .execute();
  for (const year of begun) await inTransaction(control, (tx) => takePackage(tx, year, at));
}

/** Gives the club the package of the newest year that was charged and has begun, after a late renewal failed. */
export async function takeBackPackage(tx: ControlTx, clubCode: string, at: Date): Promise<void> {
  const year = (await yearsOfClub(tx, clubCode)).find(
    ({ refunded_at, payment_status, starts_at }) =>
      refunded_at === null && payment_status !== "failed" && starts_at <= at.toISOString(),
  );
  if (year) await setClubPlan(tx, clubCode, packageOf(year));
}

/** Loads the package that a year was paid for, and what was charged for it, without unpaid invoices. */
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
 * overpayment is ordered back through Stripe, a shortfall invoiced (product/billing.md#settlement). A shortfall that
 * was invoiced before and not paid is withdrawn and counted anew.
 * @throws where the club does not exist
 */
export async function settle(
  tx: ControlTx,
  { clubCode, players, orderedBy, at }: { clubCode: string; players: number; orderedBy: string; at: Date },
): Promise<Settled> {
  const { term, ...settled } = await settlementCase(tx, { clubCode, players, at });
  const { planBefore, plan, differenceCents } = settled;
  if (term) {
    await withdrawSettlements(tx, term, at);
    for (const year of await laterYears(tx, term, at)) await coverYear(tx, year, { players, at });
  }
  await setClubPlan(tx, clubCode, plan);
  if (!term || plan === planBefore) return settled;
  const settlementId = await insertSettlement(tx, { term, players, planBefore, plan, differenceCents, at });
  if (differenceCents > 0) await queueInvoice(tx, settlementId, "open");
  for (const part of splitRefund(-differenceCents, await refundSources(tx, term)))
    await orderRefund(tx, { ...part, clubCode, why: "settlement", settlementId, orderedBy, at });
  return settled;
}

/**
 * Takes back, on a rejection, what an earlier decision asked for: the club has the package that it paid for, and owes
 * only what the number needs that was verified before.
 * @param undone.playersBefore null where there is none
 */
export async function unsettle(
  tx: ControlTx,
  { clubCode, playersBefore, at }: { clubCode: string; playersBefore: number | null; at: Date },
): Promise<null> {
  const term = await termToSettle(tx, clubCode, at);
  if (!term) return null;
  for (const year of [term, ...(await laterYears(tx, term, at))])
    if (playersBefore === null) await withdrawSettlements(tx, year, at);
    else await coverYear(tx, year, { players: playersBefore, at });
  await setClubPlan(tx, clubCode, await packageNow(tx, term));
  return null;
}

/** Queues the invoice's job, which checks itself whether the settlement is valid or was withdrawn. */
function queueInvoice(tx: ControlTx, settlementId: string, what: "open" | "withdraw"): Promise<void> {
  return enqueue(tx, {
    kind: "settlement.invoice",
    payload: { settlementId },
    key: `settlement.invoice:${settlementId}:${what}`,
  });
}

export function settledSentence(
  { plan, differenceCents, nextYearCents }: Settled,
  price: (cents: number) => string,
): string {
  const { name } = planOf(plan);
  const next =
    nextYearCents > 0
      ? ` Your next year is booked with a smaller package: you get an invoice of ${price(nextYearCents)} for it too.`
      : "";
  if (differenceCents < 0)
    return `Your package is ${name}. We refund ${price(-differenceCents)} to where your payment came from; it arrives within 5 to 10 business days.${next}`;
  if (differenceCents > 0)
    return `Your package is ${name}. We send you an invoice for the difference of ${price(differenceCents)}, payable within 7 days.${next}`;
  return `Your package is ${name}. There is nothing to pay or refund.${next}`;
}
