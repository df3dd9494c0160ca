import type { ReactNode } from "react";
import { TEST_CARDS } from "../stripe/cards.ts";
import type { Payment } from "../stripe/payments.ts";
import type { Problem } from "./checkout.tsx";
import { Document, formatAmount } from "./layout.tsx";

export interface Typed {
  email: string;
  name: string;
  cardNumber: string;
  cardExpiry: string;
  cardCvc: string;
  postalCode: string;
  routingNumber: string;
  accountNumber: string;
}

interface Form {
  payment: Payment;
  method: "card" | "us_bank_account";
  typed: Typed;
  problem?: Problem;
}

const METHODS = [
  ["card", "Card"],
  ["us_bank_account", "US bank account"],
] as const;

export function CheckoutPage({ payment, method, typed, problem }: Form) {
  const { methods } = payment.order;
  return (
    <CheckoutFrame title={problem ? "Error: Payment" : "Payment"} payment={payment} back>
      <h2>Pay with</h2>
      <nav aria-label="Ways to pay" className="tabs">
        <ul>
          {METHODS.filter(([id]) => methods.includes(id)).map(([id, label]) => (
            <li key={id}>
              <a
                href={`/sandbox/checkout/${payment.id}?method=${id}`}
                aria-current={id === method ? "page" : undefined}
              >
                {label}
                {id === method && <span className="unseen"> (chosen)</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {problem && (
        <p className="problem" role="alert" id="problem">
          {problem.message}
        </p>
      )}
      {method === "card" ? (
        <CardForm payment={payment} typed={typed} problem={problem} />
      ) : (
        <BankForm payment={payment} typed={typed} problem={problem} />
      )}
    </CheckoutFrame>
  );
}

/** Draws the two halves of the payment page: the order and the current step. */
export function CheckoutFrame(props: {
  title: string;
  payment: Payment;
  back?: boolean;
  children: ReactNode;
}) {
  const { order, amountCents } = props.payment;
  return (
    <Document title={props.title}>
      <p className="ribbon">
        <strong>Sandbox:</strong> nothing here is real. No money moves.
      </p>
      <main className="checkout">
        <section aria-labelledby="bought" className="bought">
          {props.back && order.cancelUrl && (
            <p>
              <a href={order.cancelUrl}>← Back to Goodside</a>
            </p>
          )}
          <h1 id="bought">
            <span className="quiet">Pay Goodside</span>{" "}
            <span className="amount">{formatAmount(amountCents)}</span>
          </h1>
          <dl>
            <div>
              <dt>{order.price.name}</dt>
              <dd>{formatAmount(amountCents)}</dd>
            </div>
            <div className="quiet">
              <dt>{order.price.description}</dt>
              <dd>{order.invoiceDescription}</dd>
            </div>
            <div className="total">
              <dt>Total due today</dt>
              <dd>{formatAmount(amountCents)}</dd>
            </div>
          </dl>
        </section>
        <section className="pay" aria-label="Payment">
          {props.children}
        </section>
      </main>
    </Document>
  );
}

function CardForm({ payment, typed, problem }: Omit<Form, "method">) {
  const path = `/sandbox/checkout/${payment.id}`;
  return (
    <>
      <form method="post" action={`${path}/card`} className="fields" noValidate>
        <Field name="email" label="Email" typed={typed} problem={problem} type="email" />
        <Field
          name="cardNumber"
          label="Card number"
          typed={typed}
          problem={problem}
          inputMode="numeric"
          placeholder="1234 1234 1234 1234"
        />
        <div className="row">
          <Field
            name="cardExpiry"
            label="Expiry, MM / YY"
            typed={typed}
            problem={problem}
            inputMode="numeric"
          />
          <Field name="cardCvc" label="Security code" typed={typed} problem={problem} inputMode="numeric" />
        </div>
        <div className="row">
          <Field name="name" label="Name (optional)" typed={typed} problem={problem} />
          <Field name="postalCode" label="ZIP (optional)" typed={typed} problem={problem} />
        </div>
        <button type="submit" className="wide">
          Pay {formatAmount(payment.amountCents)}
        </button>
      </form>
      <section aria-labelledby="test-cards" className="aside">
        <h2 id="test-cards">Test cards</h2>
        <p className="quiet">Choose one to fill it in, then pay. A real card is refused here.</p>
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
      </section>
    </>
  );
}

function BankForm({ payment, typed, problem }: Omit<Form, "method">) {
  return (
    <>
      <form method="post" action={`/sandbox/checkout/${payment.id}/bank`} className="fields" noValidate>
        <Field name="email" label="Email" typed={typed} problem={problem} type="email" />
        <Field name="name" label="Full name" typed={typed} problem={problem} />
        <Field
          name="routingNumber"
          label="Routing number"
          typed={typed}
          problem={problem}
          inputMode="numeric"
        />
        <Field
          name="accountNumber"
          label="Account number"
          typed={typed}
          problem={problem}
          inputMode="numeric"
        />
        <button type="submit" className="wide">
          Pay {formatAmount(payment.amountCents)}
        </button>
      </form>
      <p className="quiet aside">
        The payment is on its way at first. Afterwards you decide at{" "}
        <a href="/sandbox/bank-payments">Bank payments</a> whether it succeeds or fails.
      </p>
    </>
  );
}

function Field(props: {
  name: keyof Typed;
  label: string;
  typed: Typed;
  problem?: Problem;
  type?: string;
  inputMode?: "numeric";
  placeholder?: string;
}) {
  const wrong = props.problem?.field === props.name;
  return (
    <div className="field">
      <label htmlFor={props.name}>{props.label}</label>
      <input
        id={props.name}
        name={props.name}
        type={props.type ?? "text"}
        inputMode={props.inputMode}
        placeholder={props.placeholder}
        defaultValue={props.typed[props.name]}
        autoComplete="off"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? "problem" : undefined}
      />
    </div>
  );
}
