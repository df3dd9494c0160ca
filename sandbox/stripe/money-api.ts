import type { Request, Response, Router } from "express";
import { asStripeMovement, movementsOf } from "./balance.ts";
import { invalid, missing } from "./errors.ts";
import type { FormObject } from "./form.ts";
import { intentOfInvoice } from "./invoice-objects.ts";
import { found, integerOf, page, queryOf, refuseOthers, textOf, textsOf } from "./list.ts";
import type { Charge, Money } from "./money.ts";
import { asStripeCharge, asStripeDispute, asStripeRefund } from "./money-objects.ts";
import { asStripeIntent } from "./objects.ts";
import type { Payments } from "./payments.ts";

/** Answers a POST once per Idempotency-Key. */
export type Once = (req: Request, res: Response, work: () => object) => void;

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];
const LINKS = {
  payment_intent: ({ intentId }: { intentId: string }) => intentId,
  charge: ({ chargeId }: { chargeId: string }) => chargeId,
};

/** Serves the part of Stripe's HTTP API for payments, charges, refunds, disputes and balance that Goodside uses. */
export function moneyApi(
  api: Router,
  options: { payments: Payments; money: Money; once: Once; form: (req: Request) => FormObject },
): void {
  const { payments, money, once, form } = options;

  api.get("/payment_intents", (req, res) => {
    const filters = { customer: ({ customer }: { customer: unknown }) => String(customer ?? "") };
    page(req, res, { items: intents(payments, money), filters, show: (intent) => intent });
  });
  api.get("/payment_intents/:id", (req, res) => {
    const { id } = req.params;
    const intent = intents(payments, money).find((one) => one.id === id);
    if (!intent) throw missing("payment_intent", id, "intent");
    const charge = money.charges().find(({ intentId }) => intentId === id);
    const wants = JSON.stringify(queryOf(req).expand ?? []).includes('"latest_charge"');
    res.json(wants && charge ? { ...intent, latest_charge: asStripeCharge(charge) } : intent);
  });

  api.post("/refunds", (req, res) => {
    once(req, res, () => asStripeRefund(money.refund(readRefund(form(req), payments, money))));
  });
  api.get("/refunds", (req, res) =>
    page(req, res, { items: money.refunds(), filters: LINKS, show: asStripeRefund }),
  );
  api.get("/refunds/:id", (req, res) => {
    res.json(asStripeRefund(found(money.refunds(), req, "refund")));
  });

  api.get("/charges", (req, res) => {
    const filters = {
      payment_intent: LINKS.payment_intent,
      customer: ({ customerId }: Charge) => customerId,
    };
    page(req, res, { items: money.charges(), filters, show: asStripeCharge });
  });
  api.get("/charges/:id", (req, res) => {
    res.json(asStripeCharge(found(money.charges(), req, "charge")));
  });

  api.get("/disputes", (req, res) =>
    page(req, res, { items: money.disputes(), filters: LINKS, show: asStripeDispute }),
  );
  api.get("/disputes/:id", (req, res) => {
    res.json(asStripeDispute(found(money.disputes(), req, "dispute")));
  });

  api.get("/balance_transactions", (req, res) => {
    const filters = {
      type: ({ type }: { type: string }) => type,
      source: ({ sourceId }: { sourceId: string }) => sourceId,
    };
    page(req, res, { items: movementsOf(money), filters, show: asStripeMovement });
  });
  api.get("/balance_transactions/:id", (req, res) => {
    res.json(asStripeMovement(found(movementsOf(money), req, "balance_transaction")));
  });
}

function intents(payments: Payments, money: Money) {
  const opened = money.invoices().filter(({ status, ofCheckout }) => status !== "draft" && !ofCheckout);
  return [
    ...payments
      .newestFirst()
      .reverse()
      .flatMap((payment) => asStripeIntent(payment) ?? []),
    ...opened.map(intentOfInvoice),
  ];
}

/** @throws StripeRefusal with Stripe's message */
function readRefund(form: FormObject, payments: Payments, money: Money) {
  refuseOthers(form, ["payment_intent", "charge", "amount", "reason", "metadata"]);
  const [intent, chargeId] = [textOf(form.payment_intent), textOf(form.charge)];
  if (!intent && !chargeId)
    throw invalid(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  const charge = money.charges().find((one) => one.intentId === intent || one.id === chargeId);
  if (!charge && chargeId) throw missing("charge", chargeId, "charge");
  if (intent && !intents(payments, money).some(({ id }) => id === intent))
    throw missing("payment_intent", intent, "payment_intent");
  const reason = textOf(form.reason);
  if (reason && !REASONS.includes(reason))
    throw invalid(`Invalid reason: must be one of ${REASONS.join(", ")}`, "reason");
  const amountCents = form.amount === undefined ? null : integerOf(form.amount, "amount");
  if (amountCents !== null && amountCents < 1)
    throw invalid("Invalid positive integer", "amount", "parameter_invalid_integer");
  return {
    intentId: charge?.intentId ?? intent ?? "",
    amountCents,
    reason,
    metadata: textsOf(form.metadata),
  };
}
