import type { InvoicesTable, SettlementsTable } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import {
  findInvoice,
  markOverdue,
  newlyOverdue,
  openInvoices,
  setInvoiceDue,
  storeInvoice,
} from "#app/domain/control/billing/invoices.server.ts";
import {
  sendInvoice,
  sendInvoiceAgain,
  sendInvoiceBankFailed,
  sendInvoiceOverdue,
  sendInvoicePaid,
  sendInvoiceWithdrawn,
  sendOverdueToStaff,
} from "#app/domain/control/billing/money-emails.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import {
  findSettlement,
  voidSettlement,
  withdrawSettlement,
} from "#app/domain/control/billing/settlements.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { count } from "#app/domain/values/pluralize.ts";
import { log } from "#app/observability/log.server.ts";
import {
  type InvoiceAtStripe,
  invoiceOfPayment,
  openInvoice,
  readInvoice,
  withdrawInvoice,
} from "#app/payments/invoices.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { enqueue } from "#app/queue/queue.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS } from "#app/runtime/durations.ts";

/**
 * Brings Stripe's invoice in line with a settlement: opened while it is valid, withdrawn once a later one replaced it.
 * Idempotent, also after a crash between Stripe's answer and our row.
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function invoiceSettlement(control: ControlDb, settlementId: string): Promise<void> {
  const settlement = await findSettlement(control, settlementId);
  if (!settlement) throw new Error(`There is no settlement ${settlementId}`);
  const [term, club] = await Promise.all([
    control
      .selectFrom("subscriptions")
      .select("customer_id")
      .where("id", "=", settlement.subscription_id)
      .executeTakeFirstOrThrow(),
    findClub(control, settlement.club_code),
  ]);
  if (!term.customer_id || !club) throw new Error(`Nobody to invoice for the settlement ${settlementId}`);
  const order = {
    settlementId,
    customerId: term.customer_id,
    cents: settlement.difference_cents,
    description: `${club.name}: ${planOf(settlement.plan).name} instead of ${planOf(settlement.plan_before).name}, ${count(settlement.players)} players`,
  };
  const invoice = settlement.voided_at ? await withdrawInvoice(order) : await openInvoice(order);
  if (invoice) await record(control, settlement, invoice);
}

/** Looks at an invoice again after an event. One that is not of ours changes nothing. */
export async function refreshInvoice(control: ControlDb, invoiceId: string): Promise<void> {
  const known = await findInvoice(control, invoiceId);
  const invoice = known && (await readInvoice(invoiceId));
  const settlement = known && (await findSettlement(control, known.settlement_id));
  if (invoice && settlement) await record(control, settlement, invoice);
}

/** Looks at the invoice that a payment is of, when a bank payment has begun. Another payment changes nothing. */
export async function refreshInvoiceOf(control: ControlDb, paymentIntentId: string): Promise<void> {
  const invoiceId = await invoiceOfPayment(paymentIntentId);
  if (invoiceId) await refreshInvoice(control, invoiceId);
}

/** Refreshes an invoice if possible. @returns false while Stripe cannot be reached */
async function refreshInvoiceIfReachable(control: ControlDb, invoiceId: string): Promise<boolean> {
  try {
    await refreshInvoice(control, invoiceId);
    return true;
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ invoice: invoiceId, err: error }, "an invoice cannot be looked at while Stripe is away");
    return false;
  }
}

async function record(
  control: ControlDb,
  settlement: SettlementsTable,
  invoice: InvoiceAtStripe,
): Promise<void> {
  const { status } = invoice;
  if (status === "draft") throw new Error(`The invoice ${invoice.id} is still a draft`);
  const { club_code: clubCode } = settlement;
  await inTransaction(control, async (tx) => {
    const at = now();
    const seen = await storeInvoice(
      tx,
      { ...invoice, status },
      { settlementId: settlement.id, clubCode, at },
    );
    if (seen.before === seen.now && !seen.bankFailed) return;
    log.info({ event: "invoice", club: clubCode, invoice: invoice.id, ...seen });
    const stored = await findInvoice(tx, invoice.id);
    if (stored && seen.bankFailed) await reportBankFailed(tx, settlement, stored);
    else if (stored) await reportInvoice(tx, settlement, stored, { wasOpen: seen.before === "open" });
  });
}

/** Notifies the club that it has to pay another way, unless it no longer owes the invoice. */
async function reportBankFailed(
  tx: ControlTx,
  settlement: SettlementsTable,
  invoice: InvoicesTable,
): Promise<void> {
  const club = await findClub(tx, invoice.club_code);
  if (!club) throw new Error(`The club ${invoice.club_code} of an invoice does not exist`);
  if (!settlement.voided_at) await sendInvoiceBankFailed(tx, club, { invoice, at: now() });
}

/** Mails what became of an invoice; a withdrawn one that was paid nevertheless goes back. */
async function reportInvoice(
  tx: ControlTx,
  settlement: SettlementsTable,
  invoice: InvoicesTable,
  { wasOpen }: { wasOpen: boolean },
): Promise<void> {
  const club = await findClub(tx, invoice.club_code);
  if (!club) throw new Error(`The club ${invoice.club_code} of an invoice does not exist`);
  if (invoice.status === "open" && !settlement.voided_at) await sendInvoice(tx, club, invoice);
  if (invoice.status === "void" && wasOpen) await sendInvoiceWithdrawn(tx, club, invoice);
  // Withdrawn at Stripe by hand, so it is no longer owed.
  if (invoice.status === "void" && !settlement.voided_at) await voidSettlement(tx, settlement.id, now());
  if (invoice.status !== "paid") return;
  const { payment_intent_id: paymentIntentId } = invoice;
  if (paymentIntentId) {
    await enqueue(tx, {
      kind: "money.read",
      payload: { paymentIntentId },
      key: `money.read:invoice:${invoice.id}`,
    });
  }
  if (!settlement.voided_at) await sendInvoicePaid(tx, club, invoice);
  else if (paymentIntentId) {
    await orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId,
      cents: invoice.amount_cents,
      why: "settlement",
      settlementId: settlement.id,
      at: now(),
    });
  }
}

/** Looks at every open invoice again, in case an event of Stripe's was lost. @throws while Stripe cannot be reached */
export async function refreshOpenInvoices(control: ControlDb): Promise<void> {
  for (const { id } of await openInvoices(control)) await refreshInvoice(control, id);
}

/**
 * Reminds clubs of invoices that became overdue, once each, and notifies our billing staff. Each is checked at Stripe
 * first, so that no paid one is reminded of; while Stripe is unavailable the reminder waits.
 */
export async function remindOverdue(control: ControlDb): Promise<void> {
  for (const { id, club_code: clubCode } of await newlyOverdue(control, now())) {
    if (!(await refreshInvoiceIfReachable(control, id))) return;
    await inTransaction(control, async (tx) => {
      const [invoice, club] = await Promise.all([findInvoice(tx, id), findClub(tx, clubCode)]);
      if (invoice?.status !== "open" || invoice.overdue_at || !club) return;
      // The club has paid its part: it is reminded if the bank does not make the payment.
      if (invoice.bank_payment === "processing") return;
      await markOverdue(tx, id, now());
      await sendInvoiceOverdue(tx, club, invoice);
      await sendOverdueToStaff(tx, club, invoice);
    });
  }
}

/** Time in which an invoice that is mailed again is payable, as for a new one. */
const RESENT_DUE_MS = 7 * DAY_MS;

/**
 * Finishes an open invoice: staff have it mailed again, or void it; then the club keeps its package and owes nothing
 * for it. Stripe is checked first, so that a payment just made is not voided.
 * @returns refused if it is no longer open, or a bank payment of it is on its way
 */
export async function closeInvoice(
  control: ControlDb,
  invoiceId: string,
  { decision, note, adminId }: { decision: "resend" | "void"; note: string; adminId: string },
): Promise<{ ok: true; invoice: InvoicesTable } | { ok: false; problem: "not-open" | "on-its-way" }> {
  await refreshInvoiceIfReachable(control, invoiceId);
  return inTransaction(control, async (tx) => {
    const at = now();
    const invoice = await findInvoice(tx, invoiceId);
    const club = invoice && (await findClub(tx, invoice.club_code));
    if (!club || invoice.status !== "open") return { ok: false, problem: "not-open" };
    if (invoice.bank_payment === "processing") return { ok: false, problem: "on-its-way" };
    if (decision === "resend") {
      const later = Math.max(at.getTime() + RESENT_DUE_MS, Date.parse(invoice.due_at));
      const dueAt = new Date(later).toISOString();
      await setInvoiceDue(tx, invoice.id, dueAt);
      await sendInvoiceAgain(tx, club, { invoice: { ...invoice, due_at: dueAt }, at });
    } else if (!(await withdrawSettlement(tx, invoice.settlement_id, at)))
      return { ok: false, problem: "not-open" };
    await recordAudit(tx, {
      kind: decision === "resend" ? "billing.invoice-resent" : "billing.invoice-voided",
      actor: { kind: "staff", id: adminId },
      clubCode: club.code,
      detail: { amount: formatPrice(invoice.amount_cents), note },
      at,
    });
    return { ok: true, invoice };
  });
}
