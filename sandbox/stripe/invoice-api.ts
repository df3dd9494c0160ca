import type { Request, Router } from "express";
import type Stripe from "stripe";
import type { Records } from "../records.ts";
import { invalid, missing, StripeRefusal } from "./errors.ts";
import type { FormObject } from "./form.ts";
import { stripeId } from "./ids.ts";
import { asStripeInvoice, asStripeItem, invoicePayments } from "./invoice-objects.ts";
import type { Invoice, Invoices } from "./invoices.ts";
import { found, integerOf, page, refuseOthers, textOf, textsOf } from "./list.ts";
import type { Money } from "./money.ts";
import type { Once } from "./money-api.ts";
import type { Payments } from "./payments.ts";

export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  created: number;
}

type ShownCustomer = Pick<
  Stripe.Customer,
  "id" | "object" | "created" | "email" | "livemode" | "metadata" | "name"
>;

const asStripeCustomer = (customer: Customer): ShownCustomer => ({
  ...customer,
  object: "customer",
  livemode: false,
});

/** Serves the part of Stripe's HTTP API for customers, invoices and their items that Goodside uses. */
export function invoiceApi(
  api: Router,
  options: {
    payments: Payments;
    money: Money;
    invoices: Invoices;
    customers: Records<Customer>;
    nowSeconds: () => number;
    once: Once;
    form: (req: Request) => FormObject;
    invoiceUrl: (invoice: Invoice) => string;
  },
): void {
  const { payments, money, invoices, once, form } = options;
  const shown = (invoice: Invoice) => asStripeInvoice(invoice, options.invoiceUrl(invoice));
  const customers = () => [
    ...payments
      .newestFirst()
      .reverse()
      .flatMap(({ customerId, payer, created }): Customer[] =>
        customerId
          ? [
              {
                id: customerId,
                email: payer?.email ?? null,
                name: payer?.name ?? null,
                metadata: {},
                created,
              },
            ]
          : [],
      ),
    ...options.customers.all(),
  ];
  const customerOf = (given: FormObject): string => {
    const id = textOf(given.customer);
    if (!id) throw invalid("Missing required param: customer.", "customer", "parameter_missing");
    if (!customers().some((one) => one.id === id)) throw missing("customer", id, "customer", 400);
    return id;
  };

  api.post("/customers", (req, res) => {
    once(req, res, () => {
      const given = form(req);
      refuseOthers(given, ["email", "name", "metadata", "description", "address", "phone"]);
      return asStripeCustomer(
        options.customers.put({
          id: stripeId("cus_", 14),
          email: textOf(given.email),
          name: textOf(given.name),
          metadata: textsOf(given.metadata),
          created: options.nowSeconds(),
        }),
      );
    });
  });
  api.get("/customers/:id", (req, res) => {
    res.json(asStripeCustomer(found(customers(), req, "customer")));
  });

  api.post("/invoiceitems", (req, res) => {
    once(req, res, () => {
      const given = form(req);
      refuseOthers(given, ["customer", "invoice", "amount", "currency", "description", "metadata"]);
      const customerId = customerOf(given);
      const invoiceId = textOf(given.invoice);
      if (invoiceId && invoices.get(invoiceId)?.customerId !== customerId)
        throw missing("invoice", invoiceId, "invoice", 400);
      return asStripeItem(
        invoices.addItem({
          customerId,
          invoiceId,
          amountCents: integerOf(given.amount ?? "", "amount"),
          description: textOf(given.description) ?? "",
          metadata: textsOf(given.metadata),
        }),
      );
    });
  });

  api.get("/invoices", (req, res) => {
    const filters = {
      customer: ({ customerId }: Invoice) => customerId,
      status: ({ status }: Invoice) => status,
    };
    page(req, res, { items: money.invoices(), filters, show: shown });
  });
  api.get("/invoices/:id", (req, res) => {
    res.json(shown(found(money.invoices(), req, "invoice")));
  });
  api.get("/invoice_payments", (req, res) => {
    const filters = {
      invoice: ({ invoice }: Stripe.InvoicePayment) => String(invoice),
      status: ({ status }: Stripe.InvoicePayment) => status,
      "payment[type]": ({ payment }: Stripe.InvoicePayment) => payment.type,
      "payment[payment_intent]": ({ payment }: Stripe.InvoicePayment) => String(payment.payment_intent),
    };
    page(req, res, { items: money.invoices().flatMap(invoicePayments), filters, show: (one) => one });
  });
  api.post("/invoices", (req, res) => {
    once(req, res, () => shown(draft(invoices, customerOf(form(req)), form(req))));
  });
  api.delete("/invoices/:id", (req, res) => {
    const invoice = found(money.invoices(), req, "invoice");
    invoices.delete(invoice);
    res.json({ id: invoice.id, object: "invoice", deleted: true });
  });

  const steps: Record<string, (invoice: Invoice, given: FormObject) => Invoice> = {
    finalize: (invoice) => invoices.open(invoice),
    send: (invoice) => invoices.send(invoice),
    void: (invoice) => invoices.void(invoice),
    mark_uncollectible: (invoice) => invoices.giveUp(invoice),
    pay: (invoice, given) => pay(invoices, invoice, given),
  };
  for (const [name, step] of Object.entries(steps)) {
    api.post(`/invoices/:id/${name}`, (req, res) => {
      once(req, res, () => shown(step(found(money.invoices(), req, "invoice"), form(req))));
    });
  }
}

function draft(invoices: Invoices, customerId: string, given: FormObject): Invoice {
  refuseOthers(given, [
    "customer",
    "collection_method",
    "days_until_due",
    "auto_advance",
    "pending_invoice_items_behavior",
    "description",
    "metadata",
    "currency",
  ]);
  if (given.collection_method !== "send_invoice")
    throw invalid("The stand-in knows only invoices that are sent, not charged", "collection_method");
  if (given.days_until_due === undefined)
    throw invalid(
      "If invoices are sent, you must specify either due_date or days_until_due.",
      "days_until_due",
    );
  return invoices.draft(
    {
      customerId,
      description: textOf(given.description) ?? "",
      metadata: textsOf(given.metadata),
      daysUntilDue: integerOf(given.days_until_due, "days_until_due"),
      advances: given.auto_advance === "true",
    },
    given.pending_invoice_items_behavior === "include",
  );
}

/** Pays by Stripe's own test payment methods, or by other means. */
function pay(invoices: Invoices, invoice: Invoice, given: FormObject): Invoice {
  if (given.paid_out_of_band === "true") return invoices.payElsewhere(invoice);
  if (invoice.status === "paid") throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
  const method = textOf(given.payment_method);
  if (method === "pm_card_visa") return invoices.payByCard(invoice, "4242", { kind: "succeeded" });
  if (method !== "pm_card_chargeDeclined")
    throw invalid("There is no default payment method set on this Customer or Invoice.", "payment_method");
  const declined = { code: "card_declined", message: "Your card was declined." };
  invoices.payByCard(invoice, "0002", { kind: "refused", field: "cardNumber", ...declined });
  throw new StripeRefusal(402, { type: "card_error", ...declined });
}
