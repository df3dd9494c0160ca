import type {
  InvoicesTable,
  LedgerTable,
  RefundOrdersTable,
  SubscriptionsTable,
} from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { isRenewable, renewableFrom } from "#app/domain/control/clubs/club-access.ts";
import { accessOfClub } from "#app/domain/control/clubs/clubs.server.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { acceptedGuarantees } from "./guarantees.server.ts";
import { type InvoiceOfClub, invoicesOfClub } from "./invoices.server.ts";
import { invoiceKind, invoiceState, ledgerLabels, refundReasonLabels, subscriptionLabels } from "./labels.ts";
import { ledgerOfClub } from "./ledger.server.ts";
import { subscriptionState } from "./payments.ts";
import { formatPrice, planOf } from "./plans.ts";
import { refundsBesideLedger } from "./refund-orders.server.ts";
import { chargedAmong, contestedOf, isCharged, packageOf, priceOf, yearsOfClub } from "./years.server.ts";

/** Texts of the billing page; days are in the club's zone (product/billing.md#billing). */
export interface Billing {
  state: string;
  open: boolean;
  /** True if the club is paused because its payment failed, and can pay again. */
  paysAgain: boolean;
  /** The newest year where it was taken back; null for none. */
  takenBack: string | null;
  plan: string;
  price: string | null;
  starts: string;
  ends: string;
  /** End of the booked next year, with its package; null without one. */
  renewed: string | null;
  /** Day from which the year can be renewed, while it is too early; null for now. */
  renewsFrom: string | null;
  /** Payments that the club owes. */
  due: {
    id: string;
    number: string;
    price: string;
    until: string;
    overdue: boolean;
    /** True if a bank payment of it failed. */
    failed: boolean;
    url: string;
  }[];
  /** Money that moves, but has not arrived. */
  waiting: string[];
  /** Entries on their way or failed, then settled ones, newest first. */
  entries: { id: string; label: string; day: string; amount: string; away: boolean; receipt: boolean }[];
  /** All invoices for shortfalls, newest first. */
  invoices: ReturnType<typeof invoiceOf>[];
}

/** Loads all that a club's administrator reads about its money. */
export async function describeBilling(control: ControlDb, club: ClubsTable): Promise<Billing> {
  const years = await yearsOfClub(control, club.code);
  const term = chargedAmong(years, now());
  const [entries, invoices, refunds] = await Promise.all([
    ledgerOfClub(control, club.code),
    invoicesOfClub(control, club.code),
    refundsBesideLedger(control, club.code),
  ]);
  const guarantees = years.some(({ guarantee_at }) => guarantee_at)
    ? await acceptedGuarantees(control, club.code)
    : [];
  const owed = invoices.filter(({ status, withdrawn }) => status === "open" && !withdrawn);
  const plan = planOf(club.plan);
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  const payment = term?.payment_status;
  // The next year is booked: the present one ends before the club's time does.
  const next = years.find((year) => isCharged(year) && year.starts_at > now().toISOString());
  const renewed = term !== null && term.ends_at > now().toISOString() && term.ends_at < club.term_ends_at;
  const newest = years.find(({ payment_status }) => payment_status !== "failed");
  const takenBack = newest?.refunded_at && newest.id !== term?.id && newest.package_at ? newest : null;
  const access = accessOfClub(club, now());
  const over = Date.parse(club.term_ends_at) <= now().getTime();
  const state = subscriptionState({ payment, termEndsAt: club.term_ends_at }, now());
  return {
    state: access === "suspended" ? "Paused" : subscriptionLabels[state],
    open: access === "open",
    // A club whose first payment failed pays where that payment is asked for again; one whose year is over renews.
    paysAgain: access === "suspended" && !over && payment !== "processing",
    takenBack: takenBack && `${day(takenBack.starts_at)} to ${day(takenBack.ends_at)}`,
    plan: `${plan.name}, ${plan.description.toLowerCase()}`,
    price: term && formatPrice(priceOf(term)),
    starts: day(term?.starts_at ?? club.term_starts_at),
    ends: day(term?.ends_at ?? club.term_ends_at),
    renewed: renewed ? `${day(club.term_ends_at)}, ${planOf(next ? packageOf(next) : club.plan).name}` : null,
    renewsFrom: isRenewable(club.term_ends_at, now()) ? null : day(renewableFrom(club.term_ends_at)),
    due: owed
      .filter(({ bank_payment }) => bank_payment !== "processing")
      .map((invoice) => dueOf(invoice, day)),
    waiting: [
      ...(payment === "processing" && term
        ? [
            `Your bank payment of ${formatPrice(term.price_cents)} is on its way. It takes up to 4 business days.`,
          ]
        : []),
      ...owed
        .filter(({ bank_payment }) => bank_payment === "processing")
        .map(
          ({ number, amount_cents }) =>
            `Your bank payment of ${formatPrice(amount_cents)} for the invoice ${number} is on its way. It takes up to 4 business days, and there is nothing to do.`,
        ),
      ...refunds.filter(({ state }) => state !== "settled").map(refundSentence),
      ...guarantees
        .map(({ payments }) => contestedOf(payments))
        .filter((cents) => cents > 0)
        .map(
          (cents) =>
            `Your request for your money back is accepted. ${formatPrice(cents)} is contested at your bank: if the bank decides that the payment stands, we refund it, and you do not have to ask again.`,
        ),
    ],
    entries: [
      ...owed.filter(({ bank_payment }) => bank_payment).map((invoice) => unpaidInvoice(invoice, day)),
      ...years.filter(({ payment_status }) => payment_status !== "paid").map((year) => unpaidYear(year, day)),
      ...[
        ...entries.map((entry) => ({ at: entry.moved_at, entry: entryOf(entry, day) })),
        ...refunds
          .filter(({ state }) => state === "settled")
          .map((refund) => ({
            at: refund.settled_at ?? refund.ordered_at,
            entry: refundByHand(refund, day),
          })),
      ]
        .sort((one, other) => other.at.localeCompare(one.at))
        .map(({ entry }) => entry),
    ],
    invoices: invoices.map(invoiceOf),
  };
}

const dueOf = (invoice: InvoicesTable, day: (moment: string) => string) => ({
  id: invoice.id,
  number: invoice.number,
  price: formatPrice(invoice.amount_cents),
  until: day(invoice.due_at),
  overdue: Date.parse(invoice.due_at) <= now().getTime(),
  failed: invoice.bank_payment === "failed",
  url: invoice.url,
});

const refundSentence = ({ state, amount_cents, why }: RefundOrdersTable) =>
  state === "due"
    ? `A refund of ${formatPrice(amount_cents)} is being made: ${refundReasonLabels[why].toLowerCase()}.`
    : `A refund of ${formatPrice(amount_cents)} could not be sent by Stripe. Our billing staff write to you.`;

/** Describes a payment that is on its way, or that the bank did not make; it has no receipt. */
const unpaidYear = (year: SubscriptionsTable, day: (moment: string) => string) => {
  const failed = year.payment_status === "failed";
  return {
    id: year.id,
    label: failed ? "Bank payment that failed" : "Bank payment on its way",
    day: day(failed ? year.updated_at : year.created_at),
    amount: formatPrice(year.price_cents),
    away: false,
    receipt: false,
  };
};

/** Returns the same for an open invoice. */
const unpaidInvoice = (invoice: InvoicesTable, day: (moment: string) => string) => ({
  id: invoice.id,
  label: `Bank payment of invoice ${invoice.number} ${invoice.bank_payment === "failed" ? "that failed" : "on its way"}`,
  day: day(invoice.bank_payment_at ?? invoice.created_at),
  amount: formatPrice(invoice.amount_cents),
  away: false,
  receipt: false,
});

const entryOf = (entry: LedgerTable, day: (moment: string) => string) => ({
  id: entry.id,
  label: ledgerLabels[entry.kind],
  day: day(entry.moved_at),
  // Seen from the club: what it paid, and what came back to it.
  amount: formatPrice(Math.abs(entry.amount_cents)),
  away: entry.amount_cents < 0,
  receipt: entry.kind === "payment" || entry.kind === "refund",
});

/** Returns a refund that our staff made outside of Stripe, such as by check. */
const refundByHand = (refund: RefundOrdersTable, day: (moment: string) => string) => ({
  id: refund.id,
  label: "Refund made another way",
  day: day(refund.settled_at ?? refund.ordered_at),
  amount: formatPrice(refund.amount_cents),
  away: true,
  receipt: false,
});

const invoiceOf = (invoice: InvoiceOfClub) => ({
  id: invoice.id,
  number: invoice.number,
  price: formatPrice(invoice.amount_cents),
  state: invoiceState(invoice),
  kind: invoiceKind(invoice),
  url: invoice.url,
  pdfUrl: invoice.pdf_url,
});
