import { brand } from "#app/config/brand.ts";
import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { ledgerEntry } from "#app/domain/control/billing/ledger.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { formatDateInFull } from "#app/domain/values/times.ts";
import { printReceipt } from "#app/print/print.server.ts";

/**
 * Prints the receipt of a payment or refund of a club's ledger (product.md#billing).
 * @returns null for an entry that is not the club's, or has no receipt
 * @throws WorkerDied
 */
export async function printReceiptOf(
  control: ControlDb,
  club: ClubsTable,
  entryId: string,
): Promise<{ name: string; pdf: Uint8Array<ArrayBuffer> } | null> {
  const entry = await ledgerEntry(control, club.code, entryId);
  if (!entry || (entry.kind !== "payment" && entry.kind !== "refund")) return null;
  const refund = entry.kind === "refund";
  const number = entry.id.slice(0, 10).toUpperCase();
  const day = formatDateInFull(new Date(entry.moved_at), club.timezone);
  const pdf = await printReceipt({
    title: refund ? "Receipt for a refund" : "Receipt",
    from: [brand.name, brand.location, brand.mail.billing, brand.phone],
    to: [club.name, club.contact_name, [club.city, club.state].filter(Boolean).join(", "), club.email],
    facts: [
      ["Receipt number", number],
      [refund ? "Refunded on" : "Paid on", day],
      ["For", `${brand.name}, club ${club.code.toUpperCase()}`],
      ["Reference at Stripe", entry.stripe_id],
    ],
    total: [refund ? "Refunded" : "Paid", formatPrice(Math.abs(entry.amount_cents))],
    note: "Paid in advance for one year. Nothing renews or is charged by itself.",
    at: entry.moved_at,
  });
  return { name: `goodside-receipt-${number.toLowerCase()}.pdf`, pdf };
}
