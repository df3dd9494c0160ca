import type { RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

export interface NewRefundOrder {
  clubCode: string | null;
  paymentIntentId: string;
  cents: number;
  why: RefundOrdersTable["why"];
  settlementId?: string;
  /** The year that ends once the refund is accepted. */
  subscriptionId?: string;
  /** The platform administrator who ordered it; absent for the platform itself. */
  orderedBy?: string;
  note?: string;
  at: Date;
}

/** Stores a refund to be asked of Stripe. @returns its id */
export async function insertRefundOrder(tx: ControlTx, order: NewRefundOrder): Promise<string> {
  const id = newId();
  await tx
    .insertInto("refund_orders")
    .values({
      id,
      club_code: order.clubCode,
      payment_intent_id: order.paymentIntentId,
      amount_cents: order.cents,
      why: order.why,
      settlement_id: order.settlementId ?? null,
      subscription_id: order.subscriptionId ?? null,
      ordered_by: order.orderedBy ?? null,
      note: order.note ?? "",
      ordered_at: order.at.toISOString(),
      state: "due",
      attempt: 0,
      refund_id: null,
      sent_at: null,
      settled_by: null,
      settled_at: null,
      settled_note: null,
    })
    .execute();
  return id;
}

/** Loads a refund order by its id, or null. */
export async function findRefundOrder(control: ControlDb, id: string): Promise<RefundOrdersTable | null> {
  const order = await control.selectFrom("refund_orders").selectAll().where("id", "=", id).executeTakeFirst();
  return order ?? null;
}

/**
 * Stores what Stripe answered to an order. A state that is reached stays, but that a sent refund may fail at the bank.
 * @returns false where another job stored an answer before
 */
export async function answerRefundOrder(
  tx: ControlTx,
  id: string,
  answer: { state: "sent" | "refused" | "dropped"; refundId: string | null; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("refund_orders")
    .set({ state: answer.state, refund_id: answer.refundId, sent_at: answer.at.toISOString() })
    .where("id", "=", id)
    .where("state", "=", "due")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Loads the order whose refund failed at the payer's bank, marked as refused now; null where it was marked before. */
export async function refuseSentRefund(
  tx: ControlTx,
  refundId: string,
): Promise<Pick<RefundOrdersTable, "id" | "club_code" | "amount_cents" | "why"> | null> {
  const refused = await tx
    .updateTable("refund_orders")
    .set({ state: "refused" })
    .where("refund_id", "=", refundId)
    .where("state", "=", "sent")
    .returning(["id", "club_code", "amount_cents", "why"])
    .executeTakeFirst();
  return refused ?? null;
}

/** Orders that wait, oldest first: for a payment on its way, or for a job that gave up. */
export function dueRefundOrders(control: ControlDb): Promise<{ id: string; ordered_at: string }[]> {
  return control
    .selectFrom("refund_orders")
    .select(["id", "ordered_at"])
    .where("state", "=", "due")
    .orderBy("ordered_at")
    .limit(200)
    .execute();
}

/** Loads the refunds of a club that its ledger does not show: on their way, refused by Stripe, or made another way. */
export function refundsBesideLedger(control: ControlDb, clubCode: string): Promise<RefundOrdersTable[]> {
  return control
    .selectFrom("refund_orders")
    .selectAll()
    .where("club_code", "=", clubCode)
    .where("state", "in", ["due", "refused", "settled"])
    .orderBy("ordered_at", "desc")
    .execute();
}

/** Orders a refund, and the job that asks Stripe for it, in the transaction that decides it. @returns the order's id */
export async function orderRefund(tx: ControlTx, order: NewRefundOrder): Promise<string> {
  const orderId = await insertRefundOrder(tx, order);
  await enqueue(tx, { kind: "refund.send", payload: { orderId }, key: `refund.send:${orderId}` });
  return orderId;
}

/**
 * Has Stripe asked again for the refunds of a payment that it refused, the oldest first, for what the payment has left.
 * @returns the sum of those that are asked for, in cents
 */
export async function retryRefusedRefunds(
  tx: ControlTx,
  paymentIntentId: string,
  leftCents: number,
): Promise<number> {
  const refused = await tx
    .selectFrom("refund_orders")
    .select(["id", "amount_cents"])
    .where("payment_intent_id", "=", paymentIntentId)
    .where("state", "=", "refused")
    .orderBy("ordered_at")
    .execute();
  let left = leftCents;
  for (const { id, amount_cents } of refused) {
    const cents = Math.min(amount_cents, left);
    if (cents === 0) break;
    await tx.updateTable("refund_orders").set({ amount_cents: cents }).where("id", "=", id).execute();
    await retryRefundOrder(tx, id);
    left -= cents;
  }
  return leftCents - left;
}

/**
 * Drops the refused refunds of a payment, because they are not owed any more.
 * @param cameBack also those that Stripe made and the payer's bank sent back
 */
export async function dropRefusedRefunds(
  tx: ControlTx,
  paymentIntentId: string,
  { cameBack }: { cameBack: boolean },
): Promise<void> {
  await tx
    .updateTable("refund_orders")
    .set({ state: "dropped" })
    .where("payment_intent_id", "=", paymentIntentId)
    .where("state", "=", "refused")
    .$if(!cameBack, (query) => query.where("refund_id", "is", null))
    .execute();
}

/**
 * Retries a refund at Stripe that was refused or came back.
 * @returns false if the order is not open
 */
export async function retryRefundOrder(tx: ControlTx, orderId: string): Promise<boolean> {
  const again = await tx
    .updateTable("refund_orders")
    .set((eb) => ({ state: "due", attempt: eb("attempt", "+", 1), refund_id: null, sent_at: null }))
    .where("id", "=", orderId)
    .where("state", "=", "refused")
    .returning("attempt")
    .executeTakeFirst();
  if (!again) return false;
  await enqueue(tx, {
    kind: "refund.send",
    payload: { orderId },
    key: `refund.send:${orderId}:again:${again.attempt}`,
  });
  return true;
}

/** Closes a refused refund that staff made another way. @returns false if the order is not open */
export async function closeRefundOrder(
  tx: ControlTx,
  orderId: string,
  done: { by: string; note: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("refund_orders")
    .set({
      state: "settled",
      settled_by: done.by,
      settled_note: done.note,
      settled_at: done.at.toISOString(),
    })
    .where("id", "=", orderId)
    .where("state", "=", "refused")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
