import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { StripeNews } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { nowIso } from "#app/runtime/clock.server.ts";

/** What happens to a Checkout session. All lead to one new look at it: their order does not matter. */
const ABOUT_CHECKOUTS = new Set([
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
]);

/**
 * Keeps a verified event and the job that acts on it, both or neither. An event that came before changes nothing.
 * @returns whether it was new
 */
export function receiveStripeNews(control: ControlDb, news: StripeNews): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    const kept = await tx
      .insertInto("stripe_events")
      .values({ id: news.id, type: news.type, object_id: news.objectId, received_at: nowIso() })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    if (kept.numInsertedOrUpdatedRows === 0n) return false;
    if (ABOUT_CHECKOUTS.has(news.type)) {
      await enqueue(tx, {
        kind: "checkout.complete",
        payload: { sessionId: news.objectId },
        key: `stripe-event:${news.id}`,
      });
    }
    return true;
  });
}
