import { compiled } from "#app/db/compiled.server.ts";
import type { SubscriptionsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import type { VerificationsTable } from "#app/db/control/verification-tables.ts";
import { termFrom } from "#app/domain/control/clubs/club-access.ts";
import { newId } from "#app/runtime/ids.server.ts";
import type { CheckoutOrder } from "./checkouts.server.ts";
import { advancePayment, type PaymentStatus } from "./payments.ts";

const termQuery = compiled((control: ControlDb, { clubCode }: { clubCode: string }) =>
  control
    .selectFrom("clubs")
    .select(["term_ends_at", "verification_due_at"])
    .select((eb) =>
      eb
        .selectFrom("verifications")
        .select("verifications.status")
        .where("verifications.club_code", "=", clubCode)
        .where("verifications.replaced_at", "is", null)
        .as("verification"),
    )
    .select((eb) =>
      eb
        .selectFrom("subscriptions")
        .select("payment_status")
        .where("club_code", "=", clubCode)
        .where("refunded_at", "is", null)
        .orderBy("created_at", "desc")
        .limit(1)
        .as("payment"),
    )
    .where("code", "=", clubCode),
);

/**
 * Loads the end of a club's term, the payment status of its newest one, and its verification, in one query.
 * @returns moments in ISO-8601 UTC; `verification` is null before its first document
 */
export async function termOf(
  control: ControlDb,
  clubCode: string,
): Promise<{
  termEndsAt: string;
  payment: PaymentStatus | undefined;
  verificationDueAt: string;
  verification: VerificationsTable["status"] | null;
}> {
  const [term] = await termQuery(control, { clubCode });
  if (!term) throw new Error(`No club ${clubCode}`);
  const { term_ends_at, verification_due_at, verification, payment } = term;
  return {
    termEndsAt: term_ends_at,
    payment: payment ?? undefined,
    verificationDueAt: verification_due_at,
    verification,
  };
}

/**
 * Records the payment status of a Checkout session. Its term is inserted once, and a status only moves forward.
 * @returns the status before (null if there was none) and now
 */
export async function recordPayment(
  tx: ControlTx,
  order: CheckoutOrder,
  booking: {
    clubCode: string;
    payment: PaymentStatus;
    paymentIntentId: string | null;
    customerId: string | null;
    at: Date;
    /** Start of a renewal's term: the end of the year before it. Default: the moment of the payment. */
    termStart?: Date;
  },
): Promise<{ before: PaymentStatus | null; now: PaymentStatus }> {
  const updated_at = booking.at.toISOString();
  const stripe = { payment_intent_id: booking.paymentIntentId, customer_id: booking.customerId };
  const known = await tx
    .selectFrom("subscriptions")
    .select(["id", "payment_status"])
    .where("checkout_session_id", "=", order.session_id)
    .executeTakeFirst();
  if (known) {
    const payment_status = advancePayment(known.payment_status, booking.payment);
    if (payment_status !== known.payment_status) {
      await tx
        .updateTable("subscriptions")
        .set({ payment_status, ...stripe, updated_at })
        .where("id", "=", known.id)
        .execute();
    }
    return { before: known.payment_status, now: payment_status };
  }
  const term = termFrom(booking.termStart ?? booking.at);
  await tx
    .insertInto("subscriptions")
    .values({
      id: newId(),
      club_code: booking.clubCode,
      signup_id: order.signup_id,
      plan: order.plan,
      price_cents: order.price_cents,
      player_cap: order.player_cap,
      starts_at: term.starts,
      ends_at: term.ends,
      payment_status: booking.payment,
      checkout_session_id: order.session_id,
      ...stripe,
      created_at: updated_at,
      updated_at,
      refunded_at: null,
      renews: order.renews ?? 0,
      package_at: term.starts <= updated_at ? updated_at : null,
    })
    .execute();
  return { before: null, now: booking.payment };
}

/** Loads the payment of a Checkout session, or null where none was recorded. */
export async function findSubscription(
  control: ControlDb,
  sessionId: string,
): Promise<SubscriptionsTable | null> {
  const row = await control
    .selectFrom("subscriptions")
    .selectAll()
    .where("checkout_session_id", "=", sessionId)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a second payment as refunded: it starts no term and keeps no club open. */
export async function markRefunded(tx: ControlTx, sessionId: string, at: Date): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ refunded_at: at.toISOString(), updated_at: at.toISOString() })
    .where("checkout_session_id", "=", sessionId)
    .execute();
}

/** Loads the payments of a club's unexpired terms, oldest first, without refunded ones and renewals that failed. */
export function currentPayments(control: ControlDb, clubCode: string, at: Date) {
  return control
    .selectFrom("subscriptions")
    .select(["checkout_session_id as sessionId", "payment_status as payment", "starts_at", "ends_at"])
    .where("club_code", "=", clubCode)
    .where("ends_at", ">", at.toISOString())
    .where("refunded_at", "is", null)
    .where((eb) => eb.or([eb("renews", "=", 0), eb("payment_status", "<>", "failed")]))
    .orderBy("created_at")
    .execute();
}
