import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type { DisputeAtStripe, InvoicesTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import {
  contactOf,
  formatDay,
  queueMoneyMail,
  signInLink,
} from "#app/domain/control/clubs/club-contact.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { refundReasonLabels } from "./labels.ts";
import { formatPrice, planOf } from "./plans.ts";

const billingLink = () => `${env().appUrl}/club/billing`;

/** Says to the club that a refund is on its way. */
export function sendRefundOrdered(tx: ControlTx, club: ClubsTable, order: RefundOrdersTable): Promise<void> {
  const { why } = order;
  if (why === "second")
    return sendSecondRefunded(tx, club, { sessionId: order.id, cents: order.amount_cents });
  return queueMoneyMail(tx, club, {
    key: `refund-sent:${order.id}`,
    template: "refund-sent",
    variables: {
      club: contactOf(club),
      price: formatPrice(order.amount_cents),
      why,
      billingLink: billingLink(),
    },
  });
}

/** Says to a payer without a club that the held payment goes back. */
export function sendHeldRefunded(
  tx: ControlTx,
  order: RefundOrdersTable,
  payer: { clubName: string; contactName: string; email: string },
): Promise<void> {
  const { clubName: name, contactName, email } = payer;
  return queueMail(tx, {
    key: `refund-sent:${order.id}`,
    template: "refund-sent",
    variables: {
      club: { code: "", name, contactName, email },
      price: formatPrice(order.amount_cents),
      why: "held",
      billingLink: billingLink(),
    },
    to: email,
  });
}

/** Stripe refused an order: our billing staff finds another way. */
export function sendRefundRefused(
  tx: ControlTx,
  order: RefundOrdersTable,
  club: ClubsTable | null,
): Promise<void> {
  if (order.why === "second" && club) return sendPaidTwice(tx, club, order);
  return notice(tx, `refund-refused:${order.id}:${order.attempt}`, {
    heading: "Stripe refused a refund",
    text: "Please refund it another way and write to the club.",
    facts: [
      ...factsOf(club),
      ["Amount", formatPrice(order.amount_cents)],
      ["Reason", refundReasonLabels[order.why]],
      ["Payment", order.payment_intent_id],
    ],
  });
}

/** Says to the club, once, that the refund did not go out, and that somebody sees to it. */
export async function sendRefundRefusedToClub(
  tx: ControlTx,
  order: RefundOrdersTable,
  club: ClubsTable,
): Promise<void> {
  const ended =
    order.subscription_id !== null &&
    (await tx
      .selectFrom("subscriptions")
      .select("id")
      .where("id", "=", order.subscription_id)
      .where("refunded_at", "is not", null)
      .executeTakeFirst()) !== undefined;
  return queueMoneyMail(tx, club, {
    key: `refund-refused-club:${order.id}`,
    template: "refund-refused",
    variables: {
      club: contactOf(club),
      price: formatPrice(order.amount_cents),
      yearGoesOn: order.why === "guarantee" && !ended,
      billingLink: billingLink(),
    },
  });
}

/** Says to the club that staff made a refund another way, and how. */
export function sendRefundByHand(
  tx: ControlTx,
  order: RefundOrdersTable,
  { club, note }: { club: ClubsTable; note: string },
): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `refund-by-hand:${order.id}`,
    template: "refund-by-hand",
    variables: {
      club: contactOf(club),
      price: formatPrice(order.amount_cents),
      note,
      billingLink: billingLink(),
    },
  });
}

/** A refund that was sent came back from the payer's bank. */
export function sendRefundFailed(
  tx: ControlTx,
  order: Pick<RefundOrdersTable, "id" | "amount_cents" | "why">,
  club: ClubsTable | null,
): Promise<void> {
  return notice(tx, `refund-failed:${order.id}`, {
    heading: "A refund came back",
    text: "The payer’s bank did not take the refund, and the money is back with us. Please refund it another way.",
    facts: [
      ...factsOf(club),
      ["Amount", formatPrice(order.amount_cents)],
      ["Reason", refundReasonLabels[order.why]],
    ],
  });
}

export function sendInvoice(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `invoice-open:${invoice.id}`,
    template: "invoice-open",
    variables: invoiceVariables(club, invoice),
  });
}

/** The same once more, because staff were asked for it. */
export function sendInvoiceAgain(
  tx: ControlTx,
  club: ClubsTable,
  { invoice, at }: { invoice: InvoicesTable; at: Date },
): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `invoice-open:${invoice.id}:${at.toISOString()}`,
    template: "invoice-open",
    variables: invoiceVariables(club, invoice),
  });
}

export function sendInvoiceOverdue(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `invoice-overdue:${invoice.id}`,
    template: "invoice-overdue",
    variables: invoiceVariables(club, invoice),
  });
}

/** The bank did not make the payment of an invoice; once for each payment that failed. */
export function sendInvoiceBankFailed(
  tx: ControlTx,
  club: ClubsTable,
  { invoice, at }: { invoice: InvoicesTable; at: Date },
): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `invoice-payment-failed:${invoice.id}:${at.toISOString()}`,
    template: "invoice-payment-failed",
    variables: invoiceVariables(club, invoice),
  });
}

export function sendOverdueToStaff(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  return notice(tx, `invoice-overdue-staff:${invoice.id}`, {
    heading: `An invoice is overdue: ${club.name}`,
    text: "The club was reminded by email. Nothing of it is closed.",
    facts: [
      ...factsOf(club),
      ["Invoice", invoice.number],
      ["Amount", formatPrice(invoice.amount_cents)],
      ["Due", formatDay(invoice.due_at, club)],
    ],
  });
}

/** Says that an invoice is void, so that nobody pays it beside the one that replaced it. */
export function sendInvoiceWithdrawn(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  const { number } = invoice;
  return queueMoneyMail(tx, club, {
    key: `invoice-withdrawn:${invoice.id}`,
    template: "invoice-withdrawn",
    variables: {
      club: contactOf(club),
      number,
      price: formatPrice(invoice.amount_cents),
      billingLink: billingLink(),
    },
  });
}

export function sendInvoicePaid(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  const { number } = invoice;
  return queueMoneyMail(tx, club, {
    key: `invoice-paid:${invoice.id}`,
    template: "invoice-paid",
    variables: {
      club: contactOf(club),
      number,
      price: formatPrice(invoice.amount_cents),
      billingLink: billingLink(),
    },
  });
}

/** A payment was contested at the bank, or that was decided. Once for each of the dispute's states. */
export function sendDispute(tx: ControlTx, dispute: DisputeAtStripe, club: ClubsTable | null): Promise<void> {
  // Stripe keeps the day of an answer when nothing is to be answered any more.
  const answerBy = dispute.status === "needs_response" ? dispute.answer_by : null;
  return notice(tx, `dispute:${dispute.id}:${dispute.status}`, {
    heading: `A contested payment: ${dispute.status.replaceAll("_", " ")}`,
    text: answerBy
      ? "Answer it at Stripe with what shows that the club uses what it paid for. The club stays open."
      : "Nothing to answer at the moment. The club stays open.",
    facts: [
      ...factsOf(club),
      ["Amount", formatPrice(dispute.amount_cents)],
      ["The bank’s reason", dispute.reason.replaceAll("_", " ")],
      ["Answer until", answerBy ? formatMoment(answerBy, "UTC") : "No answer needed"],
      ["Payment", dispute.payment_intent_id],
    ],
  });
}

const DISPUTE_STATES: Record<string, "opened" | "won" | "lost"> = {
  needs_response: "opened",
  won: "won",
  lost: "lost",
};

/** Says to the club that its payment was contested, and how that ended; other states are between staff and the bank. */
export async function sendDisputeToClub(
  tx: ControlTx,
  dispute: DisputeAtStripe,
  club: ClubsTable,
): Promise<void> {
  const state = DISPUTE_STATES[dispute.status];
  if (!state) return;
  await queueMoneyMail(tx, club, {
    key: `payment-contested:${dispute.id}:${state}`,
    template: "payment-contested",
    variables: {
      club: contactOf(club),
      price: formatPrice(dispute.amount_cents),
      state,
      billingLink: billingLink(),
    },
  });
}

export function sendHeld(
  tx: ControlTx,
  held: { sessionId: string; clubName: string; email: string; asked: string; paid: string },
): Promise<void> {
  return notice(tx, `held:${held.sessionId}`, {
    heading: `A payment of another amount: ${held.clubName}`,
    text: "The club is not opened until somebody decides: accept the payment, or refund it.",
    facts: [
      ["Club", held.clubName],
      ["Contact", held.email],
      ["Price", held.asked],
      ["Paid", held.paid],
    ],
  });
}

export function sendBooksDiffer(tx: ControlTx, differences: readonly string[], at: Date): Promise<void> {
  return notice(tx, `books-differ:${at.toISOString()}`, {
    heading: "The ledger and Stripe differ",
    text: "The nightly comparison found differences.",
    facts: differences.slice(0, 20).map((sentence, index) => [String(index + 1), sentence] as const),
  });
}

function notice(
  tx: ControlTx,
  key: string,
  { heading, text, facts }: { heading: string; text: string; facts: (readonly [string, string])[] },
): Promise<void> {
  return queueMail(tx, {
    key,
    template: "billing-notice",
    variables: { heading, text, facts, link: `${env().appUrl}/admin/billing` },
    to: brand.mail.billing,
  });
}

const factsOf = (club: ClubsTable | null): (readonly [string, string])[] =>
  club
    ? [
        ["Club", `${club.name} (${club.code.toUpperCase()})`],
        ["Contact", `${club.contact_name}, ${club.email}`],
      ]
    : [["Club", "None of ours"]];

const invoiceVariables = (club: ClubsTable, invoice: InvoicesTable) => ({
  club: contactOf(club),
  number: invoice.number,
  price: formatPrice(invoice.amount_cents),
  due: formatDay(invoice.due_at, club),
  payLink: invoice.url,
});

export function sendPaymentReceived(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, until, cents }: { sessionId: string; until: string; cents: number },
): Promise<void> {
  const variables = {
    club: contactOf(club),
    paidUntil: formatDay(until, club),
    price: formatPrice(cents),
    signInLink: signInLink(club),
  };
  return queueMoneyMail(tx, club, {
    key: `payment-arrived:${sessionId}`,
    template: "payment-received",
    variables,
  });
}

export function sendPaymentFailed(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, paymentLink }: { sessionId: string; paymentLink: string },
): Promise<void> {
  const price = formatPrice(planOf(club.plan).priceCents);
  return queueMoneyMail(tx, club, {
    key: `payment-failed:${sessionId}`,
    template: "payment-failed",
    variables: { club: contactOf(club), price, paymentLink },
  });
}

export function sendSecondRefunded(
  tx: ControlTx,
  club: ClubsTable,
  { sessionId, cents }: { sessionId: string; cents: number },
): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `second-refunded:${sessionId}`,
    template: "payment-refunded",
    variables: { club: contactOf(club), price: formatPrice(cents), signInLink: signInLink(club) },
  });
}

/** Tells our own billing staff of a second payment whose refund Stripe refused. */
function sendPaidTwice(tx: ControlTx, club: ClubsTable, order: RefundOrdersTable): Promise<void> {
  return queueMail(tx, {
    key: `paid-twice:${order.id}:${order.attempt}`,
    template: "paid-twice",
    variables: { club: contactOf(club), sessionId: order.payment_intent_id },
    to: brand.mail.billing,
    clubCode: club.code,
  });
}
