import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";
import type { CardOutcome } from "./cards.ts";
import { invalid } from "./errors.ts";
import { stripeId } from "./ids.ts";
import type { Order } from "./order.ts";

const OPEN_FOR_SECONDS = 24 * 60 * 60;

/** One Checkout session with its payment. */
export interface Payment {
  id: string;
  order: Order;
  amountCents: number;
  /** Unix seconds by the app's clock, Stripe's format for times. */
  created: number;
  expiresAt: number;
  status: "open" | "complete" | "expired";
  paymentStatus: "unpaid" | "paid";
  attempt: Attempt | null;
  payer: Payer | null;
  customerId: string | null;
  invoiceId: string | null;
}

export interface Attempt {
  intentId: string;
  chargeId: string | null;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded";
  method: "card" | "us_bank_account";
  last4: string;
  error: { code: string; message: string } | null;
  /** Times of the payment and of its arrival: days later from a bank. */
  at?: number;
  paidAt?: number;
}

export interface Payer {
  email: string;
  name: string | null;
  postalCode: string | null;
}

export type PaymentEvent =
  | "checkout.session.completed"
  | "checkout.session.async_payment_succeeded"
  | "checkout.session.async_payment_failed"
  | "checkout.session.expired";

/** State machine of the payments: an invalid transition changes nothing. */
export class Payments {
  constructor(
    private readonly records: Records<Payment>,
    private readonly clock: SandboxClock,
    private readonly announce: (event: PaymentEvent, payment: Payment) => void,
  ) {}

  open(order: Order): Payment {
    const created = this.clock.nowSeconds();
    return this.records.put({
      id: stripeId("cs_test_a1", 56),
      order,
      amountCents: order.price.amountCents * order.quantity,
      created,
      expiresAt: created + OPEN_FOR_SECONDS,
      status: "open",
      paymentStatus: "unpaid",
      attempt: null,
      payer: null,
      customerId: null,
      invoiceId: null,
    });
  }

  get(id: string): Payment | undefined {
    const payment = this.records.get(id);
    return payment && this.#closeIfLate(payment);
  }

  byIntent(intentId: string): Payment | undefined {
    return this.records.all().find((payment) => payment.attempt?.intentId === intentId);
  }

  /** Pending bank payments, newest first. */
  waiting(): Payment[] {
    return this.records.newestFirst().filter(({ attempt }) => attempt?.status === "processing");
  }

  newestFirst(): Payment[] {
    return this.records.newestFirst();
  }

  /** Expires overdue sessions; runs periodically, so that Stripe's event is sent without a request. */
  closeLate(): void {
    for (const payment of this.records.all()) this.#closeIfLate(payment);
  }

  /** POST /v1/checkout/sessions/{id}/expire. @throws StripeRefusal unless the session is open */
  expire(payment: Payment): Payment {
    if (payment.status !== "open") {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${payment.status}.`,
      );
    }
    return this.#close(payment);
  }

  payByCard(payment: Payment, payer: Payer, last4: string, outcome: CardOutcome): Payment {
    if (payment.status !== "open") return payment;
    const attempt = this.#attempt(payment, "card", last4);
    if (outcome.kind === "refused") {
      const { code, message } = outcome;
      return this.records.put({
        ...payment,
        payer,
        attempt: { ...attempt, status: "requires_payment_method", error: { code, message } },
      });
    }
    if (outcome.kind === "authenticate") {
      return this.records.put({ ...payment, payer, attempt: { ...attempt, status: "requires_action" } });
    }
    return this.#complete({ ...payment, payer }, { ...attempt, status: "succeeded" });
  }

  authenticate(payment: Payment, passed: boolean): Payment {
    if (payment.status !== "open" || payment.attempt?.status !== "requires_action") return payment;
    if (passed) return this.#complete(payment, { ...payment.attempt, status: "succeeded" });
    return this.records.put({
      ...payment,
      attempt: {
        ...payment.attempt,
        status: "requires_payment_method",
        error: { code: "payment_intent_authentication_failure", message: NOT_AUTHENTICATED },
      },
    });
  }

  /** Completes the payer's part; the bank debit settles days later. */
  payByBank(payment: Payment, payer: Payer, last4: string): Payment {
    if (payment.status !== "open") return payment;
    const attempt = this.#attempt(payment, "us_bank_account", last4);
    return this.#complete({ ...payment, payer }, { ...attempt, status: "processing" });
  }

  /** The bank's final answer, days later. */
  settle(payment: Payment, succeeded: boolean): Payment {
    if (payment.attempt?.status !== "processing") return payment;
    const attempt: Attempt = succeeded
      ? {
          ...payment.attempt,
          status: "succeeded",
          chargeId: stripeId("ch_"),
          paidAt: this.clock.nowSeconds(),
        }
      : {
          ...payment.attempt,
          status: "requires_payment_method",
          error: {
            code: "insufficient_funds",
            message: "The customer's account has insufficient funds to cover this payment.",
          },
        };
    const settled = this.records.put({
      ...payment,
      attempt,
      paymentStatus: succeeded ? "paid" : "unpaid",
      invoiceId: succeeded ? invoiceOf(payment) : null,
    });
    const outcome = succeeded ? "succeeded" : "failed";
    this.announce(`checkout.session.async_payment_${outcome}`, settled);
    return settled;
  }

  #attempt(payment: Payment, method: Attempt["method"], last4: string): Attempt {
    return {
      intentId: payment.attempt?.intentId ?? stripeId("pi_"),
      chargeId: null,
      status: "requires_payment_method",
      method,
      last4,
      error: null,
      at: this.clock.nowSeconds(),
    };
  }

  #complete(payment: Payment, attempt: Attempt): Payment {
    const paid = attempt.status === "succeeded";
    const complete = this.records.put({
      ...payment,
      status: "complete",
      paymentStatus: paid ? "paid" : "unpaid",
      attempt: paid
        ? { ...attempt, chargeId: stripeId("ch_"), paidAt: this.clock.nowSeconds() }
        : { ...attempt, chargeId: null },
      customerId: payment.order.createsCustomer ? stripeId("cus_", 14) : null,
      invoiceId: paid ? invoiceOf(payment) : null,
    });
    this.announce("checkout.session.completed", complete);
    return complete;
  }

  #closeIfLate(payment: Payment): Payment {
    const late = payment.status === "open" && payment.expiresAt <= this.clock.nowSeconds();
    return late ? this.#close(payment) : payment;
  }

  #close(payment: Payment): Payment {
    const expired = this.records.put({ ...payment, status: "expired" });
    this.announce("checkout.session.expired", expired);
    return expired;
  }
}

export const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

const invoiceOf = ({ order, invoiceId }: Payment) =>
  invoiceId ?? (order.createsInvoice ? stripeId("in_") : null);
