import type { RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { payerOfHeld } from "#app/domain/control/billing/held-payments.server.ts";
import { refundReasonLabels } from "#app/domain/control/billing/labels.ts";
import {
  sendHeldRefunded,
  sendRefundByHand,
  sendRefundOrdered,
  sendRefundRefused,
  sendRefundRefusedToClub,
} from "#app/domain/control/billing/money-emails.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import {
  answerRefundOrder,
  closeRefundOrder,
  dueRefundOrders,
  findRefundOrder,
  retryRefundOrder,
} from "#app/domain/control/billing/refund-orders.server.ts";
import { takeBackYear } from "#app/domain/control/billing/take-back.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { log } from "#app/observability/log.server.ts";
import { askForRefund } from "#app/payments/refunds.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** State of an order after Stripe was asked; `due` while its payment is on its way. */
export type RefundState = RefundOrdersTable["state"];

/**
 * Asks Stripe for an ordered refund and tells the club; where Stripe refuses, our billing staff too. A refund of a
 * payment that is still on its way waits for it, one whose payment failed is dropped. A year that goes back under the
 * guarantee ends with the first refund that Stripe accepts. Idempotent: one order is one refund and one mail.
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function sendRefund(control: ControlDb, orderId: string): Promise<RefundState> {
  const order = await findRefundOrder(control, orderId);
  if (!order) throw new Error(`There is no refund order ${orderId}`);
  if (order.state !== "due") return order.state;
  const answer = await askForRefund({
    orderId,
    attempt: order.attempt,
    paymentIntentId: order.payment_intent_id,
    cents: order.amount_cents,
    why: order.why,
  });
  log.info({ event: "refund", order: orderId, club: order.club_code, why: order.why, state: answer.state });
  if (answer.state === "early") return "due";
  const refundId = answer.state === "sent" ? answer.refundId : null;
  await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await answerRefundOrder(tx, orderId, { state: answer.state, refundId, at }))) return;
    if (answer.state === "sent" && order.subscription_id)
      await takeBackYear(tx, order.subscription_id, { orderedBy: order.ordered_by, note: order.note, at });
    await recordAudit(tx, {
      kind: `billing.refund-${answer.state}`,
      actor: { kind: "system", id: null },
      ...(order.club_code && { clubCode: order.club_code }),
      detail: { amount: formatPrice(order.amount_cents), why: refundReasonLabels[order.why] },
      at,
    });
    await reportAnswer(tx, order, answer.state);
    const { payment_intent_id: paymentIntentId } = order;
    await enqueue(tx, {
      kind: "money.read",
      payload: { paymentIntentId },
      key: `money.read:refund:${orderId}:${order.attempt}`,
    });
  });
  return answer.state;
}

async function reportAnswer(
  tx: ControlTx,
  order: RefundOrdersTable,
  state: "sent" | "refused" | "dropped",
): Promise<void> {
  if (state === "dropped") return;
  const club = order.club_code ? await findClub(tx, order.club_code) : null;
  if (state === "refused") {
    await sendRefundRefused(tx, order, club);
    if (club) await sendRefundRefusedToClub(tx, order, club);
    return;
  }
  if (club) return sendRefundOrdered(tx, club, order);
  const payer = await payerOfHeld(tx, order.payment_intent_id);
  if (payer) await sendHeldRefunded(tx, order, payer);
}

/** Does the same while a person waits for the answer; the job asks too, where Stripe is away. */
export async function askNow(control: ControlDb, orderId: string): Promise<RefundState> {
  try {
    return await sendRefund(control, orderId);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ order: orderId, err: error }, "a refund is asked for later, by its job");
    return "due";
  }
}

/** Sends due refunds; orders for a payment that is on its way are tried once a day. */
export async function sendDueRefunds(control: ControlDb): Promise<void> {
  const today = now().toISOString().slice(0, 10);
  for (const { id } of await dueRefundOrders(control))
    await enqueue(control, {
      kind: "refund.send",
      payload: { orderId: id },
      key: `refund.send:${id}:${today}`,
    });
}

type RefundClosed =
  | { ok: true; state: RefundState }
  /** decided: the order is no longer open. */
  | { ok: false; problem: "decided" };

/**
 * Finishes a refund that Stripe refused: staff have it asked for again, or made it another way and say how. Made by
 * hand it counts as gone back, so a year of the guarantee ends with it, and the club gets a mail.
 */
export async function closeRefund(
  control: ControlDb,
  order: RefundOrdersTable,
  { decision, note, adminId }: { decision: "retry" | "by-hand"; note: string; adminId: string },
): Promise<RefundClosed> {
  const done = await inTransaction(control, async (tx) => {
    const at = now();
    const changed =
      decision === "retry"
        ? await retryRefundOrder(tx, order.id)
        : await closeRefundOrder(tx, order.id, { by: adminId, note, at });
    if (!changed) return false;
    await recordAudit(tx, {
      kind: decision === "retry" ? "billing.refund-retried" : "billing.refund-by-hand",
      actor: { kind: "staff", id: adminId },
      ...(order.club_code && { clubCode: order.club_code }),
      detail: { amount: formatPrice(order.amount_cents), note },
      at,
    });
    if (decision === "retry") return true;
    if (order.subscription_id)
      await takeBackYear(tx, order.subscription_id, { orderedBy: adminId, note: order.note, at });
    const club = order.club_code ? await findClub(tx, order.club_code) : null;
    if (club) await sendRefundByHand(tx, order, { club, note });
    return true;
  });
  if (!done) return { ok: false, problem: "decided" };
  return { ok: true, state: decision === "retry" ? await askNow(control, order.id) : "settled" };
}
