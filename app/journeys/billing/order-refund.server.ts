import type { ControlTx } from "#app/db/control/schema.ts";
import { insertRefundOrder, type NewRefundOrder } from "#app/domain/control/billing/refund-orders.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";

/** Orders a refund, and the job that asks Stripe for it, in the transaction that decides it. @returns the order's id */
export async function orderRefund(tx: ControlTx, order: NewRefundOrder): Promise<string> {
  const orderId = await insertRefundOrder(tx, order);
  await enqueue(tx, { kind: "refund.send", payload: { orderId }, key: `refund.send:${orderId}` });
  return orderId;
}
