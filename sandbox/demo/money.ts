import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import type { Movement } from "#app/db/control/money-tables.ts";
import type { ControlTx } from "#app/db/control/schema.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  type CheckoutOrder,
  checkoutDetails,
  recordCheckout,
} from "#app/domain/control/billing/checkouts.server.ts";
import { storeInvoice } from "#app/domain/control/billing/invoices.server.ts";
import { recordMovements } from "#app/domain/control/billing/ledger.server.ts";
import { planOf } from "#app/domain/control/billing/plans.ts";
import { answerRefundOrder } from "#app/domain/control/billing/refund-orders.server.ts";
import { settle } from "#app/domain/control/billing/settlements.server.ts";
import { recordPayment } from "#app/domain/control/billing/subscriptions.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { signupOfClub } from "#app/domain/control/signup/signups.server.ts";
import { decisionDetail } from "#app/domain/control/verification/decide.server.ts";
import {
  beginVerification,
  decideVerification,
  submitVerification,
} from "#app/domain/control/verification/verifications.server.ts";
import { TERMS_VERSION } from "#app/domain/values/legal-versions.ts";
import { described, INVOICE_DAYS } from "#app/payments/invoices.server.ts";
import { movementsIn } from "#app/payments/movements.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { Records } from "../records.ts";
import { asStripeInvoice } from "../stripe/invoice-objects.ts";
import type { Invoice, InvoiceItem } from "../stripe/invoices.ts";
import { type Charge, chargeOfPayment, type Refund } from "../stripe/money.ts";
import { asStripeCharge, asStripeRefund } from "../stripe/money-objects.ts";
import type { Payment } from "../stripe/payments.ts";
import { catalogue } from "../stripe/prices.ts";
import type { DemoClub } from "./story.ts";

const DAY_MS = 86_400_000;
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * DAY_MS);

/** Opens a file of the stub's books, which it reads at its start. */
const books = <Item extends { id: string }>(name: string) =>
  new Records<Item>(join(env().dataDir, "sandbox", `${name}.jsonl`));

/**
 * Has a demo club pay its year, and staff verify its players if its story says so: in the payment stub's books and in
 * ours, by the real steps, but in the past and without mails.
 * @param at time of the club's sign-up
 */
export async function payDemoYear(
  tx: ControlTx,
  club: DemoClub,
  { at, reviewer }: { at: Date; reviewer: string },
): Promise<void> {
  const payment = paidAtStripe(club, at);
  const charge = chargeOf(payment);
  await bookYear(tx, club, payment, at);
  await book(tx, club, movementsIn({ charges: [asStripeCharge(charge)] }));
  if (!club.verified) return;
  const { players, days } = club.verified;
  const decided = days < 0 ? daysAfter(now(), days) : daysAfter(at, days);
  await verify(tx, club, { players, at: decided, reviewer });
  const settled = await settle(tx, { clubCode: club.code, players, orderedBy: reviewer, at: decided });
  await recordAudit(tx, {
    kind: "verification.adjusted",
    actor: { kind: "staff", id: reviewer },
    clubCode: club.code,
    detail: decisionDetail(players, settled),
    at: decided,
  });
  if (settled.differenceCents < 0) await refundAtStripe(tx, club, { charge, at: decided });
  if (settled.differenceCents > 0) await invoiceAtStripe(tx, club, payment, decided);
  // The effects of these jobs are in Stripe's books already.
  await tx.deleteFrom("jobs").where("kind", "in", ["refund.send", "settlement.invoice"]).execute();
}

function paidAtStripe({ code, name, paid }: DemoClub, at: Date): Payment {
  const price = catalogue(env().stripe.prices).find(({ lookupKey }) => lookupKey === `goodside_${paid}`);
  if (!price) throw new Error(`There is no price of ${paid}`);
  const created = seconds(at);
  return books<Payment>("payments").put({
    id: `cs_test_demo_${code}`,
    order: {
      price,
      quantity: 1,
      methods: ["card", "us_bank_account"],
      email: null,
      clientReferenceId: null,
      ...{ metadata: {}, intentMetadata: {}, createsCustomer: true, createsInvoice: false },
      invoiceDescription: name,
      uiMode: "hosted_page",
      ...{ successUrl: env().appUrl, cancelUrl: null },
    },
    amountCents: price.amountCents,
    created,
    expiresAt: created,
    status: "complete",
    paymentStatus: "paid",
    attempt: {
      intentId: `pi_demo_${code}`,
      chargeId: `ch_demo_${code}`,
      status: "succeeded",
      method: "card",
      last4: "4242",
      error: null,
      at: created,
      paidAt: created,
    },
    payer: null,
    customerId: `cus_demo_${code}`,
    invoiceId: null,
  });
}

function chargeOf(payment: Payment): Charge {
  const [arrived] = chargeOfPayment(payment);
  if (!arrived) throw new Error(`Nothing arrived of ${payment.id}`);
  return { ...arrived, refundedCents: 0, disputed: false };
}

async function bookYear(tx: ControlTx, club: DemoClub, payment: Payment, at: Date): Promise<void> {
  const row = await findClub(tx, club.code);
  if (!row) throw new Error(`The demo has no club ${club.code}`);
  const signup = await signupOfClub(tx, row, at);
  const plan = planOf(club.paid);
  const order: CheckoutOrder = {
    session_id: payment.id,
    url: "",
    signup_id: signup.id,
    attempt: signup.attempt,
    browser_hash: signup.browser_hash,
    ...{ plan: plan.id, price_cents: plan.priceCents, player_cap: plan.playerCap },
    details: checkoutDetails({ ...signup, agreed_at: at.toISOString(), agreed_version: TERMS_VERSION }),
    created_at: at.toISOString(),
    client_secret: null,
    renews: 0,
  };
  await recordCheckout(tx, order);
  await recordPayment(tx, order, {
    clubCode: club.code,
    payment: "paid",
    paymentIntentId: payment.attempt?.intentId ?? null,
    customerId: payment.customerId,
    at,
  });
}

const book = (tx: ControlTx, { code: clubCode }: DemoClub, movements: readonly Movement[]) =>
  recordMovements(tx, movements, { clubCode, at: now() });

async function verify(
  tx: ControlTx,
  { code }: DemoClub,
  { players, at, reviewer }: { players: number; at: Date; reviewer: string },
): Promise<void> {
  const submitted = daysAfter(at, -1);
  const { id } = await beginVerification(tx, code, submitted);
  await submitVerification(tx, id, submitted);
  const decided = { status: "needs_adjustment", actualPlayers: players, notes: "" } as const;
  await decideVerification(tx, id, { ...decided, reviewedBy: reviewer, version: 1, at });
}

async function refundAtStripe(
  tx: ControlTx,
  club: DemoClub,
  { charge, at }: { charge: Charge; at: Date },
): Promise<void> {
  const order = await tx
    .selectFrom("refund_orders")
    .select(["id", "amount_cents"])
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  const refund = books<Refund>("refunds").put({
    id: `re_demo_${club.code}`,
    intentId: charge.intentId,
    chargeId: charge.id,
    amountCents: order.amount_cents,
    created: seconds(at),
    status: "succeeded",
    reason: "requested_by_customer",
    metadata: { order: order.id, why: "settlement" },
  });
  await answerRefundOrder(tx, order.id, { state: "sent", refundId: refund.id, at });
  await book(tx, club, movementsIn({ refunds: [asStripeRefund(refund)] }));
}

async function invoiceAtStripe(tx: ControlTx, club: DemoClub, payment: Payment, at: Date): Promise<void> {
  const settlement = await tx
    .selectFrom("settlements")
    .selectAll()
    .where("club_code", "=", club.code)
    .executeTakeFirstOrThrow();
  const description = `${club.name}: ${planOf(settlement.plan).name} instead of ${planOf(settlement.plan_before).name}`;
  const created = seconds(at);
  const customerId = payment.customerId ?? "";
  const id = `in_demo_${club.code}`;
  const invoice = books<Invoice>("invoices").put({
    id,
    number: "GS-0001",
    customerId,
    status: "open",
    amountCents: settlement.difference_cents,
    description,
    metadata: { settlement: settlement.id },
    ...{ created, openedAt: created, daysUntilDue: INVOICE_DAYS, paidAt: null },
    intentId: `pi_demo_${club.code}_invoice`,
    chargeId: `ch_demo_${club.code}_invoice`,
  });
  const { amountCents } = invoice;
  books<InvoiceItem>("invoice-items").put({
    ...{
      id: `ii_demo_${club.code}`,
      customerId,
      invoiceId: id,
      amountCents,
      description,
      metadata: {},
      created,
    },
  });
  const shown = asStripeInvoice(invoice, `${env().appUrl}/sandbox/invoices/${id}`);
  await storeInvoice(
    tx,
    { ...described(shown), status: "open" },
    { settlementId: settlement.id, clubCode: club.code, at },
  );
}
