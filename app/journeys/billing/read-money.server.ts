import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { storeDispute } from "#app/domain/control/billing/disputes.server.ts";
import { clubOfPayment, recordMovements } from "#app/domain/control/billing/ledger.server.ts";
import { sendDispute, sendRefundFailed } from "#app/domain/control/billing/money-emails.server.ts";
import { refuseSentRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { log } from "#app/observability/log.server.ts";
import { type DisputeAtStripe, paymentOf, readMovements } from "#app/payments/movements.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Brings the ledger in line with what moved at Stripe for one payment. The payment is read whole, so events may come
 * twice, late or in any order (product.md#ledger).
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function readMoney(control: ControlDb, paymentIntentId: string): Promise<void> {
  const { movements, disputes } = await readMovements(paymentIntentId);
  await inTransaction(control, async (tx) => {
    const clubCode = await clubOfPayment(tx, paymentIntentId);
    const added = await recordMovements(tx, movements, { clubCode, at: now() });
    for (const { kind, stripeId, cents } of added) {
      log.info({ event: "money moved", kind, stripeId, cents, club: clubCode });
      if (kind === "refund-returned") await reportFailedRefund(tx, stripeId);
    }
    for (const dispute of disputes) await reportDispute(tx, dispute, clubCode);
  });
}

/** The same for the charge, refund or dispute of an event. */
export async function readMoneyOf(control: ControlDb, objectId: string): Promise<void> {
  const paymentIntentId = await paymentOf(objectId);
  if (paymentIntentId) await readMoney(control, paymentIntentId);
}

/** A refund that the payer's bank did not take: our billing staff has to find another way. */
async function reportFailedRefund(tx: ControlTx, refundId: string): Promise<void> {
  const refused = await refuseSentRefund(tx, refundId);
  if (!refused) return;
  const club = refused.club_code ? await findClub(tx, refused.club_code) : null;
  await sendRefundFailed(tx, refused, club);
}

async function reportDispute(
  tx: ControlTx,
  dispute: DisputeAtStripe,
  clubCode: string | null,
): Promise<void> {
  const seen = await storeDispute(tx, dispute, { clubCode, at: now() });
  if (seen === "known") return;
  const club = clubCode ? await findClub(tx, clubCode) : null;
  await sendDispute(tx, dispute, club);
}
