import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";
import { invalid } from "./errors.ts";
import { stripeId } from "./ids.ts";
import type { Payment, Payments } from "./payments.ts";

/** Money that arrived: of a Checkout session, or of an invoice. Times are Unix seconds by the app's clock. */
export interface Charge {
  id: string;
  intentId: string;
  customerId: string | null;
  amountCents: number;
  created: number;
  method: "card" | "us_bank_account";
  label: string;
}

export interface Refund {
  id: string;
  intentId: string;
  chargeId: string;
  amountCents: number;
  created: number;
  status: "pending" | "succeeded" | "failed";
  reason: string | null;
  metadata: Record<string, string>;
}

export interface Invoice {
  id: string;
  number: string;
  customerId: string;
  status: "draft" | "open" | "paid" | "void";
  amountCents: number;
  description: string;
  metadata: Record<string, string>;
  created: number;
  daysUntilDue: number;
  paidAt: number | null;
  intentId: string;
  chargeId: string;
}

export interface Dispute {
  id: string;
  intentId: string;
  chargeId: string;
  amountCents: number;
  created: number;
  status: "needs_response" | "won" | "lost";
  transactions: { id: string; amountCents: number; created: number }[];
}

export type MoneyEvent =
  | { type: "refund.created" | "refund.updated" | "refund.failed"; refund: Refund }
  | { type: "charge.refunded"; charge: Charge }
  | { type: "invoice.paid" | "invoice.voided"; invoice: Invoice }
  | {
      type:
        | "charge.dispute.created"
        | "charge.dispute.funds_withdrawn"
        | "charge.dispute.funds_reinstated"
        | "charge.dispute.closed";
      dispute: Dispute;
    };

interface Books {
  refunds: Records<Refund>;
  invoices: Records<Invoice>;
  disputes: Records<Dispute>;
}

/** What becomes of payments afterwards: refunds, invoices, disputes. A transition that is not possible is refused. */
export class Money {
  constructor(
    private readonly payments: Payments,
    private readonly books: Books,
    private readonly clock: SandboxClock,
    private readonly announce: (event: MoneyEvent) => void,
  ) {}

  charges(): Charge[] {
    const paid = this.invoices().filter(({ status }) => status === "paid");
    return [...this.payments.newestFirst().reverse().flatMap(chargeOfPayment), ...paid.map(chargeOfInvoice)];
  }

  refunds = (): Refund[] => this.books.refunds.all();
  invoices = (): Invoice[] => this.books.invoices.all();
  disputes = (): Dispute[] => this.books.disputes.all();

  /** What of a charge was not refunded. */
  left(charge: Charge): number {
    const gone = this.refunds().filter(
      ({ chargeId, status }) => chargeId === charge.id && status !== "failed",
    );
    return charge.amountCents - sum(gone.map(({ amountCents }) => amountCents));
  }

  /** POST /v1/refunds. @param amountCents what is left, where it is not said */
  refund(order: {
    intentId: string;
    amountCents: number | null;
    reason: string | null;
    metadata: Record<string, string>;
  }): Refund {
    const charge = this.charges().find(({ intentId }) => intentId === order.intentId);
    if (!charge)
      throw invalid("This PaymentIntent does not have a successful charge to refund.", "payment_intent");
    if (this.disputes().some(({ chargeId, status }) => chargeId === charge.id && status !== "won"))
      throw invalid("This charge has been charged back.", undefined, "charge_disputed");
    const left = this.left(charge);
    if (left === 0) throw invalid("Charge has already been refunded.", undefined, "charge_already_refunded");
    const amountCents = order.amountCents ?? left;
    if (amountCents > left || amountCents < 1)
      throw invalid(
        `Refund amount (${amountCents}) is greater than unrefunded amount on charge (${left})`,
        "amount",
      );
    const refund = this.books.refunds.put({
      id: stripeId("re_"),
      intentId: order.intentId,
      chargeId: charge.id,
      amountCents,
      created: this.clock.nowSeconds(),
      status: charge.method === "card" ? "succeeded" : "pending",
      reason: order.reason,
      metadata: order.metadata,
    });
    this.announce({ type: "refund.created", refund });
    this.announce({ type: "charge.refunded", charge });
    return refund;
  }

  /** What the payer's bank says to a refund, days later; a card's may fail too. */
  settleRefund(refund: Refund, arrived: boolean): Refund {
    if (refund.status === "failed") return refund;
    const settled = this.books.refunds.put({ ...refund, status: arrived ? "succeeded" : "failed" });
    this.announce({ type: arrived ? "refund.updated" : "refund.failed", refund: settled });
    return settled;
  }

  draftInvoice(order: Pick<Invoice, "customerId" | "description" | "metadata" | "daysUntilDue">): Invoice {
    return this.books.invoices.put({
      ...order,
      id: stripeId("in_"),
      number: `GS-${String(this.invoices().length + 1).padStart(4, "0")}`,
      status: "draft",
      amountCents: 0,
      created: this.clock.nowSeconds(),
      paidAt: null,
      intentId: stripeId("pi_"),
      chargeId: stripeId("ch_"),
    });
  }

  addToInvoice(invoice: Invoice, amountCents: number): Invoice {
    if (invoice.status !== "draft") throw invalid("This invoice is no longer a draft.");
    return this.books.invoices.put({ ...invoice, amountCents: invoice.amountCents + amountCents });
  }

  /** Only a draft can be deleted: what was opened is void instead. */
  deleteInvoice(id: string): void {
    const invoice = this.books.invoices.get(id);
    if (invoice?.status !== "draft") throw invalid("You can only delete draft invoices.");
    this.books.invoices.put({ ...invoice, status: "void", metadata: {} });
  }

  openInvoice(invoice: Invoice): Invoice {
    if (invoice.status !== "draft") throw invalid("This invoice is already finalized.");
    return this.books.invoices.put({ ...invoice, status: "open", created: this.clock.nowSeconds() });
  }

  voidInvoice(invoice: Invoice): Invoice {
    if (invoice.status !== "open")
      throw invalid(`You can only void open invoices; this one is ${invoice.status}.`);
    const closed = this.books.invoices.put({ ...invoice, status: "void" });
    this.announce({ type: "invoice.voided", invoice: closed });
    return closed;
  }

  payInvoice(invoice: Invoice): Invoice {
    if (invoice.status !== "open") return invoice;
    const paid = this.books.invoices.put({ ...invoice, status: "paid", paidAt: this.clock.nowSeconds() });
    this.announce({ type: "invoice.paid", invoice: paid });
    return paid;
  }

  /** The payer contests a charge at the bank, which takes the money back at once. */
  contest(charge: Charge): void {
    if (this.disputes().some(({ chargeId }) => chargeId === charge.id)) return;
    const created = this.clock.nowSeconds();
    const amountCents = this.left(charge);
    const dispute = this.books.disputes.put({
      id: stripeId("du_"),
      intentId: charge.intentId,
      chargeId: charge.id,
      amountCents,
      created,
      status: "needs_response",
      transactions: [{ id: stripeId("txn_"), amountCents: -amountCents, created }],
    });
    this.announce({ type: "charge.dispute.created", dispute });
    this.announce({ type: "charge.dispute.funds_withdrawn", dispute });
  }

  /** The bank decides; where we win, it gives the money back. */
  decide(dispute: Dispute, won: boolean): void {
    if (dispute.status !== "needs_response") return;
    const back = { id: stripeId("txn_"), amountCents: dispute.amountCents, created: this.clock.nowSeconds() };
    const decided = this.books.disputes.put({
      ...dispute,
      status: won ? "won" : "lost",
      transactions: won ? [...dispute.transactions, back] : dispute.transactions,
    });
    if (won) this.announce({ type: "charge.dispute.funds_reinstated", dispute: decided });
    this.announce({ type: "charge.dispute.closed", dispute: decided });
  }

  /** What is ours after everything that happened, in cents. */
  balance(): number {
    return (
      sum(this.charges().map(({ amountCents }) => amountCents)) -
      sum(this.refunds().map(({ amountCents, status }) => (status === "failed" ? 0 : amountCents))) +
      sum(this.disputes().flatMap(({ transactions }) => transactions.map(({ amountCents }) => amountCents)))
    );
  }
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

function chargeOfPayment(payment: Payment): Charge[] {
  const { attempt } = payment;
  if (!attempt?.chargeId) return [];
  return [
    {
      id: attempt.chargeId,
      intentId: attempt.intentId,
      customerId: payment.customerId,
      amountCents: payment.amountCents,
      created: payment.created,
      method: attempt.method,
      label: payment.order.invoiceDescription ?? payment.order.price.name,
    },
  ];
}

const chargeOfInvoice = (invoice: Invoice): Charge => ({
  id: invoice.chargeId,
  intentId: invoice.intentId,
  customerId: invoice.customerId,
  amountCents: invoice.amountCents,
  created: invoice.paidAt ?? invoice.created,
  method: "card",
  label: `${invoice.number}: ${invoice.description}`,
});
