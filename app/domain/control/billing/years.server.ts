import { sql } from "kysely";
import type { PlanId, SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { guaranteeRuns } from "./guarantee.ts";
import { OPEN_DISPUTES } from "./ledger.server.ts";
import type { RefundSource } from "./settlement.ts";

/** Loads every year that a club has paid, is paying or failed to pay: the latest start first, then the newest. */
export function yearsOfClub(control: ControlDb, clubCode: string): Promise<ClubYear[]> {
  return control
    .selectFrom("subscriptions")
    .selectAll()
    .select((eb) => {
      const settled = eb
        .selectFrom("settlements as s")
        .whereRef("s.club_code", "=", "subscriptions.club_code")
        .whereRef("s.subscription_id", "=", "subscriptions.id")
        .where("s.voided_at", "is", null);
      return [
        settled.select(({ fn }) => fn.sum<number | null>("s.difference_cents").as("sum")).as("settled_cents"),
        settled
          .select("s.plan")
          .orderBy("s.created_at", "desc")
          .orderBy("s.id", "desc")
          .limit(1)
          .as("settled_plan"),
      ];
    })
    .where("club_code", "=", clubCode)
    .orderBy("starts_at", "desc")
    .orderBy("created_at", "desc")
    .execute();
}

/** A year with the sum of its valid settlements, and the package of the last one; null for none. */
export type ClubYear = SubscriptionsTable & { settled_cents: number | null; settled_plan: PlanId | null };

/** Returns the package of a year: that of its last valid settlement, otherwise the one that was paid for. */
export const packageOf = ({ settled_plan, plan }: ClubYear): PlanId => settled_plan ?? plan;

/** Returns the price of a year's package, in cents. */
export const priceOf = ({ price_cents, settled_cents }: ClubYear): number =>
  price_cents + Number(settled_cents ?? 0);

/** Tells whether a year was paid, or its bank payment is on its way, and it was not taken back. */
export const isCharged = ({ refunded_at, payment_status }: SubscriptionsTable) =>
  refunded_at === null && payment_status !== "failed";

/** Picks the charged year that contains a moment; without one the newest; null where nothing was charged. */
export function chargedAmong<Year extends SubscriptionsTable>(years: readonly Year[], at: Date): Year | null {
  const charged = years.filter(isCharged);
  return charged.find((term) => isRunning(term, at)) ?? charged[0] ?? null;
}

/** Loads the charged year that runs; null where none does. */
export async function runningYear(control: ControlDb, clubCode: string, at: Date): Promise<ClubYear | null> {
  const year = chargedAmong(await yearsOfClub(control, clubCode), at);
  return year && isRunning(year, at) ? year : null;
}

/** Loads the charged years that are booked and have not begun. */
export async function yearsToCome(control: ControlDb, clubCode: string, at: Date): Promise<ClubYear[]> {
  const moment = at.toISOString();
  return (await yearsOfClub(control, clubCode)).filter((year) => isCharged(year) && year.starts_at > moment);
}

/** Loads the year that an adjustment settles: the present one, or a future one; a past one is not settled any more. */
export async function termToSettle(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<SubscriptionsTable | null> {
  const terms = (await yearsOfClub(control, clubCode)).filter(isCharged);
  const moment = at.toISOString();
  return (
    terms.find((term) => isRunning(term, at)) ?? terms.findLast(({ starts_at }) => starts_at > moment) ?? null
  );
}

function isRunning({ starts_at, ends_at }: SubscriptionsTable, at: Date): boolean {
  const moment = at.toISOString();
  return starts_at <= moment && moment < ends_at;
}

/** A paid year with the moment of its payment, ISO-8601 UTC; by bank the moment when the money had come. */
export type PaidYear = SubscriptionsTable & { paidAt: string };

/**
 * Loads the year that the guarantee is about: of the paid years that run or are to come, the one whose payment is at
 * most 14 days old (product/billing.md#guarantee). Where there is none, the newest of them, and `runs` is false.
 * @returns null where no paid year runs or is to come
 */
export async function guaranteeYear(
  control: ControlDb,
  clubCode: string,
  at: Date,
): Promise<{ year: PaidYear; runs: boolean } | null> {
  const rows = await control
    .selectFrom("subscriptions as s")
    .selectAll("s")
    .select((eb) =>
      eb
        .selectFrom("ledger as l")
        .select(
          // A bank's payment is dated by Stripe when it was started, days before it succeeds and is recorded.
          sql<
            string | null
          >`min(case when l.method = 'us_bank_account' then l.recorded_at else l.moved_at end)`.as("paid"),
        )
        .whereRef("l.payment_intent_id", "=", "s.payment_intent_id")
        .where("l.kind", "=", "payment")
        .as("paid"),
    )
    .where("s.club_code", "=", clubCode)
    .where("s.refunded_at", "is", null)
    .where("s.payment_status", "=", "paid")
    .where("s.ends_at", ">", at.toISOString())
    .orderBy("s.starts_at", "desc")
    .limit(3)
    .execute();
  const years = rows.map(({ paid, ...year }) => ({ ...year, paidAt: paid ?? year.created_at }));
  const year = years.find(({ paidAt }) => guaranteeRuns(paidAt, at));
  if (year) return { year, runs: true };
  return years[0] ? { year: years[0], runs: false } : null;
}

/** A payment of a year with where its money is, in cents. */
export interface YearPayment extends RefundSource {
  /** The year that it paid for. */
  yearId: string;
  /** Id of the invoice for a larger package; null for the year's own payment. */
  invoice: string | null;
  status: SubscriptionsTable["payment_status"];
  /** Recording time; ISO-8601 UTC. */
  at: string;
  paidCents: number;
  /** Refunded anywhere, less what came back. */
  refundedCents: number;
  /** Ordered, and not in the ledger yet. */
  orderedCents: number;
  /** Refundable once a bank has decided an open dispute for us. */
  contestedCents: number;
  /** Given back to the payer by a bank. */
  lostCents: number;
}

interface MoneyOfPayment extends Omit<YearPayment, "leftCents" | "contestedCents"> {
  contested: number;
  lost: number;
}

/**
 * Loads the payments of a club, newest first, with what of each can go back: what the ledger has left, less the refunds
 * that are ordered and not in it yet. A payment that the ledger does not know yet counts in full; one that is
 * contested, or was lost in a dispute, is refused by Stripe (product/billing.md#ledger).
 */
export async function paymentsOfClub(
  control: ControlDb,
  clubCode: string,
  yearId: string | null = null,
): Promise<YearPayment[]> {
  const ofYear = (column: string) => (yearId ? sql`and ${sql.ref(column)} = ${yearId}` : sql``);
  const { rows } = await sql<MoneyOfPayment>`
    select p.payment as "paymentIntentId", p.year as "yearId", p.invoice, p.status, p.at,
      coalesce((select sum(amount_cents) from ledger where payment_intent_id = p.payment and kind = 'payment'),
        p.cents) as "paidCents",
      coalesce((select -sum(amount_cents) from ledger where payment_intent_id = p.payment
        and kind in ('refund', 'refund-returned')), 0) as "refundedCents",
      coalesce((select sum(o.amount_cents) from refund_orders o where o.payment_intent_id = p.payment
        and (o.state in ('due', 'settled') or (o.state = 'sent' and not exists (
          select 1 from ledger l where l.kind = 'refund' and l.stripe_id = o.refund_id)))), 0) as "orderedCents",
      (select count(*) from disputes d where d.payment_intent_id = p.payment
        and d.status in (${sql.join(OPEN_DISPUTES)})) as contested,
      (select count(*) from disputes d where d.payment_intent_id = p.payment
        and d.status not in (${sql.join([...OPEN_DISPUTES, ...HARMLESS_DISPUTES])})) as lost,
      coalesce((select sum(d.amount_cents) from disputes d where d.payment_intent_id = p.payment
        and d.status not in (${sql.join([...OPEN_DISPUTES, ...HARMLESS_DISPUTES])})), 0) as "lostCents"
    from (
      select i.payment_intent_id as payment, s.subscription_id as year, i.number as invoice, i.status, i.amount_cents as cents,
        i.created_at as at
      from invoices i join settlements s on s.id = i.settlement_id
      where i.club_code = ${clubCode} and i.status = 'paid' and i.payment_intent_id is not null
        ${ofYear("s.subscription_id")}
      union all
      select payment_intent_id, id, null, payment_status, price_cents, created_at from subscriptions
      where club_code = ${clubCode} and payment_intent_id is not null ${ofYear("id")}) p
    order by p.at desc`.execute(control);
  return rows.map(({ contested, lost, ...row }) => {
    const left = Math.max(0, row.paidCents - row.refundedCents - row.orderedCents);
    return {
      ...row,
      leftCents: contested + lost > 0 ? 0 : left,
      contestedCents: contested > 0 && lost === 0 ? left : 0,
    };
  });
}

/** Stripe's states of a dispute in which a payment can be refunded. */
const HARMLESS_DISPUTES = [
  "won",
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "prevented",
];

/** Loads the same of one year. */
export const paymentsOfYear = (
  control: ControlDb,
  { id, club_code }: Pick<SubscriptionsTable, "id" | "club_code">,
): Promise<YearPayment[]> => paymentsOfClub(control, club_code, id);

/** Lists what can go back of each payment of a year, newest payment first. */
export const refundSources = async (
  control: ControlDb,
  term: Pick<SubscriptionsTable, "id" | "club_code">,
): Promise<RefundSource[]> =>
  (await paymentsOfYear(control, term)).map(({ paymentIntentId, leftCents }) => ({
    paymentIntentId,
    leftCents,
  }));

const sumOf = <Item>(items: readonly Item[], cents: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + cents(item), 0);

/** Sums what can go back of a year's payments, in cents. */
export const leftOf = (sources: readonly RefundSource[]): number => sumOf(sources, (one) => one.leftCents);

/** Sums what is contested of a year's payments, in cents: it goes back if the banks decide for us. */
export const contestedOf = (payments: readonly YearPayment[]): number =>
  sumOf(payments, (one) => one.contestedCents);
