import express, { type Router } from "express";
import type { SandboxClock } from "../clock.ts";
import { chargeCard, TEST_CARDS } from "../stripe/cards.ts";
import { type Invoice, type Invoices, payable } from "../stripe/invoices.ts";
import type { Money } from "../stripe/money.ts";
import { Done, formatAmount, formatTime, OneButton, SandboxPage, show } from "./layout.tsx";

const DONE: Record<string, string> = {
  paid: "The invoice is paid. The app is being notified.",
  processing: "The payment from the bank account is on its way. Under Money you decide how it ends.",
};

/** Serves the page on which an invoice is paid, by card or from a US bank account, without a script. */
export function invoicePages(money: Money, invoices: Invoices, clock: SandboxClock): Router {
  const pages = express.Router();
  pages.param("id", (_req, res, next, id: string) => {
    const invoice = money.invoices().find((one) => one.id === id);
    if (!invoice || invoice.status === "draft") return next("router");
    res.locals.invoice = invoice;
    next();
  });
  pages.get("/invoices/:id", (req, res) => {
    const card = TEST_CARDS.find(({ number }) => number === req.query.card)?.number;
    const invoice = res.locals.invoice as Invoice;
    show(res, <InvoicePage invoice={invoice} card={card} done={DONE[String(req.query.done)]} />);
  });
  pages.get("/invoices/:id/pdf", (req, res) => res.redirect(303, `/sandbox/invoices/${req.params.id}`));
  pages.post("/invoices/:id", (req, res) => {
    const invoice = res.locals.invoice as Invoice;
    const { cardNumber, cardExpiry, cardCvc } = req.body as Record<string, string | undefined>;
    const number = cardNumber ?? "4242424242424242";
    const card = { number, expiry: cardExpiry ?? "12 / 44", cvc: cardCvc ?? "123" };
    const outcome = chargeCard(card, clock.now());
    const after = invoices.payByCard(invoice, number.replace(/\D/g, "").slice(-4), outcome);
    if (outcome.kind === "refused" && after.status !== "paid")
      return show(res, <InvoicePage invoice={after} card={number} problem={outcome.message} />, 422);
    res.redirect(303, `${pathOf(invoice)}${after.status === "paid" ? "?done=paid" : ""}`);
  });
  pages.post("/invoices/:id/authenticate", (req, res) => {
    const { outcome } = req.body as { outcome?: unknown };
    const after = invoices.authenticate(res.locals.invoice as Invoice, outcome === "complete");
    res.redirect(303, `${pathOf(after)}${after.status === "paid" ? "?done=paid" : ""}`);
  });
  pages.post("/invoices/:id/bank", (_req, res) => {
    const after = invoices.payByBank(res.locals.invoice as Invoice, "6789");
    res.redirect(303, `${pathOf(after)}${after.attempt?.status === "processing" ? "?done=processing" : ""}`);
  });
  return pages;
}

const pathOf = ({ id }: Invoice) => `/sandbox/invoices/${id}`;

function InvoicePage(props: { invoice: Invoice; card?: string; done?: string; problem?: string }) {
  const { invoice, card, done } = props;
  const problem = props.problem ?? invoice.attempt?.error?.message;
  const amount = formatAmount(invoice.amountCents);
  return (
    <SandboxPage title={`Invoice ${invoice.number}`} lead={invoice.description}>
      <Done message={done} />
      <p>
        {amount}: {invoice.status}
        {invoice.paidAt ? `, ${formatTime(new Date(invoice.paidAt * 1000))}` : ""}
      </p>
      {payable(invoice) ? (
        <>
          {problem && (
            <p className="problem" role="alert" id="problem">
              {problem}
            </p>
          )}
          {invoice.attempt?.status === "requires_action" ? (
            <Authenticate path={pathOf(invoice)} />
          ) : (
            <Ways path={pathOf(invoice)} amount={amount} card={card} />
          )}
        </>
      ) : null}
      {invoice.attempt?.status === "processing" ? (
        <p>
          The payment from the bank account is on its way. <a href="/sandbox/money">Decide how it ends</a>
        </p>
      ) : null}
      <p>
        <a href="/club/billing">Back to the club’s billing page</a>
      </p>
    </SandboxPage>
  );
}

function Authenticate({ path }: { path: string }) {
  const action = `${path}/authenticate`;
  return (
    <>
      <h2>Your bank asks: is it you?</h2>
      <div className="row">
        <OneButton action={action} label="Complete authentication" fields={{ outcome: "complete" }} />
        <OneButton action={action} label="Fail authentication" fields={{ outcome: "fail" }} quiet />
      </div>
    </>
  );
}

const FIELDS = [
  ["cardNumber", "Card number", "4242424242424242"],
  ["cardExpiry", "Expiry, MM / YY", "12 / 44"],
  ["cardCvc", "Security code", "123"],
] as const;

function Ways({ path, amount, card }: { path: string; amount: string; card?: string }) {
  return (
    <>
      <form method="post" action={path} className="fields" noValidate>
        {FIELDS.map(([name, label, usual]) => (
          <div className="field" key={name}>
            <label htmlFor={name}>{label}</label>
            <input
              id={name}
              name={name}
              type="text"
              inputMode="numeric"
              defaultValue={name === "cardNumber" ? (card ?? usual) : usual}
              autoComplete="off"
            />
          </div>
        ))}
        <button type="submit">Pay {amount}</button>
      </form>
      <h2>Test cards</h2>
      <ul>
        {TEST_CARDS.map(({ number, name, does }) => (
          <li key={number}>
            <a href={`${path}?card=${number}`}>
              <code>{number.replace(/(.{4})(?=.)/g, "$1 ")}</code> {name}
            </a>
            <br />
            {does}
          </li>
        ))}
      </ul>
      <h2>US bank account</h2>
      <OneButton action={`${path}/bank`} label={`Pay ${amount} from the test account`} quiet />
    </>
  );
}
