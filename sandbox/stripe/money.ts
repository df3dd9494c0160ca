import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";
import { invalid } from "./errors.ts";
import { stripeId } from "./ids.ts";
import type { Invoice, InvoiceEvent, Invoices } from "./invoices.ts";
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
  /** Time of arrival: days after `created` for a bank payment. */
  paidAt: number;
  email: string | null;
  invoiceId: string | null;
  refundedCents: number;
  disputed: boolean;
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
  /** Time at which the payer's bank returned it. */
  failedAt?: number;
}

export interface Dispute {
  id: string;
  intentId: string;
  chargeId: string;
  amountCents: number;
  created: number;
  status: "needs_response" | "under_review" | "won" | "lost";
  transactions: { id: string; amountCents: number; created: number }[];
}

export type MoneyEvent =
  | { type: "refund.created" | "refund.updated" | "refund.failed"; refund: Refund }
  | { type: "charge.refunded"; charge: Charge }
  | { type: InvoiceEvent; invoice: Invoice }
  | {
      type:
        | "charge.dispute.created"
        | "charge.dispute.updated"
        | "charge.dispute.funds_withdrawn"
        | "charge.dispute.funds_reinstated"
        | "charge.dispute.closed";
      dispute: Dispute;
    };

interface Books {
  refunds: Records<Refund>;
  disputes: Records<Dispute>;
}

/** Refunds and disputes of payments. Impossible transitions are refused. */
export class Money {
  constructor(
    private readonly payments: Payments,
    private readonly bills: Invoices,
    private readonly books: Books,
    private readonly clock: SandboxClock,
    private readonly announce: (event: MoneyEvent) => void,
  ) {}

  /** All money that arrived, oldest payment first. */
  charges(): Charge[] {
    const refunds = this.refunds();
    const disputes = this.disputes();
    return [
      ...this.payments.newestFirst().reverse().flatMap(chargeOfPayment),
      ...this.bills.all().flatMap(chargeOfInvoice),
    ].map((charge) => ({
      ...charge,
      refundedCents: sum(
        refunds
          .filter(({ chargeId, status }) => chargeId === charge.id && status !== "failed")
          .map(({ amountCents }) => amountCents),
      ),
      disputed: disputes.some(({ chargeId }) => chargeId === charge.id),
    }));
  }

  refunds = (): Refund[] => this.books.refunds.all();
  disputes = (): Dispute[] => this.books.disputes.all();

  /** Lists the invoices for a shortfall and those of Checkout sessions. */
  invoices(): Invoice[] {
    return [...this.payments.newestFirst().reverse().flatMap(invoiceOfPayment), ...this.bills.all()];
  }

  /** Returns the amount of a charge that was not refunded. */
  left = (charge: Charge): number => charge.amountCents - charge.refundedCents;

  /** Tells whether a bank took the charge's money back; once it decided for us, the payer may contest it again. */
  isContested = (chargeId: string): boolean =>
    this.disputes().some((dispute) => dispute.chargeId === chargeId && dispute.status !== "won");

  /**
   * Handles POST /v1/refunds.
   * @param amountCents by default the rest
   */
  refund(order: {
    intentId: string;
    amountCents: number | null;
    reason: string | null;
    metadata: Record<string, string>;
  }): Refund {
    const charge = this.charges().find(({ intentId }) => intentId === order.intentId);
    if (!charge)
      throw invalid("This PaymentIntent does not have a successful charge to refund.", "payment_intent");
    if (this.isContested(charge.id))
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
    const after = this.charges().find(({ id }) => id === charge.id);
    this.announce({ type: "charge.refunded", charge: after ?? charge });
    return refund;
  }

  /** Settles a refund as the payer's bank does, days later; a card's may fail too. */
  settleRefund(refund: Refund, arrived: boolean): Refund {
    if (refund.status === "failed") return refund;
    const settled = this.books.refunds.put(
      arrived
        ? { ...refund, status: "succeeded" }
        : { ...refund, status: "failed", failedAt: this.clock.nowSeconds() },
    );
    this.announce({ type: "refund.updated", refund: settled });
    if (!arrived) this.announce({ type: "refund.failed", refund: settled });
    return settled;
  }

  /** Contests a charge as the payer does at the bank, which takes the money back at once. */
  contest(charge: Charge): void {
    if (this.isContested(charge.id)) return;
    const created = this.clock.nowSeconds();
    const amountCents = this.left(charge);
    if (amountCents === 0) return;
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

  /** Answers the bank, which then examines it. */
  respond(dispute: Dispute): void {
    if (dispute.status !== "needs_response") return;
    const answered = this.books.disputes.put({ ...dispute, status: "under_review" });
    this.announce({ type: "charge.dispute.updated", dispute: answered });
  }

  /** Decides as the bank does; if we win, it returns the money. */
  decide(dispute: Dispute, won: boolean): void {
    if (dispute.status === "won" || dispute.status === "lost") return;
    const back = { id: stripeId("txn_"), amountCents: dispute.amountCents, created: this.clock.nowSeconds() };
    const decided = this.books.disputes.put({
      ...dispute,
      status: won ? "won" : "lost",
      transactions: won ? [...dispute.transactions, back] : dispute.transactions,
    });
    if (won) this.announce({ type: "charge.dispute.funds_reinstated", dispute: decided });
    this.announce({ type: "charge.dispute.closed", dispute: decided });
  }

  /** Returns our balance after all movements, in cents. */
  balance(): number {
    return (
      sum(this.charges().map(({ amountCents }) => amountCents)) -
      sum(this.refunds().map(({ amountCents, status }) => (status === "failed" ? 0 : amountCents))) +
      sum(this.disputes().flatMap(({ transactions }) => transactions.map(({ amountCents }) => amountCents)))
    );
  }
}

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);

type Arrived = Omit<Charge, "refundedCents" | "disputed">;

export function chargeOfPayment(payment: Payment): Arrived[] {
  const { attempt } = payment;
  if (!attempt?.chargeId) return [];
  const created = attempt.at ?? payment.created;
  return [
    {
      id: attempt.chargeId,
      intentId: attempt.intentId,
      customerId: payment.customerId,
      amountCents: payment.amountCents,
      created,
      method: attempt.method,
      label: payment.order.invoiceDescription ?? payment.order.price.name,
      paidAt: attempt.paidAt ?? created,
      email: payment.payer?.email ?? null,
      invoiceId: payment.invoiceId,
    },
  ];
}

function chargeOfInvoice(invoice: Invoice): Arrived[] {
  const { paidAt, attempt } = invoice;
  if (invoice.status !== "paid" || paidAt === null || invoice.outOfBand) return [];
  return [
    {
      id: invoice.chargeId,
      intentId: invoice.intentId,
      customerId: invoice.customerId,
      amountCents: invoice.amountCents,
      created: attempt?.at ?? paidAt,
      method: attempt?.method ?? "card",
      label: `${invoice.number}: ${invoice.description}`,
      paidAt,
      email: null,
      invoiceId: invoice.id,
    },
  ];
}

/** Lists the invoice that Checkout creates after the payment. */
function invoiceOfPayment(payment: Payment): Invoice[] {
  const { invoiceId, attempt, order } = payment;
  if (!invoiceId || !attempt?.chargeId) return [];
  const paidAt = attempt.paidAt ?? payment.created;
  return [
    {
      id: invoiceId,
      number: `GS-C-${invoiceId.slice(-6).toUpperCase()}`,
      customerId: payment.customerId ?? "",
      status: "paid",
      amountCents: payment.amountCents,
      description: order.invoiceDescription ?? "",
      metadata: order.invoiceMetadata ?? {},
      created: paidAt,
      daysUntilDue: 0,
      paidAt,
      intentId: attempt.intentId,
      chargeId: attempt.chargeId,
      openedAt: paidAt,
      ofCheckout: true,
    },
  ];
}
