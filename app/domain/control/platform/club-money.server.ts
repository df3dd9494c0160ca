import type { DisputesTable, LedgerTable, RefundOrdersTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { type InvoiceOfClub, invoicesOfClub } from "#app/domain/control/billing/invoices.server.ts";
import { ledgerOfClub } from "#app/domain/control/billing/ledger.server.ts";
import { type ClubYear, yearsOfClub } from "#app/domain/control/billing/years.server.ts";
import { type VerifiedClub, verifiedClub } from "#app/domain/control/verification/verifications.server.ts";

/** Refunds and emails of a club that its page of money shows. */
const MOST = 50;

/** An email about money that went to a club. */
interface MoneyMail {
  id: string;
  tag: string;
  to: string;
  at: string;
  status: "queued" | "sent" | "failed";
}

/** A club's money for staff, each list newest first. Times are ISO-8601 UTC. */
export interface ClubMoney {
  club: VerifiedClub;
  /** The one that starts last first. */
  years: ClubYear[];
  disputes: DisputesTable[];
  movements: LedgerTable[];
  refunds: RefundOrdersTable[];
  invoices: InvoiceOfClub[];
  mails: MoneyMail[];
}

/** Loads all money of a club; null where the club does not exist. */
export async function moneyOfClub(control: ControlDb, clubCode: string): Promise<ClubMoney | null> {
  const [club, years, disputes, movements, refunds, invoices, mails] = await Promise.all([
    verifiedClub(control, clubCode),
    yearsOfClub(control, clubCode),
    control
      .selectFrom("disputes as d")
      .selectAll("d")
      // Filtered by payment, because disputes are indexed by payment.
      .where("d.payment_intent_id", "in", (eb) =>
        eb.selectFrom("ledger").select("payment_intent_id").where("club_code", "=", clubCode),
      )
      .orderBy("d.opened_at", "desc")
      .execute(),
    ledgerOfClub(control, clubCode),
    control
      .selectFrom("refund_orders")
      .selectAll()
      .where("club_code", "=", clubCode)
      .orderBy("ordered_at", "desc")
      .limit(MOST)
      .execute(),
    invoicesOfClub(control, clubCode),
    moneyMailsOf(control, clubCode),
  ]);
  return club && { club, years, disputes, movements, refunds, invoices, mails };
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
  "year-ended",
  "guarantee-accepted",
  "refund-sent",
  "refund-refused",
  "refund-returned",
  "refund-by-hand",
  "invoice-open",
  "invoice-overdue",
  "invoice-paid",
  "invoice-payment-failed",
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
    .limit(MOST)
    .execute();
}
