import express, { type Router } from "express";
import { type Invoice, type Invoices, payable } from "../stripe/invoices.ts";
import type { Charge, Dispute, Money, Refund } from "../stripe/money.ts";
import type { Delivery } from "../webhooks.ts";
import { Done, formatAmount, formatTime, OneButton, SandboxPage, show } from "./layout.tsx";

const DONE: Record<string, string> = {
  refunded: "Refunded. The app is being notified.",
  contested: "The payer contests the payment. The app is being notified.",
  decided: "The bank has decided. The app is being notified.",
  settled: "The payer’s bank has answered. The app is being notified.",
  answered: "The bank has our answer. The app is being notified.",
  paid: "The invoice is paid. The app is being notified.",
  void: "The invoice is void. The app is being notified.",
  no: "That is not possible any more.",
  amount: "That is no amount. Enter a part of the payment, such as 12.34.",
};

/** Lists all money at the payment stub, with actions for each payment. */
export function moneyPages(
  money: Money,
  invoices: Invoices,
  lastEvent: () => Pick<Delivery, "id" | "type"> | undefined,
): Router {
  const pages = express.Router();
  pages.get("/money", (req, res) => {
    const last = lastEvent();
    show(
      res,
      <SandboxPage
        title="Money"
        here="/sandbox/money"
        lead={`What the payment stand-in holds for Goodside: ${formatAmount(money.balance())}. Here you do what a payer, a bank or somebody at Stripe would do.`}
      >
        <Done message={DONE[String(req.query.done)]} />
        {last ? (
          <OneButton
            action={`/sandbox/webhooks/${last.id}`}
            label={`Send the last event again: ${last.type}`}
            quiet
          />
        ) : null}
        <List title="Payments" none="No payment has arrived." items={money.charges()}>
          {(charge) => <ChargeCard key={charge.id} charge={charge} left={money.left(charge)} />}
        </List>
        <List title="Refunds" none="Nothing was refunded." items={money.refunds()}>
          {(refund) => <RefundCard key={refund.id} refund={refund} />}
        </List>
        <List title="Invoices" none="No invoice was made." items={money.invoices()}>
          {(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} />}
        </List>
        <List title="Disputes" none="No payment was contested." items={money.disputes()}>
          {(dispute) => <DisputeCard key={dispute.id} dispute={dispute} />}
        </List>
      </SandboxPage>,
    );
  });
  pages.post("/money/:id", (req, res) => {
    const { act, amount } = req.body as { act?: string; amount?: string };
    const cents = amount === undefined ? null : centsIn(amount);
    const done = cents === 0 ? "amount" : actOn(money, invoices, req.params.id, String(act), cents);
    res.redirect(303, `/sandbox/money?done=${done}`);
  });
  return pages;
}

/** Returns 1234 for '12.34'; 0 for invalid amounts. */
const centsIn = (amount: string): number =>
  /^\s*\d{1,6}(\.\d{2})?\s*$/.test(amount) ? Math.round(Number(amount) * 100) : 0;

/** @returns the key of the message */
function actOn(
  money: Money,
  invoices: Invoices,
  id: string,
  act: string,
  amountCents: number | null,
): string {
  const charge = money.charges().find((one) => one.id === id);
  const refund = money.refunds().find((one) => one.id === id);
  const dispute = money.disputes().find((one) => one.id === id);
  const invoice = money.invoices().find((one) => one.id === id);
  if (charge && act === "refund") {
    if (money.isContested(charge.id) || money.left(charge) < (amountCents ?? 1)) return "no";
    money.refund({ intentId: charge.intentId, amountCents, reason: null, metadata: {} });
    return "refunded";
  }
  if (charge && act === "contest") {
    money.contest(charge);
    return "contested";
  }
  if (refund && (act === "arrive" || act === "fail")) {
    money.settleRefund(refund, act === "arrive");
    return "settled";
  }
  if (dispute && act === "respond") {
    money.respond(dispute);
    return "answered";
  }
  if (dispute && (act === "win" || act === "lose")) {
    money.decide(dispute, act === "win");
    return "decided";
  }
  if (invoice && act === "pay" && payable(invoice)) {
    invoices.payByCard(invoice, "4242", { kind: "succeeded" });
    return "paid";
  }
  if (invoice?.attempt?.status === "processing" && (act === "arrive" || act === "fail")) {
    invoices.settle(invoice, act === "arrive");
    return "settled";
  }
  if (invoice && act === "void" && payable(invoice)) {
    invoices.void(invoice);
    return "void";
  }
  return "no";
}

function List<Item>(props: {
  title: string;
  none: string;
  items: Item[];
  children: (item: Item) => JSX.Element;
}) {
  return (
    <section>
      <h2>{props.title}</h2>
      {props.items.length === 0 ? (
        <p className="empty">{props.none}</p>
      ) : (
        <ul className="cards">{[...props.items].reverse().map(props.children)}</ul>
      )}
    </section>
  );
}

function ChargeCard({ charge, left }: { charge: Charge; left: number }) {
  const action = `/sandbox/money/${charge.id}`;
  return (
    <li className="card">
      <h3>{formatAmount(charge.amountCents)}</h3>
      <p>
        {charge.label}
        <br />
        <span className="quiet">
          {charge.id}, {at(charge.created)}
          {left < charge.amountCents ? `, ${formatAmount(left)} left` : ""}
        </span>
      </p>
      {left > 0 ? (
        <div className="row">
          <OneButton
            action={action}
            label={`Refund ${formatAmount(left)}`}
            fields={{ act: "refund" }}
            quiet
          />
          <form method="post" action={action}>
            <input type="hidden" name="act" value="refund" />
            <label htmlFor={`part-${charge.id}`}>Or a part, such as 12.34</label>
            <input id={`part-${charge.id}`} name="amount" type="text" inputMode="decimal" size={8} />
            <button type="submit" className="quiet">
              Refund that
            </button>
          </form>
          <OneButton action={action} label="Contest it at the bank" fields={{ act: "contest" }} quiet />
        </div>
      ) : null}
    </li>
  );
}

function RefundCard({ refund }: { refund: Refund }) {
  const action = `/sandbox/money/${refund.id}`;
  return (
    <li className="card">
      <h3>
        {formatAmount(refund.amountCents)}, {refund.status}
      </h3>
      <p className="quiet">
        {refund.id}, {at(refund.created)}
      </p>
      {refund.status === "failed" ? null : (
        <div className="row">
          {refund.status === "pending" ? (
            <OneButton action={action} label="Let it arrive" fields={{ act: "arrive" }} />
          ) : null}
          <OneButton action={action} label="Let it fail" fields={{ act: "fail" }} quiet />
        </div>
      )}
    </li>
  );
}

function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const action = `/sandbox/money/${invoice.id}`;
  return (
    <li className="card">
      <h3>
        {invoice.number}: {formatAmount(invoice.amountCents)}, {invoice.status}
      </h3>
      <p>
        <a href={`/sandbox/invoices/${invoice.id}`}>{invoice.description || "Invoice"}</a>
      </p>
      {payable(invoice) ? (
        <div className="row">
          <OneButton action={action} label="The club pays by card" fields={{ act: "pay" }} quiet />
          <OneButton action={action} label="Void it" fields={{ act: "void" }} quiet />
        </div>
      ) : null}
      {invoice.attempt?.status === "processing" ? (
        <div className="row">
          <OneButton action={action} label="Let the bank payment arrive" fields={{ act: "arrive" }} />
          <OneButton action={action} label="Let it fail" fields={{ act: "fail" }} quiet />
        </div>
      ) : null}
    </li>
  );
}

function DisputeCard({ dispute }: { dispute: Dispute }) {
  const action = `/sandbox/money/${dispute.id}`;
  return (
    <li className="card">
      <h3>
        {formatAmount(dispute.amountCents)}, {dispute.status.replaceAll("_", " ")}
      </h3>
      <p className="quiet">
        {dispute.id}, {at(dispute.created)}
      </p>
      {dispute.status === "needs_response" || dispute.status === "under_review" ? (
        <div className="row">
          {dispute.status === "needs_response" ? (
            <OneButton action={action} label="Answer the bank" fields={{ act: "respond" }} quiet />
          ) : null}
          <OneButton action={action} label="The bank decides for us" fields={{ act: "win" }} />
          <OneButton action={action} label="The bank decides for the payer" fields={{ act: "lose" }} quiet />
        </div>
      ) : null}
    </li>
  );
}

const at = (seconds: number) => formatTime(new Date(seconds * 1000));
