import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import type { CheckoutOrder } from "#app/domain/control/billing/checkouts.server.ts";
import { sendRenewalFailed, sendRenewed } from "#app/domain/control/billing/follow-terms.server.ts";
import { giveToClub } from "#app/domain/control/billing/ledger.server.ts";
import { sendPaymentReceived } from "#app/domain/control/billing/money-emails.server.ts";
import type { PaymentStatus } from "#app/domain/control/billing/payments.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { verifiedPlayers } from "#app/domain/control/billing/renewal-plans.server.ts";
import { coverYear, takeBackPackage, takePackage } from "#app/domain/control/billing/settlements.server.ts";
import {
  findSubscription,
  markRefunded,
  recordPayment,
} from "#app/domain/control/billing/subscriptions.server.ts";
import { dropFailedYear, endWithLastYear } from "#app/domain/control/billing/take-back.server.ts";
import { isRenewable, nextTermStart } from "#app/domain/control/clubs/club-access.ts";
import { findClub, setClubStatus, setTerm } from "#app/domain/control/clubs/clubs.server.ts";
import { takeBackCancellation } from "#app/domain/control/leaving/cancel-club.server.ts";
import type { Checkout } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/**
 * Books the payment of a club's next year, once: the year is appended as soon as the payment is there or on its way,
 * and taken back where a bank payment fails. A second payment for the same year is refunded (product/billing.md#term).
 */
export async function bookRenewal(
  tx: ControlTx,
  order: CheckoutOrder,
  { checkout, payment }: { checkout: Checkout; payment: PaymentStatus },
): Promise<{ state: PaymentStatus; clubCode: string }> {
  const at = now();
  const club = await clubOf(tx, order.signup_id);
  const { paymentIntentId } = checkout;
  const known = await findSubscription(tx, order.session_id);
  const second = !known && !isRenewable(club.term_ends_at, at);
  const { before, now: state } = await recordPayment(
    tx,
    { ...order, price_cents: checkout.amountCents },
    {
      clubCode: club.code,
      payment,
      paymentIntentId,
      customerId: checkout.customerId,
      at,
      termStart: nextTermStart(club.term_ends_at, at),
    },
  );
  if (before === state) return { state, clubCode: club.code };
  if (second) {
    await markRefunded(tx, order.session_id, at);
    if (!paymentIntentId) throw new Error(`The paid session ${order.session_id} names no payment`);
    await orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId,
      cents: checkout.amountCents,
      why: "second",
      at,
    });
  } else if (known?.refunded_at == null) await moveTerm(tx, club, order.session_id, { before, state });
  if (state === "paid" && paymentIntentId) {
    await giveToClub(tx, paymentIntentId, club.code);
    await enqueue(tx, {
      kind: "money.read",
      payload: { paymentIntentId },
      key: `money.read:session:${order.session_id}`,
    });
  }
  return { state, clubCode: club.code };
}

/** Appends the year, or takes it back, and writes to the club. */
async function moveTerm(
  tx: ControlTx,
  club: ClubsTable,
  sessionId: string,
  { before, state }: { before: PaymentStatus | null; state: PaymentStatus },
): Promise<void> {
  const at = now();
  const booked = await findSubscription(tx, sessionId);
  if (!booked) throw new Error(`The renewal ${sessionId} was not recorded`);
  if (state === "failed") {
    if (before === "processing") {
      await dropFailedYear(tx, booked, at);
      await endWithLastYear(tx, club.code, booked.starts_at);
      if (booked.package_at) await takeBackPackage(tx, club.code, at);
    }
    return sendRenewalFailed(tx, club, booked);
  }
  if (before === "processing") {
    const { ends_at: until, price_cents: cents } = booked;
    return sendPaymentReceived(tx, club, { sessionId, until, cents });
  }
  const late = Date.parse(club.term_ends_at) <= at.getTime();
  await setTerm(tx, club.code, {
    ends: booked.ends_at,
    ...(late && { starts: booked.starts_at }),
  });
  if (late) await takePackage(tx, booked, at);
  // Verified meanwhile: the payment page was opened for what was enough then.
  const players = await verifiedPlayers(tx, club.code);
  if (players !== null) await coverYear(tx, booked, { players, at });
  await takeBackCancellation(tx, club.code);
  if (club.status === "suspended") await reopen(tx, club.code, at);
  await sendRenewed(tx, club, booked);
}

async function reopen(tx: ControlTx, clubCode: string, at: Date): Promise<void> {
  await setClubStatus(tx, clubCode, "active");
  await recordAudit(tx, {
    kind: "club.status-changed",
    actor: { kind: "system", id: null },
    clubCode,
    detail: { status: "active" },
    at,
  });
  await enqueue(tx, {
    kind: "club.entries",
    payload: { clubCode },
    key: `club.entries:${clubCode}:${at.toISOString()}`,
  });
}

async function clubOf(tx: ControlTx, signupId: string): Promise<ClubsTable> {
  const { club_code: code } = await tx
    .selectFrom("signups")
    .select("club_code")
    .where("id", "=", signupId)
    .executeTakeFirstOrThrow();
  const club = code ? await findClub(tx, code) : null;
  if (!club) throw new Error(`The sign-up ${signupId} of a renewal has no club`);
  return club;
}
