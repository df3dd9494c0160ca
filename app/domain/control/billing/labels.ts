import type {
  InvoicesTable,
  LedgerKind,
  RefundOrdersTable,
  SubscriptionsTable,
} from "#app/db/control/money-tables.ts";
import type { SubscriptionState } from "./payments.ts";

/** Message when Stripe's payment page could not be opened. */
export const NOT_INITIALIZED = "Failed to initialize payment";

export const TOO_MANY_PAYMENTS =
  "Too many payment pages were opened from here. Please wait an hour, or contact support";

export const subscriptionLabels: Record<SubscriptionState, string> = {
  active: "Active",
  processing: "Payment processing",
  ended: "Ended",
};

export const ledgerLabels: Record<LedgerKind, string> = {
  payment: "Payment",
  refund: "Refund",
  "refund-returned": "Refund that came back",
  dispute: "Contested at your bank",
  "dispute-returned": "Returned by your bank",
};

/** Reasons for a refund. */
export const refundReasonLabels: Record<RefundOrdersTable["why"], string> = {
  second: "A second payment of one year",
  settlement: "A smaller package after verification",
  guarantee: "The 14-day guarantee",
  held: "A payment of another amount than the price",
  staff: "Decided by our staff",
};

export const refundStateLabels: Record<RefundOrdersTable["state"], string> = {
  due: "Being made",
  sent: "Sent",
  refused: "Refused by Stripe",
  settled: "Made another way",
  dropped: "Dropped: nothing was owed any more",
};

/** Returns the state of a club's year. @param day formats a moment */
export function yearState(year: SubscriptionsTable, day: (moment: string) => string): string {
  const { refunded_at: back, ended_at: ended, payment_status: payment } = year;
  if (ended) return `${back ? "Taken back" : "Ended"} by staff on ${day(ended)}`;
  if (back && year.guarantee_at) return `Taken back on ${day(back)}: the guarantee`;
  if (back) return "Paid twice: it goes back";
  if (payment === "failed") return `The bank payment failed on ${day(year.updated_at)}`;
  if (payment === "processing") return "The bank payment is on its way";
  return year.guarantee_at ? "Paid; the guarantee is accepted" : "Paid";
}

/** States of a contested payment, by Stripe's name. */
export const disputeLabels: Record<string, string> = {
  needs_response: "Contested: answer the bank",
  under_review: "Contested: the bank decides",
  won: "The bank decided for us",
  lost: "The bank gave it back",
};

const invoiceLabels: Record<InvoicesTable["status"], string> = {
  open: "Open",
  paid: "Paid",
  void: "Withdrawn",
  uncollectible: "Closed",
};

/** Returns an invoice's state: one that was withdrawn is void before Stripe says so. */
export function invoiceState({
  status,
  withdrawn,
  bank_payment: bank,
}: Pick<InvoicesTable, "status" | "bank_payment"> & { withdrawn: boolean }): string {
  if (status !== "open" || withdrawn) return invoiceLabels[withdrawn && status === "open" ? "void" : status];
  if (bank === "processing") return "Bank payment on its way";
  return bank === "failed" ? "Open, bank payment failed" : invoiceLabels.open;
}

/** Returns the invoice's state for the club: an open one is payable, unless the payment is on its way. */
export function invoiceKind({
  status,
  withdrawn,
  bank_payment: bank,
}: Pick<InvoicesTable, "status" | "bank_payment"> & { withdrawn: boolean }): "done" | "act" | "plain" {
  if (status === "paid") return "done";
  return status === "open" && !withdrawn && bank !== "processing" ? "act" : "plain";
}

export const methodLabel = (method: string | null): string =>
  method === "card" ? "Card" : method === "us_bank_account" ? "US bank account" : "Through Stripe";

/** Most characters of what staff note about money; the audit log keeps it. */
export const MONEY_NOTE_MAX = 500;

/** Most characters of an amount in dollars. */
export const AMOUNT_MAX = 20;
