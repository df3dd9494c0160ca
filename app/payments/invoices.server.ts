import Stripe from "stripe";
import type { StripeInvoice } from "#app/db/control/money-tables.ts";
import { stripe } from "./stripe.server.ts";

/** Payable within this many days (product/billing.md#settlement). */
export const INVOICE_DAYS = 7;

const STATUSES = ["draft", "open", "paid", "void", "uncollectible"] as const;

/** An invoice, perhaps not opened yet. */
export type InvoiceAtStripe = Omit<StripeInvoice, "status"> & { status: (typeof STATUSES)[number] };

/**
 * Creates the invoice of a settlement and opens it for payment. After a crash it continues with the invoice that has
 * the settlement's id.
 * @param order.customerId payer of the term
 * @throws if Stripe cannot be reached
 */
export async function openInvoice(order: {
  settlementId: string;
  customerId: string;
  cents: number;
  description: string;
}): Promise<InvoiceAtStripe> {
  const { settlementId, customerId, cents, description } = order;
  const begun = await findInvoice(customerId, settlementId);
  const draft =
    begun ??
    (await stripe().invoices.create(
      {
        customer: customerId,
        collection_method: "send_invoice",
        days_until_due: INVOICE_DAYS,
        auto_advance: false,
        pending_invoice_items_behavior: "exclude",
        description,
        metadata: { settlement: settlementId },
      },
      { idempotencyKey: `invoice:${settlementId}` },
    ));
  if (draft.status !== "draft") return described(draft);
  if (draft.total === 0) {
    await stripe().invoiceItems.create(
      { customer: customerId, invoice: draft.id, amount: cents, currency: "usd", description },
      { idempotencyKey: `invoice-item:${settlementId}` },
    );
  }
  return described(
    await stripe().invoices.finalizeInvoice(
      draft.id,
      { auto_advance: false },
      { idempotencyKey: `invoice-open:${settlementId}` },
    ),
  );
}

/**
 * Reads an invoice from Stripe, with the payment that paid it, or the pending bank payment; null if Stripe does not
 * know it.
 */
export async function readInvoice(invoiceId: string): Promise<InvoiceAtStripe | null> {
  try {
    const invoice = await stripe().invoices.retrieve(invoiceId, { expand: ["payments"] });
    const [waiting] = intentsOf(invoice, "open");
    const bank_payment = invoice.status === "open" && waiting ? await bankPayment(waiting) : null;
    return { ...described(invoice), bank_payment };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return null;
    throw error;
  }
}

/** Returns the bank payment of an open invoice. A refused card is reported on Stripe's page, to the payer. */
async function bankPayment(paymentIntentId: string): Promise<InvoiceAtStripe["bank_payment"]> {
  const { status, last_payment_error: error } = await stripe().paymentIntents.retrieve(paymentIntentId);
  if (status === "processing") return "processing";
  const method = error?.payment_method?.type ?? error?.payment_method_type;
  return status === "requires_payment_method" && method === "us_bank_account" ? "failed" : null;
}

/**
 * Returns the invoice of a payment; null for another payment.
 * @throws if Stripe cannot be reached
 */
export async function invoiceOfPayment(paymentIntentId: string): Promise<string | null> {
  const payment = { type: "payment_intent", payment_intent: paymentIntentId } as const;
  const { data } = await stripe().invoicePayments.list({ payment, limit: 1 });
  const invoice = data[0]?.invoice;
  return typeof invoice === "string" ? invoice : (invoice?.id ?? null);
}

/**
 * Withdraws the invoice of a settlement that was revoked.
 * @returns the invoice as it is then: void, or paid if the club was faster; null if none was created
 */
export async function withdrawInvoice(order: {
  settlementId: string;
  customerId: string;
}): Promise<InvoiceAtStripe | null> {
  const made = await findInvoice(order.customerId, order.settlementId);
  if (!made) return null;
  if (made.status === "draft") {
    await stripe().invoices.del(made.id);
    return null;
  }
  if (made.status === "open") {
    try {
      await stripe().invoices.voidInvoice(made.id, {}, { idempotencyKey: `invoice-void:${made.id}` });
    } catch (error) {
      // Paid between the two calls: the next reading shows it.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  }
  return readInvoice(made.id);
}

async function findInvoice(customerId: string, settlementId: string): Promise<Stripe.Invoice | null> {
  for await (const invoice of stripe().invoices.list({ customer: customerId, limit: 100 }))
    if (invoice.metadata?.settlement === settlementId) return invoice;
  return null;
}

type Shown = Pick<
  Stripe.Invoice,
  | "id"
  | "number"
  | "status"
  | "status_transitions"
  | "total"
  | "hosted_invoice_url"
  | "invoice_pdf"
  | "due_date"
  | "created"
> & { payments?: { data: Stripe.InvoicePayment[] } };

/** Converts Stripe's invoice to ours. */
export function described(invoice: Shown): InvoiceAtStripe {
  const { paid_at } = invoice.status_transitions;
  return {
    id: invoice.id,
    number: invoice.number ?? "",
    status: statusOf(invoice.status),
    amount_cents: invoice.total,
    url: invoice.hosted_invoice_url ?? "",
    pdf_url: invoice.invoice_pdf ?? "",
    due_at: isoOf(invoice.due_date ?? invoice.created),
    paid_at: paid_at ? isoOf(paid_at) : null,
    payment_intent_id: intentsOf(invoice, "paid")[0] ?? null,
  };
}

/** Lists the payments of an invoice that are in a state. */
function intentsOf(invoice: Shown, state: "open" | "paid"): string[] {
  return (invoice.payments?.data ?? []).flatMap(({ status, payment: { payment_intent: intent } }) =>
    status === state && intent ? [typeof intent === "string" ? intent : intent.id] : [],
  );
}

const statusOf = (status: string | null): InvoiceAtStripe["status"] =>
  STATUSES.find((known) => known === status) ?? "draft";

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();
