import { formatPrice } from "#app/domain/control/billing/plans.ts";
import type { YearPayment } from "#app/domain/control/billing/years.server.ts";

/** Returns 'Invoice GS-0001, $750, Nov 28, 2026'. */
export const paymentName = (
  { invoice, paidCents, at }: Pick<YearPayment, "invoice" | "paidCents" | "at">,
  day: (moment: string) => string,
): string => `${invoice ? `Invoice ${invoice}` : "Payment of a year"}, ${formatPrice(paidCents)}, ${day(at)}`;

/** Describes money of a payment that cannot be refunded now: '$100 refunded, $649 contested at the bank'. */
export function whereMoneyIs(payment: YearPayment): string {
  if (payment.status === "processing") return "on its way from the bank";
  if (payment.status === "failed") return "the bank did not make it";
  const parts: [cents: number, what: string][] = [
    [payment.refundedCents, "refunded"],
    [payment.orderedCents, "being refunded"],
    [payment.contestedCents, "contested, the bank decides"],
    [payment.lostCents, "given back by the bank"],
    [payment.leftCents, "can go back"],
  ];
  return parts
    .filter(([cents]) => cents > 0)
    .map(([cents, what]) => `${formatPrice(cents)} ${what}`)
    .join(", ");
}
