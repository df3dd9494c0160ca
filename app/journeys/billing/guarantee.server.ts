import type { ClubsTable, ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/platform.server.ts";
import { type ClubUsage, clubUsage } from "#app/domain/club/stats/stats.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { guaranteeRuns } from "#app/domain/control/billing/guarantee.ts";
import { orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { chargedTerm, endTermNow, refundSources } from "#app/domain/control/billing/settlements.server.ts";
import { now } from "#app/runtime/clock.server.ts";

/** What staff see before they refund a year: how much of the product the club used, and what goes back. */
export interface GuaranteeCase {
  usage: ClubUsage;
  cents: number;
  runs: boolean;
}

/** Reads a club's use and what it paid (product.md#guarantee). @throws ClubUnavailable */
export async function guaranteeCase({ control, clubs }: Platform, club: ClubsTable): Promise<GuaranteeCase> {
  const [usage, term] = await Promise.all([
    clubs.use(club.code, clubUsage),
    chargedTerm(control, club.code, now()),
  ]);
  const sources = term ? await refundSources(control, term) : [];
  return {
    usage,
    cents: sources.reduce((sum, { leftCents }) => sum + leftCents, 0),
    runs: guaranteeRuns(club.term_starts_at, now()),
  };
}

/**
 * Refunds all that a club paid for its year, and ends the year: it can still be read for 30 days.
 * @param order.adminId who decides, and why: `note` is kept with the refund
 * @returns false where nothing is left to refund, or the 14 days are over
 */
export async function refundUnderGuarantee(
  control: ControlDb,
  club: ClubsTable,
  { adminId, note }: { adminId: string; note: string },
): Promise<boolean> {
  return inTransaction(control, async (tx) => {
    const at = now();
    const term = await chargedTerm(tx, club.code, at);
    if (!term || !guaranteeRuns(club.term_starts_at, at)) return false;
    const left = (await refundSources(tx, term)).filter(({ leftCents }) => leftCents > 0);
    if (left.length === 0) return false;
    for (const { paymentIntentId, leftCents: cents } of left) {
      const order = { clubCode: club.code, paymentIntentId, cents, note, orderedBy: adminId, at } as const;
      await orderRefund(tx, { ...order, why: "guarantee" });
    }
    await endTermNow(tx, term, at);
    await recordAudit(tx, {
      kind: "billing.guarantee",
      actor: { kind: "staff", id: adminId },
      clubCode: club.code,
      detail: { cents: left.reduce((sum, { leftCents }) => sum + leftCents, 0) },
      at,
    });
    return true;
  });
}
