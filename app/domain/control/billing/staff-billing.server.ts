import { sql } from "kysely";
import type { DisputesTable, LedgerTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import type { VerificationStatus } from "#app/domain/control/verification/verification.ts";
import { statusOf } from "#app/domain/control/verification/verifications.server.ts";
import { type InvoiceOfClub, invoicesOfClub } from "./invoices.server.ts";
import { ledgerOfClub } from "./ledger.server.ts";

/** Rows of each list of `/admin/billing` that a page shows. */
export const STAFF_ROWS = 50;

/** A row with the club that it belongs to; null where none of ours is known. */
type OfClub<Row> = Row & { clubName: string | null };

/** A page of disputes, newest first, and one row more where there is another page. @param page from 1 */
export function listDisputes(control: ControlDb, page: number): Promise<OfClub<DisputesTable>[]> {
  return control
    .selectFrom("disputes as d")
    .leftJoin("clubs as c", "c.code", "d.club_code")
    .selectAll("d")
    .select("c.name as clubName")
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
  /** When the invoice is due, or the refund was ordered; ISO-8601 UTC. */
  at: string;
  /** The invoice's number, or the payment that the refund is of. */
  reference: string;
  why: RefundOrdersTable["why"] | null;
}

/**
 * A page of open invoices, the first due first, and one of refused refunds, the newest first; of each one row more
 * where there is another page. In one query, because a page has few.
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
        order by i.due_at limit ${STAFF_ROWS + 1} offset ${(page.invoices - 1) * STAFF_ROWS})
      union all
      select * from (
        select 'refund', id, club_code, amount_cents, ordered_at, payment_intent_id, why
        from refund_orders where state = 'refused'
        order by ordered_at desc limit ${STAFF_ROWS + 1} offset ${(page.refunds - 1) * STAFF_ROWS})) m
    left join clubs c on c.code = m."clubCode"`.execute(control);
  return rows;
}

/** An email about money that went to a club. */
interface MoneyMail {
  id: string;
  tag: string;
  to: string;
  at: string;
  status: "queued" | "sent" | "failed";
}

/** What staff read of a club's money, each list newest first. Times are ISO-8601 UTC. */
export interface ClubMoney {
  club: ClubsTable & { verification: VerificationStatus; players: number | null };
  movements: LedgerTable[];
  refunds: RefundOrdersTable[];
  invoices: InvoiceOfClub[];
  mails: MoneyMail[];
}

/** All money of a club; null where the club does not exist. */
export async function moneyOfClub(control: ControlDb, clubCode: string): Promise<ClubMoney | null> {
  const [club, movements, refunds, invoices, mails] = await Promise.all([
    verifiedClub(control, clubCode),
    ledgerOfClub(control, clubCode),
    control
      .selectFrom("refund_orders")
      .selectAll()
      .where("club_code", "=", clubCode)
      .orderBy("ordered_at", "desc")
      .limit(STAFF_ROWS)
      .execute(),
    invoicesOfClub(control, clubCode),
    moneyMailsOf(control, clubCode),
  ]);
  return club && { club, movements, refunds, invoices, mails };
}

/** A club with what is known of its number of players, or null. */
export async function verifiedClub(control: ControlDb, clubCode: string): Promise<ClubMoney["club"] | null> {
  const row = await control
    .selectFrom("clubs as c")
    .leftJoin("verifications as v", "v.club_code", "c.code")
    .selectAll("c")
    .select("v.actual_players as players")
    .select(statusOf("v", "c.code").as("verification"))
    .where("c.code", "=", clubCode)
    .executeTakeFirst();
  return row ?? null;
}

/** Templates of emails about money. */
const MONEY_MAILS = [
  "payment-received",
  "payment-failed",
  "payment-contested",
  "payment-refunded",
  "renewed",
  "renewal-failed",
  "term-notice",
  "refund-sent",
  "refund-refused",
  "refund-by-hand",
  "invoice-open",
  "invoice-overdue",
  "invoice-paid",
  "invoice-withdrawn",
  "verification-decided",
] as const;

function moneyMailsOf(control: ControlDb, clubCode: string): Promise<MoneyMail[]> {
  return control
    .selectFrom("mails")
    .select(["id", "tag", "to_address as to", "created_at as at", "status"])
    .where("club_code", "=", clubCode)
    .where("tag", "in", MONEY_MAILS)
    .orderBy("created_at", "desc")
    .limit(STAFF_ROWS)
    .execute();
}
