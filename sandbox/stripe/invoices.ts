import type { SandboxClock } from "../clock.ts";
import type { Records } from "../records.ts";
import type { CardOutcome } from "./cards.ts";
import { invalid } from "./errors.ts";
import { stripeId } from "./ids.ts";

/** Times are Unix seconds by the app's clock. */
export interface Invoice {
  id: string;
  number: string;
  customerId: string;
  status: "draft" | "open" | "paid" | "void" | "uncollectible";
  amountCents: number;
  description: string;
  metadata: Record<string, string>;
  created: number;
  daysUntilDue: number;
  paidAt: number | null;
  intentId: string;
  chargeId: string;
  /** True if Stripe opens and sends a draft automatically after an hour. */
  advances?: boolean;
  openedAt?: number;
  closedAt?: number;
  /** True if it was paid by other means: nothing arrived at Stripe. */
  outOfBand?: boolean;
  /** True if it belongs to a Checkout session, which was paid when its invoice was created. */
  ofCheckout?: boolean;
  attempt?: InvoiceAttempt;
  saidOverdue?: boolean;
}

export interface InvoiceAttempt {
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded";
  method: "card" | "us_bank_account";
  last4: string;
  error: { code: string; message: string } | null;
  at: number;
}

/** A line of an invoice; without an invoice it waits for the customer's next. */
export interface InvoiceItem {
  id: string;
  customerId: string;
  invoiceId: string | null;
  amountCents: number;
  description: string;
  metadata: Record<string, string>;
  created: number;
}

export type InvoiceEvent =
  | "invoice.created"
  | "invoice.finalized"
  | "invoice.sent"
  | "invoice.paid"
  | "invoice.payment_failed"
  | "invoice.voided"
  | "invoice.marked_uncollectible"
  | "invoice.overdue"
  /** Event of its payment. */
  | "payment_intent.processing";

const HOUR = 3_600;
const DAY = 86_400;

export const dueAt = ({ openedAt, created, daysUntilDue }: Invoice) =>
  (openedAt ?? created) + daysUntilDue * DAY;

/** State machine of the invoices: impossible API calls are refused, a payer's click then does nothing. */
export class Invoices {
  constructor(
    private readonly records: Records<Invoice>,
    private readonly items: Records<InvoiceItem>,
    private readonly clock: SandboxClock,
    private readonly announce: (type: InvoiceEvent, invoice: Invoice) => void,
  ) {}

  all = (): Invoice[] => this.records.all();
  get = (id: string): Invoice | undefined => this.records.get(id);
  itemsOf = (id: string): InvoiceItem[] => this.items.all().filter(({ invoiceId }) => invoiceId === id);

  draft(
    order: Pick<Invoice, "customerId" | "description" | "metadata" | "daysUntilDue" | "advances">,
    takesWaitingItems: boolean,
  ): Invoice {
    const draft = this.records.put({
      ...order,
      id: stripeId("in_"),
      number: `GS-${String(this.all().length + 1).padStart(4, "0")}`,
      status: "draft",
      amountCents: 0,
      created: this.clock.nowSeconds(),
      paidAt: null,
      intentId: stripeId("pi_"),
      chargeId: stripeId("ch_"),
    });
    const waiting = this.items
      .all()
      .filter(
        ({ customerId, invoiceId }) =>
          takesWaitingItems && customerId === order.customerId && invoiceId === null,
      );
    for (const item of waiting) this.items.put({ ...item, invoiceId: draft.id });
    const made = this.#summed(draft);
    this.announce("invoice.created", made);
    return made;
  }

  /** @param order.invoiceId null: for the customer's next invoice */
  addItem(order: Omit<InvoiceItem, "id" | "created">): InvoiceItem {
    const invoice = order.invoiceId === null ? undefined : this.get(order.invoiceId);
    if (invoice && invoice.status !== "draft") throw invalid("This invoice is no longer a draft.", "invoice");
    const item = this.items.put({ ...order, id: stripeId("ii_"), created: this.clock.nowSeconds() });
    if (invoice) this.#summed(invoice);
    return item;
  }

  /** Deletes a draft: opened invoices can only be voided. */
  delete(invoice: Invoice): void {
    if (invoice.status !== "draft") throw invalid("You can only delete draft invoices.");
    this.records.put({ ...invoice, status: "void", metadata: {} });
  }

  /** Opens an invoice; one of zero is paid at once, as at Stripe. */
  open(invoice: Invoice): Invoice {
    if (invoice.status !== "draft")
      throw invalid("This invoice is already finalized.", undefined, "invoice_not_editable");
    const opened = this.records.put({ ...invoice, status: "open", openedAt: this.clock.nowSeconds() });
    this.announce("invoice.finalized", opened);
    return opened.amountCents === 0 ? this.#paid(opened, { outOfBand: true }) : opened;
  }

  send(invoice: Invoice): Invoice {
    const open = invoice.status === "draft" ? this.open(invoice) : invoice;
    if (open.status !== "open") throw invalid(`You can only send open invoices; this one is ${open.status}.`);
    this.announce("invoice.sent", open);
    return open;
  }

  void(invoice: Invoice): Invoice {
    if (invoice.status !== "open" && invoice.status !== "uncollectible")
      throw invalid(`You can only void open invoices; this one is ${invoice.status}.`);
    if (invoice.attempt?.status === "processing")
      throw invalid("You cannot void an invoice while its payment is processing.");
    return this.#closed(invoice, "void", "invoice.voided");
  }

  giveUp(invoice: Invoice): Invoice {
    if (invoice.status !== "open")
      throw invalid(`You can only mark open invoices as uncollectible; this one is ${invoice.status}.`);
    return this.#closed(invoice, "uncollectible", "invoice.marked_uncollectible");
  }

  /** POST /v1/invoices/{id}/pay with `paid_out_of_band`. */
  payElsewhere(invoice: Invoice): Invoice {
    if (invoice.status === "paid")
      throw invalid("Invoice is already paid", undefined, "invoice_already_paid");
    if (!payable(invoice)) throw invalid(`This invoice cannot be paid: it is ${invoice.status}.`);
    return this.#paid(invoice, { outOfBand: true });
  }

  payByCard(invoice: Invoice, last4: string, outcome: CardOutcome): Invoice {
    if (!payable(invoice)) return invoice;
    const attempt = { method: "card" as const, last4, error: null, at: this.clock.nowSeconds() };
    if (outcome.kind === "succeeded")
      return this.#paid(invoice, { attempt: { ...attempt, status: "succeeded" } });
    if (outcome.kind === "authenticate")
      return this.records.put({ ...invoice, attempt: { ...attempt, status: "requires_action" } });
    const { code, message } = outcome;
    return this.#failed({ ...invoice, attempt: { ...attempt, status: "processing" } }, { code, message });
  }

  authenticate(invoice: Invoice, passed: boolean): Invoice {
    const { attempt } = invoice;
    if (!payable(invoice) || attempt?.status !== "requires_action") return invoice;
    if (passed) return this.#paid(invoice, { attempt: { ...attempt, status: "succeeded" } });
    return this.#failed(invoice, {
      code: "payment_intent_authentication_failure",
      message: "We are unable to authenticate your payment method.",
    });
  }

  /** The debit is pending for days. */
  payByBank(invoice: Invoice, last4: string): Invoice {
    if (!payable(invoice)) return invoice;
    const begun = this.records.put({
      ...invoice,
      attempt: {
        status: "processing",
        method: "us_bank_account",
        last4,
        error: null,
        at: this.clock.nowSeconds(),
      },
    });
    this.announce("payment_intent.processing", begun);
    return begun;
  }

  /** The bank's final answer. */
  settle(invoice: Invoice, succeeded: boolean): Invoice {
    const { attempt } = invoice;
    if (attempt?.status !== "processing") return invoice;
    if (succeeded) return this.#paid(invoice, { attempt: { ...attempt, status: "succeeded" } });
    return this.#failed(invoice, {
      code: "insufficient_funds",
      message: "The customer's account has insufficient funds to cover this payment.",
    });
  }

  /** Does what Stripe does as time passes; runs periodically. */
  passTime(): void {
    const now = this.clock.nowSeconds();
    for (const invoice of this.all()) {
      if (invoice.status === "draft" && invoice.advances && invoice.created + HOUR <= now) this.send(invoice);
      if (invoice.status !== "open" || invoice.saidOverdue || dueAt(invoice) > now) continue;
      this.announce("invoice.overdue", this.records.put({ ...invoice, saidOverdue: true }));
    }
  }

  #summed(invoice: Invoice): Invoice {
    const amountCents = this.itemsOf(invoice.id).reduce((total, item) => total + item.amountCents, 0);
    return this.records.put({ ...invoice, amountCents });
  }

  #closed(invoice: Invoice, status: "void" | "uncollectible", event: InvoiceEvent): Invoice {
    const closed = this.records.put({ ...invoice, status, closedAt: this.clock.nowSeconds() });
    this.announce(event, closed);
    return closed;
  }

  #paid(invoice: Invoice, how: Pick<Invoice, "attempt" | "outOfBand">): Invoice {
    const paid = this.records.put({
      ...invoice,
      ...how,
      status: "paid",
      paidAt: this.clock.nowSeconds(),
    });
    this.announce("invoice.paid", paid);
    return paid;
  }

  #failed(invoice: Invoice, error: { code: string; message: string }): Invoice {
    const { attempt } = invoice;
    if (!attempt) return invoice;
    const failed = this.records.put({
      ...invoice,
      attempt: { ...attempt, status: "requires_payment_method", error },
    });
    this.announce("invoice.payment_failed", failed);
    return failed;
  }
}

/** Tells whether a payer can pay it now. */
export const payable = ({ status, attempt }: Invoice) =>
  (status === "open" || status === "uncollectible") && attempt?.status !== "processing";
