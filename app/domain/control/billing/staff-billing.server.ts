import { sql } from "kysely";
import type { DisputesTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";

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

/** An invoice that is not paid, or a refund that somebody has to settle another way. */
export interface UnsettledMoney {
  what: "invoice" | "refund";
  id: string;
  clubCode: string | null;
  clubName: string | null;
  cents: number;
  /** When the invoice is due, or the refund was ordered; ISO-8601 UTC. */
  at: string;
  /** The invoice's number, or the payment that the refund is of. */
  reference: string;
  why: RefundOrdersTable["why"] | null;
}

/** Open invoices and refused refunds, the oldest first; in one query, because a page has few. */
export async function unsettledMoney(control: ControlDb): Promise<UnsettledMoney[]> {
  const { rows } = await sql<UnsettledMoney>`
    select m.*, c.name as "clubName" from (
      select 'invoice' as what, id, club_code as "clubCode", amount_cents as cents, due_at as at,
        number as reference, null as why from invoices where status = 'open'
      union all
      select 'refund', id, club_code, amount_cents, ordered_at, payment_intent_id, why
      from refund_orders where state = 'refused') m
    left join clubs c on c.code = m."clubCode"
    order by m.at limit ${MOST}`.execute(control);
  return rows;
}
