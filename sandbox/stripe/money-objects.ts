import type Stripe from "stripe";
import type { Charge, Dispute, Invoice, MoneyEvent, Refund } from "./money.ts";

/** The fields that Goodside reads, and those that say what an object is. */
export type ShownCharge = Pick<
  Stripe.Charge,
  | "id"
  | "object"
  | "amount"
  | "amount_captured"
  | "created"
  | "currency"
  | "customer"
  | "paid"
  | "payment_intent"
  | "status"
  | "livemode"
>;

export const asStripeCharge = (charge: Charge): ShownCharge => ({
  id: charge.id,
  object: "charge",
  amount: charge.amountCents,
  amount_captured: charge.amountCents,
  created: charge.created,
  currency: "usd",
  customer: charge.customerId,
  livemode: false,
  paid: true,
  payment_intent: charge.intentId,
  status: "succeeded",
});

export const asStripeRefund = (refund: Refund): Stripe.Refund => ({
  id: refund.id,
  object: "refund",
  amount: refund.amountCents,
  balance_transaction: null,
  charge: refund.chargeId,
  created: refund.created,
  currency: "usd",
  customer: null,
  customer_account: null,
  metadata: refund.metadata,
  payment_intent: refund.intentId,
  payment_method: null,
  reason: refund.reason as Stripe.Refund["reason"],
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
});

export type ShownInvoice = Pick<
  Stripe.Invoice,
  | "id"
  | "object"
  | "amount_due"
  | "collection_method"
  | "created"
  | "currency"
  | "customer"
  | "description"
  | "due_date"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "livemode"
  | "metadata"
  | "number"
  | "status"
  | "status_transitions"
  | "total"
> & { payments?: { object: "list"; data: ShownPayment[]; has_more: false; url: string } };

type ShownPayment = Pick<Stripe.InvoicePayment, "id" | "object" | "payment" | "status">;

const DAY = 86_400;

/** @param pageUrl where it is paid */
export function asStripeInvoice(invoice: Invoice, pageUrl: string): ShownInvoice {
  const { id, status, amountCents } = invoice;
  const opened = status === "draft" ? null : invoice.created;
  return {
    id,
    object: "invoice",
    amount_due: amountCents,
    collection_method: "send_invoice",
    created: invoice.created,
    currency: "usd",
    customer: invoice.customerId,
    description: invoice.description,
    due_date: invoice.created + invoice.daysUntilDue * DAY,
    hosted_invoice_url: opened ? pageUrl : null,
    invoice_pdf: opened ? `${pageUrl}/pdf` : null,
    livemode: false,
    metadata: invoice.metadata,
    number: opened ? invoice.number : null,
    payments: {
      object: "list",
      data: status === "paid" ? [paymentOf(invoice)] : [],
      has_more: false,
      url: `/v1/invoice_payments?invoice=${id}`,
    },
    status,
    status_transitions: {
      finalized_at: opened,
      marked_uncollectible_at: null,
      paid_at: invoice.paidAt,
      voided_at: null,
    },
    total: amountCents,
  };
}

const paymentOf = (invoice: Invoice): ShownPayment => ({
  id: `inpay_${invoice.id.slice(3)}`,
  object: "invoice_payment",
  payment: { type: "payment_intent", payment_intent: invoice.intentId },
  status: "paid",
});

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
    "id" | "object" | "amount" | "created" | "currency"
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
  })),
  charge: dispute.chargeId,
  created: dispute.created,
  currency: "usd",
  evidence_details: { due_by: dispute.created + ANSWER_DAYS * DAY, has_evidence: false, past_due: false },
  livemode: false,
  payment_intent: dispute.intentId,
  reason: "product_not_received",
  status: dispute.status,
});

/** The object that an event carries. @param pageUrl the address of an invoice's page */
export function objectOf(event: MoneyEvent, pageUrl: (invoice: Invoice) => string) {
  if ("refund" in event) return asStripeRefund(event.refund);
  if ("charge" in event) return asStripeCharge(event.charge);
  if ("dispute" in event) return asStripeDispute(event.dispute);
  return asStripeInvoice(event.invoice, pageUrl(event.invoice));
}
