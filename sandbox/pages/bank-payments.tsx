import express, { type Router } from "express";
import type { Payment, Payments } from "../stripe/payments.ts";
import { Done, formatAmount, formatTime, OneButton, SandboxPage, show } from "./layout.tsx";

const DONE: Record<string, string> = {
  succeeded: "The bank payment has succeeded. The app is being notified.",
  failed: "The bank payment has failed. The app is being notified.",
};

/** Settles a US bank debit, which takes up to four business days, by a button. */
export function bankPaymentPages(payments: Payments): Router {
  const pages = express.Router();
  pages.get("/bank-payments", (req, res) => {
    const waiting = payments.waiting();
    show(
      res,
      <SandboxPage
        title="Bank payments"
        here="/sandbox/bank-payments"
        lead="A payment from a US bank account is on its way for up to four business days. Here you decide how it ends."
      >
        <Done message={DONE[String(req.query.done)]} />
        {waiting.length === 0 ? (
          <p className="empty">
            No bank payment is on its way. Choose 'US bank account' on the payment page to start one.
          </p>
        ) : (
          <ul className="cards">
            {waiting.map((payment) => (
              <WaitingPayment key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </SandboxPage>,
    );
  });
  pages.post("/bank-payments/:id", (req, res, next) => {
    const payment = payments.get(req.params.id);
    const outcome = (req.body as { outcome?: unknown }).outcome;
    if (!payment || (outcome !== "succeeded" && outcome !== "failed")) return next();
    payments.settle(payment, outcome === "succeeded");
    res.redirect(303, `/sandbox/bank-payments?done=${outcome}`);
  });
  return pages;
}

function WaitingPayment({ payment }: { payment: Payment }) {
  const action = `/sandbox/bank-payments/${payment.id}`;
  return (
    <li className="card">
      <h2>{formatAmount(payment.amountCents)}</h2>
      <p>
        {payment.order.invoiceDescription ?? payment.order.price.name}
        <br />
        {payment.payer?.email}
        <br />
        <span className="quiet">
          Account ending in {payment.attempt?.last4}, begun {formatTime(new Date(payment.created * 1000))}
        </span>
      </p>
      <div className="row">
        <OneButton action={action} label="Let it succeed" fields={{ outcome: "succeeded" }} />
        <OneButton action={action} label="Let it fail" fields={{ outcome: "failed" }} quiet />
      </div>
    </li>
  );
}
