import type { ClubsTable, ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { type ClubUsage, clubUsage } from "#app/domain/club/stats/stats.server.ts";
import { recordAudit } from "#app/domain/control/audit/audit.server.ts";
import { guaranteeEnds } from "#app/domain/control/billing/guarantee.ts";
import {
  type AcceptedGuarantee,
  acceptedGuarantees,
  acceptGuarantee,
} from "#app/domain/control/billing/guarantees.server.ts";
import { sendGuaranteeAccepted } from "#app/domain/control/billing/money-emails.server.ts";
import { formatPrice } from "#app/domain/control/billing/plans.ts";
import { dropRefusedRefunds, orderRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import {
  contestedOf,
  guaranteeYear,
  leftOf,
  type PaidYear,
  paymentsOfYear,
  type YearPayment,
} from "#app/domain/control/billing/years.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { readMoneyOfYear } from "./ledger.server.ts";
import { askNow, type RefundState } from "./send-refund.server.ts";

/** Facts for staff before they refund a year: which, how much of the product the club used, and what goes back. */
export interface GuaranteeCase {
  /** Since the payment of the year; since the beginning where no year is asked about. */
  usage: ClubUsage;
  /** Null where no paid year runs or is to come. */
  year: (PaidYear & { until: string }) | null;
  payments: YearPayment[];
  /** Refundable now. */
  cents: number;
  /** Refundable if the banks decide for us. */
  contestedCents: number;
  /** True if the 14 days of that year run. */
  runs: boolean;
  /** The years whose money was asked for, the newest first. */
  accepted: AcceptedGuarantee[];
}

/**
 * Reads a club's use, and what of its year can go back, as Stripe has it now (product/billing.md#guarantee).
 * @throws ClubUnavailable
 */
export async function guaranteeCase({ control, clubs }: Platform, club: ClubsTable): Promise<GuaranteeCase> {
  const found = await guaranteeYear(control, club.code, now());
  for (const year of [found?.year, ...(await acceptedGuarantees(control, club.code)).map((one) => one.year)])
    if (year) await readMoneyOfYear(control, year);
  const since = found?.year.paidAt ?? "";
  const [usage, accepted, again, payments] = await Promise.all([
    clubs.use(club.code, (db) => clubUsage(db, since)),
    acceptedGuarantees(control, club.code),
    guaranteeYear(control, club.code, now()),
    found ? paymentsOfYear(control, found.year) : [],
  ]);
  // A dispute that was decided just now may have ended the year.
  if (!again) return { usage, year: null, payments: [], cents: 0, contestedCents: 0, runs: false, accepted };
  return {
    usage,
    year: { ...again.year, until: guaranteeEnds(again.year.paidAt) },
    payments,
    cents: leftOf(payments),
    contestedCents: contestedOf(payments),
    runs: again.runs,
    accepted,
  };
}

export type GuaranteeOutcome =
  /**
   * sent: Stripe made at least one refund, so the year is taken back; waiting: none yet; asked: all of it is contested,
   * and the banks have to decide first. The year goes on in both.
   */
  | {
      ok: true;
      state: "sent" | "waiting" | "asked";
      cents: number;
      refusedCents: number;
      contestedCents: number;
    }
  /** changed: another sum than the page showed can go back by now; refused: by Stripe, and the year goes on. */
  | { ok: false; problem: "over" | "nothing-left" | "changed" | "refused" };

/** Decision of staff about a year, with what its page showed them. */
export interface GuaranteeOrder {
  adminId: string;
  /** Reason, kept with the year and its refunds. */
  note: string;
  shownCents: number;
  shownContestedCents?: number;
}

/**
 * Accepts that a club gets its year's money back: orders all that is left of what it paid, and asks Stripe at once. The
 * year ends when the first refund is accepted, never before; until then the orders are tried again. Contested money
 * follows once the bank has decided for us, without another request (product/billing.md#guarantee).
 */
export async function refundUnderGuarantee(
  control: ControlDb,
  club: ClubsTable,
  order: GuaranteeOrder,
): Promise<GuaranteeOutcome> {
  const found = await guaranteeYear(control, club.code, now());
  if (found) await readMoneyOfYear(control, found.year);
  const ordered = await inTransaction(control, (tx) => orderGuarantee(tx, club, order));
  if (!ordered.ok) return ordered;
  const { parts, contestedCents } = ordered;
  const states: [RefundState, number][] = [];
  for (const { id, cents } of parts) states.push([await askNow(control, id), cents]);
  const sumOf = (wanted: RefundState) =>
    states.reduce((sum, [state, cents]) => (state === wanted ? sum + cents : sum), 0);
  const [sent, waiting, refusedCents] = [sumOf("sent"), sumOf("due"), sumOf("refused")];
  const rest = { refusedCents, contestedCents };
  if (sent > 0) return { ok: true, state: "sent", cents: sent + waiting, ...rest };
  if (waiting > 0) return { ok: true, state: "waiting", cents: waiting, ...rest };
  if (refusedCents === 0) return { ok: true, state: "asked", cents: 0, ...rest };
  return { ok: false, problem: "refused" };
}

type Ordered =
  | { ok: true; parts: { id: string; cents: number }[]; contestedCents: number }
  | Extract<GuaranteeOutcome, { ok: false }>;

async function orderGuarantee(
  tx: ControlTx,
  club: ClubsTable,
  { adminId, note, shownCents, shownContestedCents = 0 }: GuaranteeOrder,
): Promise<Ordered> {
  const at = now();
  const found = await guaranteeYear(tx, club.code, at);
  if (!found?.runs) return { ok: false, problem: "over" };
  const { year } = found;
  const payments = await paymentsOfYear(tx, year);
  const [cents, contestedCents] = [leftOf(payments), contestedOf(payments)];
  if (cents === 0 && (contestedCents === 0 || year.guarantee_at))
    return { ok: false, problem: "nothing-left" };
  if (cents !== shownCents || contestedCents !== shownContestedCents)
    return { ok: false, problem: "changed" };
  const parts: { id: string; cents: number }[] = [];
  for (const { paymentIntentId, leftCents } of payments.filter((one) => one.leftCents > 0)) {
    // The new order takes the place of one that Stripe refused before.
    await dropRefusedRefunds(tx, paymentIntentId, { cameBack: true });
    const id = await orderRefund(tx, {
      clubCode: club.code,
      paymentIntentId,
      cents: leftCents,
      why: "guarantee",
      subscriptionId: year.id,
      note,
      orderedBy: adminId,
      at,
    });
    parts.push({ id, cents: leftCents });
  }
  await acceptGuarantee(tx, year.id, { adminId, note, at });
  if (contestedCents > 0) await sendGuaranteeAccepted(tx, club, { yearId: year.id, cents, contestedCents });
  await recordAudit(tx, {
    kind: "billing.guarantee",
    actor: { kind: "staff", id: adminId },
    clubCode: club.code,
    detail: {
      amount: formatPrice(cents),
      ...(contestedCents > 0 && { contested: formatPrice(contestedCents) }),
    },
    at,
  });
  return { ok: true, parts, contestedCents };
}
