import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { WebhookEvent } from "#app/payments/stripe.server.ts";
import { readAgainFor } from "#app/payments/webhook-events.ts";
import { enqueue, type NewJob } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Returns the job for an event; each job reads Stripe's own state again, so the events' order does not matter. */
function jobFor({ type, objectId }: WebhookEvent): Pick<NewJob, "kind" | "payload"> | null {
  switch (readAgainFor(type)) {
    case "checkout":
      return { kind: "checkout.complete", payload: { sessionId: objectId } };
    case "money":
      return { kind: "money.read-object", payload: { objectId } };
    case "invoice":
      return { kind: "invoice.read", payload: { invoiceId: objectId } };
    case "payment":
      return { kind: "invoice.read-payment", payload: { paymentIntentId: objectId } };
    case null:
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
