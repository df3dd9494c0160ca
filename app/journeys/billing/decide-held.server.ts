import type { HeldPaymentsTable } from "#app/db/control/money-tables.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { decideHeldPayment } from "#app/domain/control/billing/held-payments.server.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { log } from "#app/observability/log.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { completeCheckout } from "./complete-checkout.server.ts";

/**
 * Decides a held payment, once: the club is opened with what was paid, or the money goes back
 * (product/billing.md#held-payments). Only dollars can be accepted.
 * @returns false if another person decided before
 */
export async function decideHeld(
  platform: Platform,
  held: HeldPaymentsTable,
  { decision, adminId }: { decision: "accepted" | "refunded"; adminId: string },
): Promise<boolean> {
  const { control } = platform;
  const { session_id: sessionId, payment_intent_id: paymentIntentId } = held;
  if (decision === "accepted" && held.currency !== "usd") throw new Error("Only dollars can be accepted");
  const decided = await inTransaction(control, async (tx) => {
    const at = now();
    if (!(await decideHeldPayment(tx, sessionId, { decision, by: adminId, at }))) return false;
    await recordAudit(tx, {
      kind: decision === "accepted" ? "billing.held-accepted" : "billing.held-refunded",
      actor: { kind: "staff", id: adminId },
      detail: { cents: held.paid_cents },
      at,
    });
    if (decision === "accepted") {
      await enqueue(tx, {
        kind: "checkout.complete",
        payload: { sessionId },
        key: `held-accepted:${sessionId}`,
      });
    } else if (paymentIntentId) {
      const order = {
        clubCode: null,
        paymentIntentId,
        cents: held.paid_cents,
        why: "held",
        orderedBy: adminId,
        at,
      } as const;
      await orderRefund(tx, order);
    }
    return true;
  });
  if (decided && decision === "accepted") await openAtOnce(platform, sessionId);
  return decided;
}

/** Opens the club at once for the waiting payer; the job would too. */
async function openAtOnce(platform: Platform, sessionId: string): Promise<void> {
  try {
    await completeCheckout(platform, sessionId);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ session: sessionId, err: error }, "an accepted payment is completed later, by its job");
  }
}
