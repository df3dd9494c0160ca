import type { InvoicesTable, StripeInvoice } from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";

const ORDER: readonly InvoicesTable["status"][] = ["open", "uncollectible", "void", "paid"];

/**
 * Stores an invoice as Stripe has it. Looks may arrive in the wrong order, so its status only moves forward: open,
 * uncollectible, void, paid.
 * @returns the status before (null for a new one) and now, and whether its bank payment was found to have failed now
 */
export async function storeInvoice(
  tx: ControlTx,
  invoice: StripeInvoice,
  { settlementId, clubCode, at }: { settlementId: string; clubCode: string; at: Date },
): Promise<{
  before: InvoicesTable["status"] | null;
  now: InvoicesTable["status"];
  bankFailed: boolean;
}> {
  const known = await tx
    .selectFrom("invoices")
    .select(["status", "bank_payment"])
    .where("settlement_id", "=", settlementId)
    .executeTakeFirst();
  if (!known) {
    await tx
      .insertInto("invoices")
      .values({
        ...invoice,
        settlement_id: settlementId,
        club_code: clubCode,
        created_at: at.toISOString(),
        overdue_at: null,
      })
      .execute();
    return { before: null, now: invoice.status, bankFailed: false };
  }
  const { bank_payment = null } = invoice;
  if (ORDER.indexOf(invoice.status) <= ORDER.indexOf(known.status)) {
    const open = known.status === "open" && invoice.status === "open";
    if (open && bank_payment !== known.bank_payment)
      await tx
        .updateTable("invoices")
        .set({ bank_payment, bank_payment_at: at.toISOString() })
        .where("settlement_id", "=", settlementId)
        .execute();
    const bankFailed = open && bank_payment === "failed" && known.bank_payment !== "failed";
    return { before: known.status, now: known.status, bankFailed };
  }
  await tx
    .updateTable("invoices")
    .set({
      status: invoice.status,
      paid_at: invoice.paid_at,
      payment_intent_id: invoice.payment_intent_id,
      bank_payment: null,
    })
    .where("settlement_id", "=", settlementId)
    .execute();
  return { before: known.status, now: invoice.status, bankFailed: false };
}

/** Loads an invoice that we made, by Stripe's id; null for another one. */
export async function findInvoice(control: ControlDb, id: string): Promise<InvoicesTable | null> {
  return (await control.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** Invoice with `withdrawn`: its settlement was withdrawn and nothing is owed, even before Stripe has withdrawn it. */
export type InvoiceOfClub = InvoicesTable & { withdrawn: boolean };

/** Loads a club's invoices, newest first. */
export async function invoicesOfClub(control: ControlDb, clubCode: string): Promise<InvoiceOfClub[]> {
  const rows = await control
    .selectFrom("invoices as i")
    .innerJoin("settlements as s", "s.id", "i.settlement_id")
    .selectAll("i")
    .select("s.voided_at")
    .where("i.club_code", "=", clubCode)
    .orderBy("i.created_at", "desc")
    .execute();
  return rows.map(({ voided_at, ...invoice }) => ({ ...invoice, withdrawn: voided_at !== null }));
}

/** Invoices that are open, the next due first; one night looks at this many. */
export function openInvoices(control: ControlDb): Promise<Pick<InvoicesTable, "id">[]> {
  return control
    .selectFrom("invoices")
    .select("id")
    .where("status", "=", "open")
    .orderBy("due_at")
    .limit(500)
    .execute();
}

/** Loads open invoices that became overdue and whose clubs were not reminded yet. */
export function newlyOverdue(control: ControlDb, at: Date): Promise<InvoicesTable[]> {
  return control
    .selectFrom("invoices as i")
    .innerJoin("settlements as s", "s.id", "i.settlement_id")
    .selectAll("i")
    .where("i.status", "=", "open")
    .where("i.due_at", "<=", at.toISOString())
    .where("i.overdue_at", "is", null)
    .where("s.voided_at", "is", null)
    .limit(200)
    .execute();
}

/** Gives an open invoice another day until which it is payable; after it the club is reminded again. */
export async function setInvoiceDue(tx: ControlTx, id: string, dueAt: string): Promise<void> {
  await tx.updateTable("invoices").set({ due_at: dueAt, overdue_at: null }).where("id", "=", id).execute();
}

/** Remembers that the club was reminded. */
export async function markOverdue(tx: ControlTx, id: string, at: Date): Promise<void> {
  await tx.updateTable("invoices").set({ overdue_at: at.toISOString() }).where("id", "=", id).execute();
}
