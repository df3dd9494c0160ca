import express, { type Router } from "express";
import type { SandboxClock } from "../clock.ts";
import { type CardField, chargeCard, TEST_CARDS } from "../stripe/cards.ts";
import type { Payment, Payments } from "../stripe/payments.ts";
import { AuthenticatePage, ClosedPage } from "./checkout-after.tsx";
import { CheckoutPage, type Typed } from "./checkout-form.tsx";
import { show } from "./layout.tsx";

/** Serves the hosted payment page: card or US bank account, without a script. */
export function checkoutPages(payments: Payments, clock: SandboxClock): Router {
  const pages = express.Router();
  pages.param("id", (_req, res, next, id: string) => {
    const payment = payments.get(id);
    if (!payment) return next("router");
    res.locals.payment = payment;
    next();
  });
  pages.get("/checkout/:id", (req, res) => {
    const payment = res.locals.payment as Payment;
    if (payment.status !== "open")
      return show(res, <ClosedPage payment={payment} next={afterwards(payment)} />);
    const { method } = req.query;
    const card = TEST_CARDS.find(({ number }) => number === req.query.card)?.number;
    show(
      res,
      <CheckoutPage
        payment={payment}
        method={method === "us_bank_account" ? "us_bank_account" : (payment.order.methods[0] ?? "card")}
        typed={{ ...FRESH, email: payment.order.email ?? "", cardNumber: card ?? "" }}
        problem={problemOf(payment, req.query.failed === "authentication")}
      />,
    );
  });
  pages.post("/checkout/:id/card", (req, res) => {
    const payment = res.locals.payment as Payment;
    if (payment.status !== "open") return res.redirect(303, pathOf(payment));
    const typed = readTyped(req.body as Record<string, unknown>);
    const problem = emailProblem(typed);
    const outcome = chargeCard(
      { number: typed.cardNumber, expiry: typed.cardExpiry, cvc: typed.cardCvc },
      clock.now(),
    );
    if (problem || outcome.kind === "refused") {
      if (!problem && outcome.kind === "refused")
        payments.payByCard(payment, payerOf(typed), last4(typed.cardNumber), outcome);
      const shown = problem ?? (outcome.kind === "refused" ? outcome : undefined);
      return show(res, <CheckoutPage payment={payment} method="card" typed={typed} problem={shown} />, 422);
    }
    const after = payments.payByCard(payment, payerOf(typed), last4(typed.cardNumber), outcome);
    res.redirect(303, after.status === "open" ? `${pathOf(payment)}/authenticate` : afterwards(after));
  });
  pages.post("/checkout/:id/bank", (req, res) => {
    const payment = res.locals.payment as Payment;
    if (payment.status !== "open") return res.redirect(303, pathOf(payment));
    const typed = readTyped(req.body as Record<string, unknown>);
    const problem = emailProblem(typed) ?? bankProblem(typed);
    if (problem) {
      const page = (
        <CheckoutPage payment={payment} method="us_bank_account" typed={typed} problem={problem} />
      );
      return show(res, page, 422);
    }
    res.redirect(303, afterwards(payments.payByBank(payment, payerOf(typed), last4(typed.accountNumber))));
  });
  pages.get("/checkout/:id/authenticate", (_req, res) => {
    const payment = res.locals.payment as Payment;
    if (payment.status !== "open" || payment.attempt?.status !== "requires_action")
      return res.redirect(303, pathOf(payment));
    show(res, <AuthenticatePage payment={payment} />);
  });
  pages.post("/checkout/:id/authenticate", (req, res) => {
    const payment = res.locals.payment as Payment;
    const after = payments.authenticate(payment, (req.body as { outcome?: unknown }).outcome === "complete");
    const again = `${pathOf(payment)}?failed=authentication`;
    res.redirect(303, after.status === "complete" ? afterwards(after) : again);
  });
  return pages;
}

const FRESH: Typed = {
  email: "",
  name: "Sandbox Payer",
  cardNumber: "",
  cardExpiry: "12 / 34",
  cardCvc: "123",
  postalCode: "",
  routingNumber: "110000000",
  accountNumber: "000123456789",
};

export interface Problem {
  field: CardField | "email" | "name" | "routingNumber" | "accountNumber" | null;
  message: string;
}

function readTyped(form: Record<string, unknown>): Typed {
  const typed = { ...FRESH };
  for (const name of Object.keys(typed) as (keyof Typed)[]) {
    const value = form[name];
    typed[name] = typeof value === "string" ? value.slice(0, 200) : "";
  }
  return typed;
}

function problemOf({ attempt }: Payment, authenticationFailed: boolean): Problem | undefined {
  const message = authenticationFailed ? attempt?.error?.message : undefined;
  return message ? { field: null, message } : undefined;
}

function emailProblem({ email }: Typed): Problem | undefined {
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim())) return undefined;
  return { field: "email", message: "Your email is incomplete." };
}

function bankProblem(typed: Typed): Problem | undefined {
  if (typed.name.trim() === "") return { field: "name", message: "Your name is missing." };
  if (!/^\d{9}$/.test(typed.routingNumber.trim()))
    return { field: "routingNumber", message: "The routing number must have nine digits." };
  if (!/^\d{4,17}$/.test(typed.accountNumber.trim()))
    return { field: "accountNumber", message: "The account number must have four to seventeen digits." };
  return undefined;
}

const payerOf = ({ email, name, postalCode }: Typed) => ({
  email: email.trim(),
  name: name.trim() || null,
  postalCode: postalCode.trim() || null,
});
const last4 = (number: string) => number.replace(/\D/g, "").slice(-4);
const pathOf = ({ id }: Payment) => `/sandbox/checkout/${id}`;

/** Returns the success address, with the session's id instead of its placeholder. */
function afterwards({ id, order }: Payment): string {
  return order.successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);
}
