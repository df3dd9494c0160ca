import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { paymentsOfClub } from "#app/domain/control/billing/years.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { readMoneyIfReachable } from "./ledger.server.ts";
import { askNow, type RefundState } from "./send-refund.server.ts";

/** Refund by staff of a payment, with what its page showed them. */
export interface StaffRefund {
  paymentIntentId: string;
  cents: number;
  /**
   * Refundable amount that the page showed; a different one now refuses the form, so that a second press refunds
   * nothing.
   */
  shownLeftCents: number;
  /** The club reads it. */
  note: string;
  adminId: string;
}

export type StaffRefunded =
  | { ok: true; state: RefundState; cents: number }
  | { ok: false; problem: "not-found" | "changed" | "too-much"; leftCents: number };

/**
 * Refunds any part of a payment that the ledger has left, and asks Stripe at once
 * (product/billing.md#refunds-by-staff).
 */
export async function refundPart(
  control: ControlDb,
  club: ClubsTable,
  refund: StaffRefund,
): Promise<StaffRefunded> {
  await readMoneyIfReachable(control, [refund.paymentIntentId]);
  const ordered = await inTransaction(control, async (tx) => {
    const payment = (await paymentsOfClub(tx, club.code)).find(
      ({ paymentIntentId, status }) => paymentIntentId === refund.paymentIntentId && status === "paid",
    );
    if (!payment) return { ok: false, problem: "not-found", leftCents: 0 } as const;
    const { leftCents } = payment;
    if (leftCents !== refund.shownLeftCents) return { ok: false, problem: "changed", leftCents } as const;
    if (refund.cents > leftCents) return { ok: false, problem: "too-much", leftCents } as const;
    const { paymentIntentId, cents, note, adminId } = refund;
    const at = now();
    const id = await orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId,
      cents,
      why: "staff",
      orderedBy: adminId,
      note,
      at,
    });
    await recordAudit(tx, {
      kind: "billing.refund-ordered",
      actor: { kind: "staff", id: adminId },
      clubCode: club.code,
      detail: { amount: formatPrice(cents), note },
      at,
    });
    return { ok: true, id } as const;
  });
  if (!ordered.ok) return ordered;
  return { ok: true, state: await askNow(control, ordered.id), cents: refund.cents };
}
