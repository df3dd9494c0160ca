import { sql } from "kysely";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlTx } from "#app/db/control/schema.ts";
import { setTerm } from "#app/domain/control/clubs/clubs.server.ts";
import { orderRefund } from "./refund-orders.server.ts";
import { withdrawSettlements } from "./settlements.server.ts";
import { refundSources } from "./years.server.ts";

/**
 * Takes a year back whose refund was accepted, once: it no longer counts as paid, its unpaid settlement is withdrawn,
 * and the club's time ends with the last other year it paid, or now (product/billing.md#guarantee).
 */
export async function takeBackYear(
  tx: ControlTx,
  yearId: string,
  { orderedBy, note, at }: { orderedBy: string | null; note: string; at: Date },
): Promise<void> {
  const year = await tx
    .selectFrom("subscriptions")
    .selectAll()
    .where("id", "=", yearId)
    .executeTakeFirstOrThrow();
  if (year.refunded_at) return;
  const moment = at.toISOString();
  await tx
    .updateTable("subscriptions")
    .set({ refunded_at: moment, updated_at: moment })
    .where("id", "=", year.id)
    .execute();
  await withdrawSettlements(tx, year, at);
  await refundRest(tx, year, { orderedBy, note, at });
  await endWithLastYear(tx, year.club_code, moment);
}

/** Refunds the rest of a year: an invoice may have been paid between the order and Stripe's answer. */
async function refundRest(
  tx: ControlTx,
  year: SubscriptionsTable,
  { orderedBy, note, at }: { orderedBy: string | null; note: string; at: Date },
): Promise<void> {
  const ordered = await tx
    .selectFrom("refund_orders")
    .select("payment_intent_id")
    .where("club_code", "=", year.club_code)
    .where("subscription_id", "=", year.id)
    .execute();
  const known = new Set(ordered.map(({ payment_intent_id }) => payment_intent_id));
  for (const { paymentIntentId, leftCents: cents } of await refundSources(tx, year)) {
    if (cents === 0 || known.has(paymentIntentId)) continue;
    await orderRefund(tx, {
      clubCode: year.club_code,
      paymentIntentId,
      cents,
      why: "guarantee",
      subscriptionId: year.id,
      orderedBy: orderedBy ?? undefined,
      note,
      at,
    });
  }
}

/**
 * Takes back what a year's adjustments asked for when its own payment failed: an invoice is withdrawn, and what was
 * paid of one goes back. The package stays the one that fits, and is what is paid for next.
 */
export async function dropFailedYear(tx: ControlTx, year: SubscriptionsTable, at: Date): Promise<void> {
  await withdrawSettlements(tx, year, at);
  for (const { paymentIntentId, leftCents: cents } of await refundSources(tx, year))
    if (cents > 0 && paymentIntentId !== year.payment_intent_id)
      await orderRefund(tx, {
        clubCode: year.club_code,
        paymentIntentId,
        cents,
        why: "settlement",
        at,
      });
}

/**
 * Sets the club's time to the last year that it has paid, or is paying. A year that was taken back counts until then.
 * @param fallback where there never was one, ISO-8601 UTC
 */
export async function endWithLastYear(tx: ControlTx, clubCode: string, fallback: string): Promise<void> {
  const { rows } = await sql<{ starts: string; ends: string }>`
    select starts_at as starts, case when refunded_at is null then ends_at else min(ends_at, refunded_at) end as ends
    from subscriptions where club_code = ${clubCode} and payment_status in ('paid', 'processing')
    order by ends desc, starts limit 1`.execute(tx);
  await setTerm(tx, clubCode, rows[0] ?? { ends: fallback });
}
