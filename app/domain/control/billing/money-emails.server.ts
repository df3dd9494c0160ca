import { brand } from "#app/config/brand.ts";
import { env } from "#app/config/env.server.ts";
import type {
  DisputeAtStripe,
  InvoicesTable,
  Movement,
  RefundOrdersTable,
} from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlTx } from "#app/db/control/schema.ts";
import { administratorAddresses } from "#app/domain/control/administrators/administrators.server.ts";
import { suspendedFrom } from "#app/domain/control/clubs/club-access.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatMoment } from "#app/domain/values/times.ts";
import { type Mail, queueMail, queueMails } from "#app/queue/mail-queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { contactOf, formatDay, queueMoneyMail, signInLink } from "./club-contact.server.ts";
import type { DisputeOutcome } from "./guarantees.server.ts";
import { refundReasonLabels } from "./labels.ts";
import { OPEN_DISPUTES } from "./ledger.server.ts";
import { formatPrice, planOf } from "./plans.ts";

const billingLink = () => `${env().appUrl}/club/billing`;

/**
 * Does what `queueMoneyMail` does, and sends a copy to every other administrator of the club
 * (product/billing.md#billing).
 */
export async function mailEveryAdministrator(
  tx: ControlTx,
  club: ClubsTable,
  mail: Parameters<typeof queueMoneyMail>[2],
): Promise<void> {
  await queueMoneyMail(tx, club, mail);
  const have = [club.email, club.billing_email].map((address) => address?.toLowerCase());
  const addresses = await administratorAddresses(tx, club.code);
  const others = addresses.filter((to) => !have.includes(to));
  await queueMails(
    tx,
    others.map((to) => {
      const variables = { ...mail.variables, club: { ...contactOf(club), email: to, administrator: true } };
      return { ...mail, key: `${mail.key}:${to}`, to, clubCode: club.code, variables } as Mail;
    }),
  );
}

/** Says to the club that a refund is on its way. */
export function sendRefundOrdered(tx: ControlTx, club: ClubsTable, order: RefundOrdersTable): Promise<void> {
  const { why } = order;
  if (why === "second")
    return sendSecondRefunded(tx, club, { sessionId: order.id, cents: order.amount_cents });
  return mailEveryAdministrator(tx, club, {
    key: `refund-sent:${order.id}`,
    template: "refund-sent",
    variables: {
      club: contactOf(club),
      price: formatPrice(order.amount_cents),
      why,
      ...(why === "staff" && { reason: order.note }),
      billingLink: billingLink(),
    },
  });
}

/** Says to the club that somebody refunded a part of a payment at Stripe by hand. */
export function sendRefundMade(tx: ControlTx, club: ClubsTable, refund: Movement): Promise<void> {
  return mailEveryAdministrator(tx, club, {
    key: `refund-sent:${refund.stripe_id}`,
    template: "refund-sent",
    variables: {
      club: contactOf(club),
      price: formatPrice(-refund.amount_cents),
      why: "staff",
      billingLink: billingLink(),
    },
  });
}

/** Says to the club that its bank sent a refund back. */
export function sendRefundReturned(tx: ControlTx, club: ClubsTable, returned: Movement): Promise<void> {
  return mailEveryAdministrator(tx, club, {
    key: `refund-returned:${returned.stripe_id}`,
    template: "refund-returned",
    variables: {
      club: contactOf(club),
      price: formatPrice(returned.amount_cents),
      billingLink: billingLink(),
    },
  });
}

/** Says to the club, once, that its year goes back although a payment of it is contested. */
export function sendGuaranteeAccepted(
  tx: ControlTx,
  club: ClubsTable,
  { yearId, cents, contestedCents }: { yearId: string; cents: number; contestedCents: number },
): Promise<void> {
  return mailEveryAdministrator(tx, club, {
    key: `guarantee-accepted:${yearId}`,
    template: "guarantee-accepted",
    variables: {
      club: contactOf(club),
      price: cents > 0 ? formatPrice(cents) : "",
      contested: formatPrice(contestedCents),
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

/** Notifies our billing staff that Stripe refused an order, so that they find another way. */
export async function sendRefundRefused(
  tx: ControlTx,
  order: RefundOrdersTable,
  club: ClubsTable | null,
): Promise<void> {
  const contested = await isPaymentContested(tx, order.payment_intent_id);
  if (order.why === "second" && club && !contested) return sendPaidTwice(tx, club, order);
  return notice(tx, `refund-refused:${order.id}:${order.attempt}`, {
    heading: "Stripe refused a refund",
    text: contested
      ? "The payment is contested. Stripe is asked again once the bank decides for us; if the bank gives the payment back, nothing more is owed."
      : "Please refund it another way and write to the club.",
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

/**
 * Notifies that a refund came back from the payer's bank.
 * @param order that it was made for; null for one made at Stripe by hand
 */
export function sendRefundFailed(
  tx: ControlTx,
  { movement, order }: { movement: Movement; order: Pick<RefundOrdersTable, "why"> | null },
  club: ClubsTable | null,
): Promise<void> {
  return notice(tx, `refund-failed:${movement.stripe_id}`, {
    heading: "A refund came back",
    text: "The payer’s bank did not take the refund, and the money is back with us. Please refund it another way. The club knows.",
    facts: [
      ...factsOf(club),
      ["Amount", formatPrice(movement.amount_cents)],
      ["Reason", order ? refundReasonLabels[order.why] : "Made at Stripe by hand"],
    ],
  });
}

/** Tells whether a bank has yet to decide about a payment. */
const isPaymentContested = async (tx: ControlTx, paymentIntentId: string): Promise<boolean> =>
  (await tx
    .selectFrom("disputes")
    .select("id")
    .where("payment_intent_id", "=", paymentIntentId)
    .where("status", "in", OPEN_DISPUTES)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export function sendInvoice(tx: ControlTx, club: ClubsTable, invoice: InvoicesTable): Promise<void> {
  return queueMoneyMail(tx, club, {
    key: `invoice-open:${invoice.id}`,
    template: "invoice-open",
    variables: invoiceVariables(club, invoice),
  });
}

/** Sends the same once more, because staff were asked for it; payable within 7 days from then. */
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

/** Mails that the bank did not make the payment of an invoice; once for each payment that failed. */
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

/** Mails that an invoice is void, so that it is not paid beside the one that replaced it. */
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

/** A dispute as it is now, and what it means for what is owed. */
interface DisputeNotice {
  dispute: DisputeAtStripe;
  outcome: DisputeOutcome;
  at: Date;
}

/** Mails that a payment was contested at the bank, or that this was decided. Once for each of the dispute's states. */
export function sendDispute(
  tx: ControlTx,
  { dispute, outcome, at }: DisputeNotice,
  club: ClubsTable | null,
): Promise<void> {
  // Stripe keeps `answer_by` after no answer is needed.
  const answerBy = dispute.status === "needs_response" ? dispute.answer_by : null;
  return notice(tx, `dispute:${dispute.id}:${dispute.status}`, {
    heading: `A contested payment: ${dispute.status.replaceAll("_", " ")}`,
    text: [disputeTask(dispute.status, outcome), club ? accessSentence(club, at) : ""]
      .filter(Boolean)
      .join(" "),
    facts: [
      ...factsOf(club),
      ["Amount", formatPrice(dispute.amount_cents)],
      ...owedFacts(dispute.status, outcome),
      ["The bank’s reason", dispute.reason.replaceAll("_", " ")],
      ["Answer until", answerBy ? formatMoment(answerBy, "UTC") : "No answer needed"],
      ["Payment", dispute.payment_intent_id],
    ],
  });
}

function disputeTask(status: string, { guarantee, followsCents }: DisputeOutcome): string {
  if (status === "needs_response")
    return guarantee
      ? "The club asked for its money back under the guarantee, so the simplest answer is to accept the dispute at Stripe."
      : "Answer it at Stripe with what shows that the club uses what it paid for.";
  if (status === "won")
    return followsCents > 0
      ? `The bank decided for us. ${formatPrice(followsCents)} follows: the refund that is owed to the club is being made.`
      : "The bank decided for us. Nothing is owed.";
  if (status !== "lost") return "Nothing to answer at the moment.";
  return guarantee
    ? "The bank gave the money back. That settles the guarantee: nothing more is owed."
    : "The bank gave the money back. If the year should not go on, end it on the club’s page of money.";
}

function owedFacts(
  status: string,
  { guarantee, followsCents }: DisputeOutcome,
): (readonly [string, string])[] {
  if (!guarantee) return [];
  if (status === "lost") return [["Guarantee", "Settled by the bank"]];
  const price = formatPrice(followsCents);
  return [
    ["Guarantee", status === "won" ? `${price} follows` : `${price} follows if the bank decides for us`],
  ];
}

/** Describes the state of the club's year, for our staff. */
function accessSentence(club: ClubsTable, at: Date): string {
  const access = accessOfClub(club, at);
  if (access === "read-only")
    return `The club’s year is over; it can be read until ${formatDay(suspendedFrom(club.term_ends_at), club)}.`;
  return access === "suspended" ? "The club is paused." : "The club stays open.";
}

const DISPUTE_STATES: Record<string, "opened" | "won" | "lost"> = {
  needs_response: "opened",
  won: "won",
  lost: "lost",
};

/** Says to the club that its payment was contested, and how that ended; other states are between staff and the bank. */
export async function sendDisputeToClub(
  tx: ControlTx,
  { dispute, outcome, at }: DisputeNotice,
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
      ...(outcome.followsCents > 0 && { follows: formatPrice(outcome.followsCents) }),
      guarantee: outcome.guarantee,
      open: accessOfClub(club, at) === "open",
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
  open: accessOfClub(club, now()) === "open",
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
