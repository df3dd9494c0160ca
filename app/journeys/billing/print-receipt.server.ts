import { brand } from "#app/config/brand.ts";
import type { LedgerTable } from "#app/db/control/money-tables.ts";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { methodLabel } from "#app/domain/control/billing/labels.ts";
import { type Bought, boughtWith, ledgerEntry } from "#app/domain/control/billing/ledger.server.ts";
import { formatPrice, planOf } from "#app/domain/control/billing/plans.ts";
import { type PostalAddress, postalAddress } from "#app/domain/values/postal-address.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { printReceipt } from "#app/print/print.server.ts";
import type { Receipt } from "#app/print/print-task.ts";

/**
 * Prints the receipt of a payment or refund of a club's ledger (product/billing.md#billing).
 * @returns null for an entry that is not the club's, or has no receipt
 * @throws WorkerDied
 */
export async function printReceiptOf(
  control: ControlDb,
  club: ClubsTable,
  { entryId, postal }: { entryId: string; postal: PostalAddress },
): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> } | null> {
  const entry = await ledgerEntry(control, club.code, entryId);
  if (!entry || (entry.kind !== "payment" && entry.kind !== "refund")) return null;
  const bought = await boughtWith(control, entry);
  const pdf = await printReceipt(receiptOf(club, { entry, bought, postal }));
  return { name: `goodside-receipt-${numberOf(entry).toLowerCase()}.pdf`, pdf };
}

const numberOf = ({ id }: LedgerTable) => id.slice(0, 10).toUpperCase();

/** Builds a receipt: who paid whom, for which package and year, how, and how much. */
export function receiptOf(
  club: ClubsTable,
  { entry, bought, postal }: { entry: LedgerTable; bought: Bought | null; postal: PostalAddress },
): Receipt {
  const refund = entry.kind === "refund";
  const day = (moment: string) => formatDateInFull(new Date(moment), club.timezone);
  return {
    title: refund ? "Receipt for a refund" : "Receipt",
    from: [brand.name, brand.location, brand.mail.billing, brand.phone],
    to: [club.name, club.contact_name, postalAddress(postal), club.email],
    facts: [
      ["Receipt number", numberOf(entry)],
      [refund ? "Refunded on" : "Paid on", day(entry.moved_at)],
      ["For", `${brand.name}, club ${club.code.toUpperCase()}`],
      ...(bought
        ? ([
            ["Package", packageOf(bought)],
            ["Period", `${day(bought.startsAt)} to ${day(bought.endsAt)}`],
          ] as const)
        : []),
      [refund ? "Refunded to" : "Paid by", methodLabel(bought?.method ?? null)],
      ["Reference at Stripe", entry.stripe_id],
    ],
    total: [refund ? "Refunded" : "Paid", formatPrice(Math.abs(entry.amount_cents))],
    note: "Paid in advance for one year. Nothing renews or is charged by itself.",
    at: entry.moved_at,
  };
}

function packageOf({ plan, planBefore }: Bought): string {
  const { name, description } = planOf(plan);
  return planBefore
    ? `${name} instead of ${planOf(planBefore).name}`
    : `${name}, ${description.toLowerCase()}`;
}
