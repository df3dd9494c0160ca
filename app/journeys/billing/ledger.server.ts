import type {
  DisputeAtStripe,
  LedgerTable,
  Movement,
  SubscriptionsTable,
} from "#app/db/control/money-tables.ts";
import type { ControlDb, ControlTx } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { followDispute } from "#app/domain/control/billing/guarantees.server.ts";
import {
  type BooksDifference,
  clubOfPayment,
  compareBooks,
  insertCheck,
  latestChecks,
  ledgerSince,
  recordMovements,
  storeDispute,
} from "#app/domain/control/billing/ledger.server.ts";
import {
  sendBooksDiffer,
  sendDispute,
  sendDisputeToClub,
  sendRefundFailed,
  sendRefundMade,
  sendRefundReturned,
} from "#app/domain/control/billing/money-emails.server.ts";
import { refuseSentRefund } from "#app/domain/control/billing/refund-orders.server.ts";
import { refundSources } from "#app/domain/control/billing/years.server.ts";
import { findClub } from "#app/domain/control/clubs/clubs.server.ts";
import { log } from "#app/observability/log.server.ts";
import { paymentOf, readMovements, readMovementsSince } from "#app/payments/movements.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS, HOUR_MS } from "#app/runtime/durations.ts";
import { refreshOpenInvoices } from "./settlement-invoice.server.ts";

/**
 * Brings the ledger in line with what moved at Stripe for one payment. The payment is read whole, so events may come
 * twice, late or in any order (product/billing.md#ledger).
 * @throws while Stripe cannot be reached; the job tries again
 */
export async function readMoney(control: ControlDb, paymentIntentId: string): Promise<void> {
  const { movements, disputes, ordered } = await readMovements(paymentIntentId);
  await inTransaction(control, async (tx) => {
    const clubCode = await clubOfPayment(tx, paymentIntentId);
    const added = await recordMovements(tx, movements, { clubCode, at: now() });
    for (const movement of added) {
      const { kind, stripe_id: stripeId, amount_cents: cents } = movement;
      log.info({ event: "money moved", kind, stripeId, cents, club: clubCode });
      if (kind === "refund-returned") await reportReturnedRefund(tx, movement, clubCode);
      // The refund's order reports our own ones.
      if (kind === "refund" && clubCode && !ordered.has(stripeId)) await reportRefund(tx, movement, clubCode);
    }
    for (const dispute of disputes) await reportDispute(tx, dispute, clubCode);
  });
}

/** Does the same for the charge, refund or dispute of an event. */
export async function readMoneyOf(control: ControlDb, objectId: string): Promise<void> {
  const paymentIntentId = await paymentOf(objectId);
  if (paymentIntentId) await readMoney(control, paymentIntentId);
}

/** Reads what moved for all payments of a year, before it is decided what of them can go back. While Stripe is away the ledger decides. */
export async function readMoneyOfYear(control: ControlDb, year: SubscriptionsTable): Promise<void> {
  const sources = await refundSources(control, year);
  await readMoneyIfReachable(
    control,
    sources.map(({ paymentIntentId }) => paymentIntentId),
  );
}

/** Does the same for some payments. */
export async function readMoneyIfReachable(
  control: ControlDb,
  paymentIntentIds: readonly string[],
): Promise<void> {
  try {
    for (const paymentIntentId of paymentIntentIds) await readMoney(control, paymentIntentId);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ err: error }, "payments cannot be read while Stripe is away");
  }
}

/** Reports a refund that somebody made at Stripe by hand: the club reads of it too. */
async function reportRefund(tx: ControlTx, movement: Movement, clubCode: string): Promise<void> {
  const club = await findClub(tx, clubCode);
  if (club) await sendRefundMade(tx, club, movement);
}

/** Reports a refund that the payer's bank did not take, for our billing staff to make another way, and for the club. */
async function reportReturnedRefund(
  tx: ControlTx,
  movement: Movement,
  clubCode: string | null,
): Promise<void> {
  const refused = await refuseSentRefund(tx, movement.stripe_id);
  const club = clubCode ? await findClub(tx, clubCode) : null;
  await sendRefundFailed(tx, { movement, order: refused }, club);
  if (club) await sendRefundReturned(tx, club, movement);
}

const NOTHING_FOLLOWS = { followsCents: 0, guarantee: false };

async function reportDispute(
  tx: ControlTx,
  dispute: DisputeAtStripe,
  clubCode: string | null,
): Promise<void> {
  const at = now();
  const seen = await storeDispute(tx, dispute, { clubCode, at });
  if (seen === "known") return;
  const outcome = clubCode ? await followDispute(tx, dispute, { clubCode, at }) : NOTHING_FOLLOWS;
  // The decision may have ended the club's year.
  const club = clubCode ? await findClub(tx, clubCode) : null;
  await sendDispute(tx, { dispute, outcome, at }, club);
  if (club) await sendDisputeToClub(tx, { dispute, outcome, at }, club);
}

/** Interval of the nightly comparison, and of retries while Stripe is unavailable. */
const EVERY_MS = 20 * HOUR_MS;
/** Period of the comparison, long enough to miss a few nights. */
const LOOK_BACK_MS = 35 * DAY_MS;
/** Longest time from opening a dispute to its decision. */
const DISPUTES_BACK_MS = 400 * DAY_MS;

/**
 * Compares the ledger with Stripe's books once a night, and checks open invoices. Movements missing in the ledger are
 * read again first; remaining differences are stored and reported to our billing staff (product/billing.md#ledger).
 */
export async function compareWithStripe(control: ControlDb): Promise<void> {
  const at = now();
  const [last] = await latestChecks(control, 1);
  if (last && at.getTime() - Date.parse(last.checked_at) < EVERY_MS) return;
  // Stripe dates to the second: with a finer start, what moved in the first second would be in one book only.
  const since = new Date(Math.floor((at.getTime() - LOOK_BACK_MS) / 1_000) * 1_000);
  let movements: Movement[];
  try {
    await refreshOpenInvoices(control);
    movements = await readMovementsSince(since, new Date(at.getTime() - DISPUTES_BACK_MS));
    const first = compareBooks(movements, await ledgerSince(control, since));
    for (const payment of new Set(
      first.filter(({ side }) => side === "ledger").map((one) => one.payment_intent_id),
    ))
      await readMoney(control, payment);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ err: error }, "the books cannot be compared while Stripe is away");
    return;
  }
  const ledger = await ledgerSince(control, since);
  const differences = [
    ...compareBooks(movements, ledger).map(sentence),
    ...ledger.filter(({ club_code }) => club_code === null).map(ofNobody),
  ];
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
  await inTransaction(control, async (tx) => {
    await insertCheck(tx, {
      checked_at: at.toISOString(),
      since: since.toISOString(),
      movements: movements.length,
      stripe_cents: sum(movements.map(({ amount_cents }) => amount_cents)),
      ledger_cents: sum(ledger.map(({ amount_cents }) => amount_cents)),
      differences,
    });
    if (differences.length > 0 && String(differences) !== String(last ? JSON.parse(last.differences) : []))
      await sendBooksDiffer(tx, differences, at);
  });
}

const sentence = ({ side, kind, stripe_id, amount_cents }: BooksDifference) =>
  `${side === "ledger" ? "The ledger misses" : "Stripe does not know"} the ${kind} ${stripe_id} of ${amount_cents} cents`;

const ofNobody = (row: LedgerTable) =>
  `The ${row.kind} ${row.stripe_id} of ${row.amount_cents} cents belongs to no club`;
