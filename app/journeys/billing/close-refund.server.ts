import type { RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { sendRefundByHand } from "#app/domain/control/billing/money-emails.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { closeRefundOrder, retryRefundOrder } from "#app/domain/control/billing/refund-orders.server.ts";
import { takeBackYear } from "#app/domain/control/billing/take-back.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { askNow, type RefundState } from "./send-refund.server.ts";

export type RefundClosed =
  | { ok: true; state: RefundState }
  /** decided: it waits for nobody any more. */
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
