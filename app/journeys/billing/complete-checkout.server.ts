import { randomInt } from "node:crypto";
import type { ClubTable } from "#app/db/club/schema.ts";
import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { AGREEMENT_DAYS } from "#app/domain/club/settings/profile.ts";
import { findClubAccount } from "#app/domain/control/accounts/accounts.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { type CheckoutOrder, findCheckout } from "#app/domain/control/billing/checkouts.server.ts";
import { findHeldPayment, holdPayment } from "#app/domain/control/billing/held-payments.server.ts";
import { giveToClub } from "#app/domain/control/billing/ledger.server.ts";
import {
  sendHeld,
  sendPaymentFailed,
  sendPaymentReceived,
} from "#app/domain/control/billing/money-emails.server.ts";
import {
  clubStatusFromPayments,
  type PaymentStatus,
  paymentOfCheckout,
} from "#app/domain/control/billing/payments.ts";
import { formatMoney, formatPrice } from "#app/domain/control/billing/plans.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import {
  currentPayments,
  findSubscription,
  markRefunded,
  recordPayment,
} from "#app/domain/control/billing/subscriptions.server.ts";
import { dropFailedYear } from "#app/domain/control/billing/take-back.server.ts";
import { sendWelcome } from "#app/domain/control/club-emails/club-emails.server.ts";
import { findClub, insertClub, setClubStatus } from "#app/domain/control/clubs/clubs.server.ts";
import { issuePaymentLink, issueSetupLink } from "#app/domain/control/links/link-addresses.server.ts";
import { consumeLinksOf } from "#app/domain/control/links/links.server.ts";
import { log } from "#app/observability/log.server.ts";
import { type Checkout, readCheckout } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { bookRenewal } from "./book-renewal.server.ts";

export type Completion =
  /** `unknown`: not our Checkout session; `open`: not finished. Nothing was changed. */
  | { state: "unknown" }
  | { state: "open" }
  /** Paid, but not the price: the club waits for staff (product/billing.md#held-payments). */
  | { state: "held" }
  | { state: PaymentStatus; clubCode: string };

/** Delay of the job that recovers from a crash; the work is usually done before. */
const RECOVERY_MS = 30_000;
const RANDOM_STEPS = 2 ** 40;
const random = () => randomInt(RANDOM_STEPS) / RANDOM_STEPS;

/**
 * Brings the platform in line with a Checkout session at Stripe: the club is created once, its term recorded, and its
 * status follows its payments. Idempotent: webhook, browser and job may call it in any order, at once or a year late.
 * @throws if Stripe is unavailable; the caller retries
 */
export async function completeCheckout(platform: Platform, sessionId: string): Promise<Completion> {
  const order = await findCheckout(platform.control, sessionId);
  if (!order) return { state: "unknown" };
  const checkout = await readCheckout(sessionId);
  const payment = checkout ? paymentOfCheckout(checkout) : "open";
  if (!checkout || payment === "open") return { state: "open" };
  if (await isHeld(platform.control, order, checkout)) return { state: "held" };

  if (order.renews) {
    return inTransaction(platform.control, (tx) => bookRenewal(tx, order, { checkout, payment }));
  }
  const recorded = await inTransaction(platform.control, (tx) =>
    recordOrder(platform, tx, order, checkout, payment),
  );
  await createFile(platform, recorded.clubCode, order);
  await inTransaction(platform.control, (tx) => updateStatus(tx, recorded.clubCode));
  return recorded;
}

/**
 * Tells whether a payment is held: it differs from the price, and staff have not accepted it. A new one is stored and
 * reported.
 */
async function isHeld(control: ControlDb, order: CheckoutOrder, checkout: Checkout): Promise<boolean> {
  const paid = { paid_cents: checkout.amountCents, currency: checkout.currency };
  if (paid.paid_cents === order.price_cents && paid.currency === "usd") return false;
  const known = await findHeldPayment(control, order.session_id);
  if (known) return known.decision !== "accepted";
  const { paymentIntentId: payment_intent_id } = checkout;
  log.error({ session: order.session_id, ...paid, asked: order.price_cents }, "paid another price");
  await inTransaction(control, async (tx) => {
    const held_at = now().toISOString();
    const { session_id, signup_id, price_cents: asked_cents } = order;
    await holdPayment(tx, { session_id, signup_id, payment_intent_id, asked_cents, ...paid, held_at });
    await sendHeld(tx, {
      sessionId: session_id,
      clubName: order.details.club_name,
      email: order.details.email,
      asked: formatPrice(asked_cents),
      paid: formatMoney(paid.paid_cents, paid.currency),
    });
    if (payment_intent_id) await queueLedgerRead(tx, payment_intent_id, `held:${session_id}`);
  });
  return true;
}

/** Has the ledger read what moved for a payment. */
function queueLedgerRead(tx: ControlTx, paymentIntentId: string, why: string): Promise<void> {
  return enqueue(tx, { kind: "money.read", payload: { paymentIntentId }, key: `money.read:${why}` });
}

/** Records first the club (once per sign-up), its payment, and the job that recovers from a crash. */
async function recordOrder(
  { clubs }: Platform,
  tx: ControlTx,
  order: CheckoutOrder,
  checkout: Checkout,
  payment: PaymentStatus,
): Promise<{ state: PaymentStatus; clubCode: string }> {
  const at = now();
  const signup = await tx
    .selectFrom("signups")
    .select("club_code")
    .where("id", "=", order.signup_id)
    .executeTakeFirstOrThrow();
  let clubCode = signup.club_code;
  if (!clubCode) {
    clubCode = await insertClub(tx, order, { at, random, fileExists: (code) => clubs.has(code) });
    await tx
      .updateTable("signups")
      .set({ club_code: clubCode, status: "created", updated_at: at.toISOString() })
      .where("id", "=", order.signup_id)
      .execute();
    await enqueue(tx, {
      kind: "checkout.complete",
      payload: { sessionId: order.session_id },
      key: `checkout.complete:${order.session_id}`,
      runAt: new Date(at.getTime() + RECOVERY_MS),
    });
  }
  const { paymentIntentId, customerId } = checkout;
  // The amount paid, which for an accepted held payment differs from the price.
  const charged = { ...order, price_cents: checkout.amountCents };
  const { before, now: state } = await recordPayment(tx, charged, {
    clubCode,
    payment,
    paymentIntentId,
    customerId,
    at,
  });
  if (before !== state && state === "paid" && paymentIntentId) {
    await giveToClub(tx, paymentIntentId, clubCode);
    await queueLedgerRead(tx, paymentIntentId, `session:${order.session_id}`);
  }
  await reportPayment(tx, clubCode, order, { before, state, at, paymentIntentId });
  return { state, clubCode };
}

/** Emails what a change of a payment means; each email is queued once, however often this runs. */
async function reportPayment(
  tx: ControlTx,
  clubCode: string,
  order: CheckoutOrder,
  {
    before,
    state,
    at,
    paymentIntentId,
  }: { before: PaymentStatus | null; state: PaymentStatus; at: Date; paymentIntentId: string | null },
): Promise<void> {
  if (before === state) return;
  const club = await findClub(tx, clubCode);
  if (!club) throw new Error(`The club ${clubCode} of a payment does not exist`);
  const payments = await currentPayments(tx, clubCode, at);
  const own = payments.find(({ sessionId }) => sessionId === order.session_id);
  const others = payments.filter((payment) => payment !== own);
  if (own && state === "paid") {
    const { sessionId, ends_at: until } = own;
    if (others.some(({ payment }) => payment === "paid")) {
      await markRefunded(tx, sessionId, at);
      if (!paymentIntentId) throw new Error(`The paid session ${sessionId} names no payment`);
      await orderRefund(tx, { clubCode, paymentIntentId, cents: order.price_cents, why: "second", at });
    } else if (before !== null || club.status === "suspended")
      await sendPaymentReceived(tx, club, { sessionId, until, cents: order.price_cents });
  }
  if (state === "failed") {
    const failed = await findSubscription(tx, order.session_id);
    if (failed) await dropFailedYear(tx, failed, at);
  }
  if (state === "failed" && others.every(({ payment }) => payment === "failed")) {
    const paymentLink = await issuePaymentLink(tx, club, order.session_id, at);
    await sendPaymentFailed(tx, club, { sessionId: order.session_id, paymentLink });
  }
}

/** Creates the club's file between the transactions. An existing file must be one that an earlier run created. */
async function createFile(
  { control, clubs }: Platform,
  clubCode: string,
  order: CheckoutOrder,
): Promise<void> {
  const club = await findClub(control, clubCode);
  if (club?.status !== "creating") return;
  if (await clubs.create(clubFileRow(club, order.details.description))) return;
  const made = await clubs.use(clubCode, (db) =>
    db.selectFrom("club").select(["name", "created_at"]).executeTakeFirstOrThrow(),
  );
  if (made.created_at !== club.created_at || made.name !== club.name) {
    throw new Error(`The file of ${clubCode} belongs to another club`);
  }
}

/** Stores, in the second transaction, the status that follows from the payments, and once the welcome email. */
async function updateStatus(tx: ControlTx, clubCode: string): Promise<void> {
  const at = now();
  const club = await findClub(tx, clubCode);
  if (!club) throw new Error(`The club ${clubCode} of a payment does not exist`);
  const payments = await currentPayments(tx, clubCode, at);
  if (payments.length === 0) return;
  const status = clubStatusFromPayments(payments.map(({ payment }) => payment));
  if (status === club.status) return;
  await setClubStatus(tx, clubCode, status);
  const kind = club.status === "creating" ? "club.opened" : "club.status-changed";
  await recordAudit(tx, { kind, actor: { kind: "system", id: null }, clubCode, detail: { status }, at });
  if (status === "suspended") return;

  await consumeLinksOf(tx, "payment", clubCode, at);
  const paid = payments.findLast(({ payment }) => payment === "paid");
  const welcomed = await isWelcomed(tx, clubCode);
  if (club.status === "suspended" && paid) {
    // The term of a suspended club starts with the payment that reopens it.
    const term = { term_starts_at: paid.starts_at, term_ends_at: paid.ends_at };
    await tx.updateTable("clubs").set(term).where("code", "=", clubCode).execute();
    Object.assign(club, term);
  }
  if (welcomed) return;
  await sendWelcome(tx, club, { setupLink: await issueSetupLink(tx, club, at), onItsWay: !paid });
}

/**
 * Tells whether the club was welcomed, by the welcome email, or, once old emails are deleted, by the password set with
 * it.
 */
async function isWelcomed(tx: ControlTx, clubCode: string): Promise<boolean> {
  const key = `welcome:${clubCode}`;
  const mail = await tx.selectFrom("mails").select("id").where("key", "=", key).executeTakeFirst();
  return mail !== undefined || Boolean((await findClubAccount(tx, clubCode))?.password_hash);
}

/** Returns the first row of a new club's own file. */
export function clubFileRow(club: ClubsTable, description: string): ClubTable {
  return {
    code: club.code,
    name: club.name,
    slug: club.slug,
    contact_name: club.contact_name,
    email: club.email,
    phone: club.phone,
    state: club.state,
    city: club.city,
    address: "",
    zip: "",
    website: "",
    description,
    timezone: club.timezone,
    plan: club.plan,
    player_cap: club.player_cap,
    estimated_players: club.estimated_players,
    rating_policy: "coach-final",
    on_leaderboard: 1,
    color: club.color,
    logo: club.logo,
    agreement_days: AGREEMENT_DAYS,
    agreement_text: "",
    agreement_text_es: "",
    agreement_reminders: 1,
    registration_open: 1,
    created_at: club.created_at,
  };
}
