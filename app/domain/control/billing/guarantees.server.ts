import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { dropRefusedRefunds, orderRefund, retryRefusedRefunds } from "./refund-orders.server.ts";
import { takeBackYear } from "./take-back.server.ts";
import { contestedOf, leftOf, paymentsOfClub, paymentsOfYear, type YearPayment } from "./years.server.ts";

/**
 * Keeps that a year's money was asked for in time and accepted; the first time counts (product/billing.md#guarantee).
 */
export async function acceptGuarantee(
  tx: ControlTx,
  yearId: string,
  { adminId, note, at }: { adminId: string; note: string; at: Date },
): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ guarantee_at: at.toISOString(), guarantee_by: adminId, guarantee_note: note })
    .where("id", "=", yearId)
    .where("guarantee_at", "is", null)
    .execute();
}

/** A year whose money was asked for, with the present state of its payments. */
export interface AcceptedGuarantee {
  year: SubscriptionsTable & { guarantee_at: string };
  payments: YearPayment[];
}

/** Loads the years of a club whose money was asked for under the guarantee, the newest first. */
export async function acceptedGuarantees(control: ControlDb, clubCode: string): Promise<AcceptedGuarantee[]> {
  const years = await control
    .selectFrom("subscriptions")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("guarantee_at", "is not", null)
    .orderBy("starts_at", "desc")
    .limit(3)
    .execute();
  return Promise.all(
    years.map(async ({ guarantee_at, ...year }) => ({
      year: { ...year, guarantee_at: guarantee_at ?? "" },
      payments: await paymentsOfYear(control, year),
    })),
  );
}

/** Refunds that follow from a dispute's state. */
export interface DisputeOutcome {
  /** Goes back now, or once the bank decides for us; 0 where nothing is owed. */
  followsCents: number;
  /** True if the year's money was asked for under the guarantee. */
  guarantee: boolean;
}

/**
 * Does what a dispute's new state requires, in the transaction that stores it. Won: refunds that Stripe refused
 * meanwhile are asked for again, and the rest owed under the guarantee is ordered. Lost: the payer has the money, so
 * nothing more is owed, and a year under the guarantee ends (product/billing.md#guarantee).
 */
export async function followDispute(
  tx: ControlTx,
  { payment_intent_id: paymentIntentId, status }: { payment_intent_id: string; status: string },
  { clubCode, at }: { clubCode: string; at: Date },
): Promise<DisputeOutcome> {
  if (status === "lost") await dropRefusedRefunds(tx, paymentIntentId, { cameBack: false });
  const paid = await paymentsOfClub(tx, clubCode);
  const payment = paid.find((one) => one.paymentIntentId === paymentIntentId);
  const year = payment && (await findYear(tx, payment.yearId));
  if (!payment || !year) return { followsCents: 0, guarantee: false };
  const guarantee = Boolean(year.guarantee_at);
  const ofYear = paid.filter(({ yearId }) => yearId === year.id);
  if (status === "lost" && guarantee) await endIfNothingIsLeft(tx, { year, payments: ofYear, at });
  if (status === "lost") return { followsCents: 0, guarantee };
  if (status !== "won") return { followsCents: guarantee ? payment.contestedCents : 0, guarantee };
  const again = await retryRefusedRefunds(tx, paymentIntentId, payment.leftCents);
  const rest = guarantee ? payment.leftCents - again : 0;
  if (rest > 0)
    await orderRefund(tx, {
      clubCode,
      paymentIntentId,
      cents: rest,
      why: "guarantee",
      subscriptionId: year.id,
      orderedBy: year.guarantee_by ?? undefined,
      note: year.guarantee_note ?? "",
      at,
    });
  return { followsCents: again + rest, guarantee };
}

const findYear = (control: ControlDb, id: string): Promise<SubscriptionsTable | undefined> =>
  control.selectFrom("subscriptions").selectAll().where("id", "=", id).executeTakeFirst();

/** Ends a year whose money the bank gave back, as with a refund, unless more of it is still open. */
async function endIfNothingIsLeft(
  tx: ControlTx,
  { year, payments, at }: { year: SubscriptionsTable; payments: readonly YearPayment[]; at: Date },
): Promise<void> {
  if (year.refunded_at || contestedOf(payments) + leftOf(payments) > 0) return;
  if (payments.some(({ orderedCents }) => orderedCents > 0)) return;
  await takeBackYear(tx, year.id, {
    orderedBy: year.guarantee_by ?? null,
    note: year.guarantee_note ?? "",
    at,
  });
}
