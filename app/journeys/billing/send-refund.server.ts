import type { RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { payerOfHeld } from "#app/domain/control/billing/held-payments.server.ts";
import {
  sendHeldRefunded,
  sendRefundOrdered,
  sendRefundRefused,
} from "#app/domain/control/billing/money-emails.server.ts";
import {
  answerRefundOrder,
  dueRefundOrders,
  findRefundOrder,
} from "#app/domain/control/billing/refund-orders.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { log } from "#app/observability/log.server.ts";
import { askForRefund } from "#app/payments/refunds.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Asks Stripe for an ordered refund and tells the club; where Stripe refuses, our billing staff. A refund of a payment
 * that is still on its way waits for it. Idempotent: one order is one refund and one mail.
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function sendRefund(control: ControlDb, orderId: string): Promise<void> {
  const order = await findRefundOrder(control, orderId);
  if (!order) throw new Error(`There is no refund order ${orderId}`);
  if (order.state !== "due") return;
  const answer = await askForRefund({
    orderId,
    paymentIntentId: order.payment_intent_id,
    cents: order.amount_cents,
    why: order.why,
  });
  log.info({ event: "refund", order: orderId, club: order.club_code, why: order.why, state: answer.state });
  if (answer.state === "early") return;
  const refundId = answer.state === "sent" ? answer.refundId : null;
  await inTransaction(control, async (tx) => {
    await answerRefundOrder(tx, orderId, { state: answer.state, refundId, at: now() });
    await reportAnswer(tx, order, answer.state);
    const { payment_intent_id: paymentIntentId } = order;
    await enqueue(tx, {
      kind: "money.read",
      payload: { paymentIntentId },
      key: `money.read:refund:${orderId}`,
    });
  });
}

async function reportAnswer(
  tx: ControlTx,
  order: RefundOrdersTable,
  state: "sent" | "refused",
): Promise<void> {
  const club = order.club_code ? await findClub(tx, order.club_code) : null;
  if (state === "refused") return sendRefundRefused(tx, order, club);
  if (club) return sendRefundOrdered(tx, club, order);
  const payer = await payerOfHeld(tx, order.payment_intent_id);
  if (payer) await sendHeldRefunded(tx, order, payer);
}

/** Orders wait for a payment that is on its way; each is tried once a day. */
export async function sendDueRefunds(control: ControlDb): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  for (const { id } of await dueRefundOrders(control))
    await enqueue(control, {
      kind: "refund.send",
      payload: { orderId: id },
      key: `refund.send:${id}:${today}`,
    });
}
