import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { sendPaidTwice, sendSecondRefunded } from "#app/journeys/clubs/club-emails.server.ts";
import { log } from "#app/observability/log.server.ts";
import { refundPayment } from "#app/payments/stripe.server.ts";

/**
 * Refunds the second payment of one sign-up through Stripe and tells the club; where Stripe refuses, our billing staff
 * (product.md#payment). Idempotent: Stripe refunds one payment once, and each mail is queued once.
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function refundSecondPayment(control: ControlDb, sessionId: string): Promise<void> {
  const second = await control
    .selectFrom("subscriptions")
    .select(["club_code", "payment_intent_id", "price_cents"])
    .where("checkout_session_id", "=", sessionId)
    .where("refunded_at", "is not", null)
    .executeTakeFirst();
  const club = second && (await findClub(control, second.club_code));
  if (!club) throw new Error(`No second payment of the session ${sessionId}`);
  const { payment_intent_id: paymentIntentId, price_cents: cents } = second;
  const refunded = paymentIntentId !== null && (await refundPayment(paymentIntentId, sessionId));
  log.info({ event: "second payment", club: club.code, session: sessionId, refunded });
  await inTransaction(control, (tx) =>
    refunded ? sendSecondRefunded(tx, club, { sessionId, cents }) : sendPaidTwice(tx, club, sessionId),
  );
}
