import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { WebhookEvent } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** Events of a Checkout session. Each triggers a fresh look at it, so their order does not matter. */
const ABOUT_CHECKOUTS = new Set([
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
]);

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
    if (ABOUT_CHECKOUTS.has(event.type)) {
      await enqueue(tx, {
        kind: "checkout.complete",
        payload: { sessionId: event.objectId },
        key: `stripe-event:${event.id}`,
      });
    }
    return true;
  });
}
