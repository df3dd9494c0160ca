import type Stripe from "stripe";
import { movementOf, returnOf } from "./balance.ts";
import { asStripeInvoice, intentOfInvoice } from "./invoice-objects.ts";
import type { Invoice } from "./invoices.ts";
import type { Charge, Dispute, MoneyEvent, Refund } from "./money.ts";

/** The fields that Goodside reads, and those that say what an object is. */
export type ShownCharge = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_captured"
  | "amount_refunded"
  | "balance_transaction"
  | "captured"
  | "created"
  | "currency"
  | "customer"
  | "description"
  | "disputed"
  | "metadata"
  | "paid"
  | "payment_intent"
  | "payment_method_details"
  | "receipt_email"
  | "receipt_url"
  | "refunded"
  | "status"
  | "livemode"
>;

export const asStripeCharge = (charge: Charge): ShownCharge => ({
  id: charge.id,
  object: "charge",
  amount: charge.amountCents,
  amount_captured: charge.amountCents,
  amount_refunded: charge.refundedCents,
  balance_transaction: movementOf(charge.id),
  captured: true,
  created: charge.created,
  currency: "usd",
  customer: charge.customerId,
  description: charge.label,
  disputed: charge.disputed,
  livemode: false,
  metadata: {},
  paid: true,
  payment_intent: charge.intentId,
  payment_method_details: { type: charge.method },
  receipt_email: charge.email,
  receipt_url: null,
  refunded: charge.refundedCents === charge.amountCents,
  status: "succeeded",
});

export const asStripeRefund = (refund: Refund): Stripe.Refund => ({
  id: refund.id,
  object: "refund",
  amount: refund.amountCents,
  balance_transaction: movementOf(refund.id),
  charge: refund.chargeId,
  created: refund.created,
  currency: "usd",
  customer: null,
  customer_account: null,
  ...(refund.status === "failed"
    ? { failure_balance_transaction: returnOf(refund.id), failure_reason: "unknown" }
    : {}),
  metadata: refund.metadata,
  payment_intent: refund.intentId,
  payment_method: null,
  reason: refund.reason as Stripe.Refund["reason"],
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});

const DAY = 86_400;

export type ShownDispute = Pick<
  Stripe.Dispute,
  | "id"
  | "object"
  | "amount"
  | "charge"
  | "created"
  | "currency"
  | "livemode"
  | "payment_intent"
  | "reason"
  | "status"
> & {
  balance_transactions: Pick<
    Stripe.BalanceTransaction,
    "id" | "object" | "amount" | "created" | "currency" | "fee" | "net" | "type"
  >[];
  evidence_details: Pick<Stripe.Dispute.EvidenceDetails, "due_by" | "has_evidence" | "past_due">;
};

/** A bank waits this long for our answer. */
const ANSWER_DAYS = 9;

export const asStripeDispute = (dispute: Dispute): ShownDispute => ({
  id: dispute.id,
  object: "dispute",
  amount: dispute.amountCents,
  balance_transactions: dispute.transactions.map(({ id, amountCents, created }) => ({
    id,
    object: "balance_transaction",
    amount: amountCents,
    created,
    currency: "usd",
    fee: 0,
    net: amountCents,
    type: "adjustment",
  })),
  charge: dispute.chargeId,
  created: dispute.created,
  currency: "usd",
  evidence_details: {
    due_by: dispute.created + ANSWER_DAYS * DAY,
    has_evidence: dispute.status !== "needs_response",
    past_due: false,
  },
  livemode: false,
  payment_intent: dispute.intentId,
  reason: "product_not_received",
  status: dispute.status,
});

/**
 * Returns the object that an event carries.
 * @param pageUrl the address of an invoice's page
 */
export function objectOf(event: MoneyEvent, pageUrl: (invoice: Invoice) => string) {
  if ("refund" in event) return asStripeRefund(event.refund);
  if ("charge" in event) return asStripeCharge(event.charge);
  if ("dispute" in event) return asStripeDispute(event.dispute);
  if (event.type === "payment_intent.processing") return intentOfInvoice(event.invoice);
  return asStripeInvoice(event.invoice, pageUrl(event.invoice));
}
