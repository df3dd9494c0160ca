import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { type ClubUsage, clubUsage } from "#app/domain/club/stats/stats.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { guaranteeEnds } from "#app/domain/control/billing/guarantee.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import {
  guaranteeYear,
  leftOf,
  type PaidYear,
  refundSources,
} from "#app/domain/control/billing/years.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { readMoneyOfYear } from "./ledger.server.ts";
import { askNow, type RefundState } from "./send-refund.server.ts";

/** What staff see before they refund a year: which, how much of the product the club used, and what goes back. */
export interface GuaranteeCase {
  usage: ClubUsage;
  /** Null where no paid year runs or is to come. */
  year: (PaidYear & { until: string }) | null;
  cents: number;
  /** Whether the 14 days of that year run. */
  runs: boolean;
}

/**
 * Reads a club's use, and what of its year can go back, as Stripe has it now (product.md#guarantee).
 * @throws ClubUnavailable
 */
export async function guaranteeCase({ control, clubs }: Platform, club: ClubsTable): Promise<GuaranteeCase> {
  const [usage, found] = await Promise.all([
    clubs.use(club.code, clubUsage),
    guaranteeYear(control, club.code, now()),
  ]);
  if (!found) return { usage, year: null, cents: 0, runs: false };
  const { year, runs } = found;
  await readMoneyOfYear(control, year);
  const cents = leftOf(await refundSources(control, year));
  return { usage, year: { ...year, until: guaranteeEnds(year.paidAt) }, cents, runs };
}

export type GuaranteeOutcome =
  /** sent: Stripe made at least one refund, so the year is taken back; refused: none, and it goes on. */
  | { ok: true; state: "sent" | "waiting"; cents: number; refusedCents: number }
  /** changed: another sum than the page showed can go back by now. */
  | { ok: false; problem: "over" | "nothing-left" | "changed" | "refused" };

/**
 * Orders back all that is left of what a club paid for a year, and asks Stripe at once. The year ends when the first
 * refund is accepted, never before; until then the orders wait and are tried again.
 * @param order.adminId who decides, and why: `note` is kept with the refund
 * @param order.shownCents what the page said goes back
 */
export async function refundUnderGuarantee(
  control: ControlDb,
  club: ClubsTable,
  order: { adminId: string; note: string; shownCents: number },
): Promise<GuaranteeOutcome> {
  const found = await guaranteeYear(control, club.code, now());
  if (found) await readMoneyOfYear(control, found.year);
  const ordered = await inTransaction(control, (tx) => orderGuarantee(tx, club, order));
  if (!ordered.ok) return ordered;
  const states: [RefundState, number][] = [];
  for (const { id, cents } of ordered.parts) states.push([await askNow(control, id), cents]);
  const sumOf = (wanted: RefundState) =>
    states.reduce((sum, [state, cents]) => (state === wanted ? sum + cents : sum), 0);
  const [sent, waiting, refusedCents] = [sumOf("sent"), sumOf("due"), sumOf("refused")];
  if (sent > 0) return { ok: true, state: "sent", cents: sent + waiting, refusedCents };
  if (waiting > 0) return { ok: true, state: "waiting", cents: waiting, refusedCents };
  return { ok: false, problem: "refused" };
}

type Ordered =
  | { ok: true; parts: { id: string; cents: number }[] }
  | Extract<GuaranteeOutcome, { ok: false }>;

async function orderGuarantee(
  tx: ControlTx,
  club: ClubsTable,
  { adminId, note, shownCents }: { adminId: string; note: string; shownCents: number },
): Promise<Ordered> {
  const at = now();
  const found = await guaranteeYear(tx, club.code, at);
  if (!found?.runs) return { ok: false, problem: "over" };
  const left = (await refundSources(tx, found.year)).filter(({ leftCents }) => leftCents > 0);
  const cents = leftOf(left);
  if (cents === 0) return { ok: false, problem: "nothing-left" };
  if (cents !== shownCents) return { ok: false, problem: "changed" };
  const parts: { id: string; cents: number }[] = [];
  for (const { paymentIntentId, leftCents } of left) {
    const id = await orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId,
      cents: leftCents,
      why: "guarantee",
      subscriptionId: found.year.id,
      note,
      orderedBy: adminId,
      at,
    });
    parts.push({ id, cents: leftCents });
  }
  await recordAudit(tx, {
    kind: "billing.guarantee",
    actor: { kind: "staff", id: adminId },
    clubCode: club.code,
    detail: { amount: formatPrice(cents) },
    at,
  });
  return { ok: true, parts };
}
