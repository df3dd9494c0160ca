import type Stripe from "stripe";
import { dueAt, type Invoice, type InvoiceItem } from "./invoices.ts";
import { asIntent } from "./objects.ts";

/** The fields that Goodside reads, and those that say what an object is. */
export type ShownInvoice = Pick<
  Stripe.Invoice,
  | "id"
  | "object"
  | "amount_due"
  | "amount_paid"
  | "amount_remaining"
  | "attempted"
  | "auto_advance"
  | "billing_reason"
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
  | "subtotal"
  | "total"
> & { payments: { object: "list"; data: Stripe.InvoicePayment[]; has_more: false; url: string } };

/** @param pageUrl address of the page where it is paid */
export function asStripeInvoice(invoice: Invoice, pageUrl: string): ShownInvoice {
  const { id, status, amountCents } = invoice;
  const opened = status === "draft" ? null : (invoice.openedAt ?? invoice.created);
  const paid = status === "paid" ? amountCents : 0;
  return {
    id,
    object: "invoice",
    amount_due: amountCents,
    amount_paid: paid,
    amount_remaining: amountCents - paid,
    attempted: invoice.attempt !== undefined,
    auto_advance: invoice.advances ?? false,
    billing_reason: "manual",
    collection_method: invoice.ofCheckout ? "charge_automatically" : "send_invoice",
    created: invoice.created,
    currency: "usd",
    customer: invoice.customerId,
    description: invoice.description,
    due_date: invoice.ofCheckout ? null : dueAt(invoice),
    hosted_invoice_url: opened ? pageUrl : null,
    invoice_pdf: opened ? `${pageUrl}/pdf` : null,
    livemode: false,
    metadata: invoice.metadata,
    number: opened ? invoice.number : null,
    payments: {
      object: "list",
      data: invoicePayments(invoice),
      has_more: false,
      url: `/v1/invoice_payments?invoice=${id}`,
    },
    status,
    status_transitions: {
      finalized_at: opened,
      marked_uncollectible_at: status === "uncollectible" ? (invoice.closedAt ?? null) : null,
      paid_at: invoice.paidAt,
      voided_at: status === "void" ? (invoice.closedAt ?? null) : null,
    },
    subtotal: amountCents,
    total: amountCents,
  };
}

/** Lists the pending or paid payment of an invoice; none if it was paid by other means. */
export function invoicePayments(invoice: Invoice): Stripe.InvoicePayment[] {
  const { status, amountCents } = invoice;
  if (status === "draft" || invoice.outOfBand) return [];
  const paid = status === "paid";
  return [
    {
      id: `inpay_${invoice.id.slice(3)}`,
      object: "invoice_payment",
      amount_paid: paid ? amountCents : null,
      amount_requested: amountCents,
      created: invoice.openedAt ?? invoice.created,
      currency: "usd",
      invoice: invoice.id,
      is_default: true,
      livemode: false,
      payment: { type: "payment_intent", payment_intent: invoice.intentId },
      status: paid ? "paid" : status === "void" ? "canceled" : "open",
      status_transitions: {
        canceled_at: status === "void" ? (invoice.closedAt ?? null) : null,
        paid_at: invoice.paidAt,
      },
    },
  ];
}

/** Returns the payment of an invoice; there is none before it is opened. */
export function intentOfInvoice(invoice: Invoice): Stripe.PaymentIntent {
  const { attempt, status } = invoice;
  const paid = status === "paid";
  return asIntent({
    id: invoice.intentId,
    amountCents: invoice.amountCents,
    chargeId: paid ? invoice.chargeId : null,
    created: invoice.openedAt ?? invoice.created,
    customerId: invoice.customerId,
    email: null,
    error: attempt?.error ?? null,
    metadata: {},
    method: attempt?.method ?? "card",
    methods: ["card", "us_bank_account"],
    status: paid
      ? "succeeded"
      : status === "void"
        ? "canceled"
        : (attempt?.status ?? "requires_payment_method"),
  });
}

export type ShownItem = Pick<
  Stripe.InvoiceItem,
  | "id"
  | "object"
  | "amount"
  | "currency"
  | "customer"
  | "date"
  | "description"
  | "invoice"
  | "livemode"
  | "metadata"
>;

export const asStripeItem = (item: InvoiceItem): ShownItem => ({
  id: item.id,
  object: "invoiceitem",
  amount: item.amountCents,
  currency: "usd",
  customer: item.customerId,
  date: item.created,
  description: item.description,
  invoice: item.invoiceId,
  livemode: false,
  metadata: item.metadata,
});
