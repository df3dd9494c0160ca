import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { WebhookEvent } from "#app/payments/stripe.server.ts";
import { enqueue, type NewJob } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** What an event asks for; each job reads Stripe's own state again, so the events' order does not matter. */
function jobFor({ type, objectId }: WebhookEvent): Pick<NewJob, "kind" | "payload"> | null {
  switch (type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.async_payment_failed":
      return { kind: "checkout.complete", payload: { sessionId: objectId } };
    case "charge.succeeded":
    case "charge.refunded":
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "refund.created":
    case "refund.updated":
    case "refund.failed":
      return { kind: "money.read-object", payload: { objectId } };
    case "invoice.paid":
    case "invoice.payment_failed":
    case "invoice.voided":
    case "invoice.marked_uncollectible":
    case "invoice.overdue":
      return { kind: "invoice.read", payload: { invoiceId: objectId } };
    default:
      return null;
  }
}

/**
 * Stores a verified event and the job that acts on it in one transaction. A known event changes nothing.
 * @returns whether it was new
 */
export function receiveWebhookEvent(control: ControlDb, event: WebhookEvent): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    const kept = await tx
      .insertInto("stripe_events")
      .values({ id: event.id, type: event.type, object_id: event.objectId, received_at: nowIso() })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 0n) return false;
    const job = jobFor(event);
    if (job) await enqueue(tx, { ...job, key: `stripe-event:${event.id}` });
    return true;
  });
}
