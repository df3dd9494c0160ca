import type { Request, Response, Router } from "express";
import { invalid, missing } from "./errors.ts";
import { type FormObject, readStripeForm } from "./form.ts";
import type { Charge, Invoice, Money } from "./money.ts";
import { asStripeCharge, asStripeDispute, asStripeInvoice, asStripeRefund } from "./money-objects.ts";

/** Answers a POST once per Idempotency-Key. */
type Once = (req: Request, res: Response, work: () => object) => void;

const LONGEST_PAGE = 100;

/** Refunds, charges, disputes and invoices of Stripe's HTTP API, as far as Goodside uses them. */
export function moneyApi(
  api: Router,
  options: {
    money: Money;
    once: Once;
    form: (req: Request) => FormObject;
    invoiceUrl: (invoice: Invoice) => string;
  },
): void {
  const { money, once, form } = options;
  const shown = (invoice: Invoice) => asStripeInvoice(invoice, options.invoiceUrl(invoice));

  api.post("/refunds", (req, res) => {
    once(req, res, () => {
      const { payment_intent: intentId, amount, reason, metadata } = form(req);
      const intent = String(intentId);
      if (!money.charges().some((charge) => charge.intentId === intent))
        throw missing("payment_intent", intent, "payment_intent");
      return asStripeRefund(
        money.refund({
          intentId: intent,
          amountCents: amount === undefined ? null : Number(amount),
          reason: reason === undefined ? null : String(reason),
          metadata: textsOf(metadata),
        }),
      );
    });
  });
  api.get("/refunds", (req, res) => page(req, res, money.refunds(), asStripeRefund, "/v1/refunds"));
  api.get("/refunds/:id", (req, res) => {
    res.json(asStripeRefund(found(money.refunds(), req, "refund")));
  });
  api.get("/charges", (req, res) => page(req, res, money.charges(), asStripeCharge, "/v1/charges"));
  api.get("/charges/:id", (req, res) => {
    res.json(asStripeCharge(found<Charge>(money.charges(), req, "charge")));
  });
  api.get("/disputes", (req, res) => page(req, res, money.disputes(), asStripeDispute, "/v1/disputes"));
  api.get("/disputes/:id", (req, res) => {
    res.json(asStripeDispute(found(money.disputes(), req, "dispute")));
  });

  api.get("/invoices", (req, res) => page(req, res, money.invoices(), shown, "/v1/invoices"));
  api.get("/invoices/:id", (req, res) => {
    res.json(shown(found(money.invoices(), req, "invoice")));
  });
  api.post("/invoices", (req, res) => {
    once(req, res, () => {
      const { customer, description, metadata, days_until_due: days } = form(req);
      if (!customer) throw invalid("Missing required param: customer.", "customer");
      const order = {
        customerId: String(customer),
        description: String(description ?? ""),
        metadata: textsOf(metadata),
      };
      return shown(money.draftInvoice({ ...order, daysUntilDue: Number(days ?? 30) }));
    });
  });
  api.post("/invoiceitems", (req, res) => {
    once(req, res, () => {
      const { invoice: id, amount } = form(req);
      const invoice = money.invoices().find((one) => one.id === id);
      if (!invoice) throw missing("invoice", String(id), "invoice");
      money.addToInvoice(invoice, Number(amount));
      return {
        id: `ii_${invoice.id.slice(3)}`,
        object: "invoiceitem",
        invoice: invoice.id,
        amount: Number(amount),
      };
    });
  });
  api.delete("/invoices/:id", (req, res) => {
    const { id } = found(money.invoices(), req, "invoice");
    money.deleteInvoice(id);
    res.json({ id, object: "invoice", deleted: true });
  });
  api.post("/invoices/:id/finalize", (req, res) => {
    once(req, res, () => shown(money.openInvoice(found(money.invoices(), req, "invoice"))));
  });
  api.post("/invoices/:id/void", (req, res) => {
    once(req, res, () => shown(money.voidInvoice(found(money.invoices(), req, "invoice"))));
  });
}

function found<Item extends { id: string }>(items: Item[], req: Request, what: string): Item {
  const id = req.params.id ?? "";
  const item = items.find((one) => one.id === id);
  if (!item) throw missing(what, id, "id");
  return item;
}

/** A page of a list, newest first, by Stripe's filters. */
function page<Item extends { id: string; created: number; intentId?: string; customerId?: string | null }>(
  req: Request,
  res: Response,
  items: Item[],
  show: (item: Item) => object,
  url: string,
): void {
  const query = readStripeForm(req.originalUrl.split("?")[1] ?? "");
  const { payment_intent: intent, customer, starting_after: after, created } = query;
  const since = typeof created === "object" && !Array.isArray(created) ? Number(created.gte ?? 0) : 0;
  const matching = items
    .filter((item) => intent === undefined || item.intentId === intent)
    .filter((item) => customer === undefined || item.customerId === customer)
    .filter((item) => item.created >= since)
    .reverse();
  const from = after === undefined ? 0 : matching.findIndex(({ id }) => id === after) + 1;
  const limit = Math.min(Number(query.limit ?? 10), LONGEST_PAGE);
  const data = matching.slice(from, from + limit).map(show);
  res.json({ object: "list", data, has_more: from + limit < matching.length, url });
}

const textsOf = (given: unknown): Record<string, string> =>
  typeof given === "object" && given !== null
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
    : {};
