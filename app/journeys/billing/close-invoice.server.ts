import type { InvoicesTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { findInvoice } from "#app/domain/control/billing/invoices.server.ts";
import { sendInvoiceAgain } from "#app/domain/control/billing/money-emails.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { withdrawSettlement } from "#app/domain/control/billing/settlements.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { refreshInvoiceIfReachable } from "./settlement-invoice.server.ts";

/**
 * Finishes an open invoice: staff have it mailed again, or void it; then the club keeps its package and owes nothing
 * for it. Stripe is looked at first, so that nobody voids what was just paid.
 * @returns refused where it is open no more, or a bank payment of it is on its way
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
    if (decision === "resend") await sendInvoiceAgain(tx, club, { invoice, at });
    else if (!(await withdrawSettlement(tx, invoice.settlement_id, at)))
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
