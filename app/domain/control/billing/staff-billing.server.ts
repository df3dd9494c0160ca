import { sql } from "kysely";
import type { DisputesTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { OPEN_DISPUTES } from "./ledger.server.ts";

/** Rows of each list of `/admin/billing` that a page shows. */
export const STAFF_ROWS = 50;

/** A row with the club that it belongs to; null where none of ours is known. */
type OfClub<Row> = Row & { clubName: string | null };

/** Loads a page of open disputes, newest first, and one row more where there is another page. @param page from 1 */
export function listDisputes(control: ControlDb, page: number): Promise<OfClub<DisputesTable>[]> {
  return control
    .selectFrom("disputes as d")
    .leftJoin("clubs as c", "c.code", "d.club_code")
    .selectAll("d")
    .select("c.name as clubName")
    .where("d.status", "in", [...OPEN_DISPUTES, "warning_needs_response", "warning_under_review"])
    .orderBy("d.opened_at", "desc")
    .limit(STAFF_ROWS + 1)
    .offset((page - 1) * STAFF_ROWS)
    .execute();
}

/** An invoice that is not paid, or a refund that somebody has to settle another way. */
export interface UnsettledMoney {
  what: "invoice" | "refund";
  id: string;
  clubCode: string | null;
  clubName: string | null;
  cents: number;
  /** Due date of the invoice, or the moment the refund was ordered; ISO-8601 UTC. */
  at: string;
  /** The invoice's number, or the payment that the refund is of. */
  reference: string;
  why: RefundOrdersTable["why"] | null;
}

/**
 * Loads a page of open invoices, the first due first, and one of refused refunds, the newest first; of each one row
 * more where there is another page. In one query, because a page has few.
 * @param page of each list, from 1
 */
export async function unsettledMoney(
  control: ControlDb,
  page: { invoices: number; refunds: number },
): Promise<UnsettledMoney[]> {
  const { rows } = await sql<UnsettledMoney>`
    select m.*, c.name as "clubName" from (
      select * from (
        select 'invoice' as what, i.id, i.club_code as "clubCode", i.amount_cents as cents, i.due_at as at,
          i.number as reference, null as why
        from invoices i join settlements s on s.id = i.settlement_id
        where i.status = 'open' and s.voided_at is null
        order by i.due_at limit ${STAFF_ROWS + 1} offset ${(page.invoices - 1) * STAFF_ROWS}) as open
      union all
      select * from (
        select 'refund', id, club_code, amount_cents, ordered_at, payment_intent_id, why
        from refund_orders where state = 'refused'
        order by ordered_at desc limit ${STAFF_ROWS + 1} offset ${(page.refunds - 1) * STAFF_ROWS}) as refused) m
    left join clubs c on c.code = m."clubCode"
    order by m.what, iif(m.what = 'invoice', m.at, null), m.at desc`.execute(control);
  return rows;
}
