import type { ControlDb, DisputesTable, InvoicesTable, RefundOrdersTable } from "#app/db/control/schema.ts";

const MOST = 100;

/** A row with the club that it belongs to; null where none of ours is known. */
type OfClub<Row> = Row & { clubName: string | null };

/** Disputes, newest first: those that wait for an answer and those that are decided. */
export function recentDisputes(control: ControlDb): Promise<OfClub<DisputesTable>[]> {
  return control
    .selectFrom("disputes as d")
    .leftJoin("clubs as c", "c.code", "d.club_code")
    .selectAll("d")
    .select("c.name as clubName")
    .orderBy("d.opened_at", "desc")
    .limit(MOST)
    .execute();
}

/** Invoices that are not paid, the one that is due first before the others. */
export function openInvoices(control: ControlDb): Promise<OfClub<InvoicesTable>[]> {
  return control
    .selectFrom("invoices as i")
    .leftJoin("clubs as c", "c.code", "i.club_code")
    .selectAll("i")
    .select("c.name as clubName")
    .where("i.status", "=", "open")
    .orderBy("i.due_at")
    .limit(MOST)
    .execute();
}

/** Refunds that Stripe refused or that came back, newest first: somebody has to settle them another way. */
export function refusedRefunds(control: ControlDb): Promise<OfClub<RefundOrdersTable>[]> {
  return control
    .selectFrom("refund_orders as r")
    .leftJoin("clubs as c", "c.code", "r.club_code")
    .selectAll("r")
    .select("c.name as clubName")
    .where("r.state", "=", "refused")
    .orderBy("r.ordered_at", "desc")
    .limit(MOST)
    .execute();
}
