import type { LedgerTable } from "#app/db/control/money-tables.ts";
import type { ControlDb } from "#app/db/control/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { type BooksDifference, compareBooks } from "#app/domain/control/billing/compare-books.ts";
import { ledgerSince } from "#app/domain/control/billing/ledger.server.ts";
import { sendBooksDiffer } from "#app/domain/control/billing/money-emails.server.ts";
import { insertCheck, latestChecks } from "#app/domain/control/billing/stripe-checks.server.ts";
import { log } from "#app/observability/log.server.ts";
import { type Movement, readMovementsSince } from "#app/payments/movements.server.ts";
import { stripeIsAway } from "#app/payments/stripe.server.ts";
import { now } from "#app/runtime/clock.server.ts";
import { DAY_MS, HOUR_MS } from "#app/runtime/durations.ts";
import { readMoney } from "./read-money.server.ts";

/** A comparison a night, and again after this long where Stripe was away. */
const EVERY_MS = 20 * HOUR_MS;
/** Far enough back that a few nights may be missed. */
const LOOK_BACK_MS = 35 * DAY_MS;
/** A dispute may be decided this long after it was opened. */
const DISPUTES_BACK_MS = 400 * DAY_MS;

/**
 * Compares the ledger with Stripe's books once a night. What the ledger misses is read again first; what still differs is
 * stored and reported to our billing staff (product.md#ledger).
 */
export async function compareWithStripe(control: ControlDb): Promise<void> {
  const at = now();
  const [last] = await latestChecks(control, 1);
  if (last && at.getTime() - Date.parse(last.checked_at) < EVERY_MS) return;
  const since = new Date(at.getTime() - LOOK_BACK_MS);
  let movements: Movement[];
  try {
    movements = await readMovementsSince(since, new Date(at.getTime() - DISPUTES_BACK_MS));
    const first = compareBooks(movements, (await ledgerSince(control, since)).map(asMovement));
    for (const payment of new Set(
      first.filter(({ side }) => side === "ledger").map((one) => one.paymentIntentId),
    ))
      await readMoney(control, payment);
  } catch (error) {
    if (!stripeIsAway(error)) throw error;
    log.warn({ err: error }, "the books cannot be compared while Stripe is away");
    return;
  }
  const ledger = await ledgerSince(control, since);
  const differences = [
    ...compareBooks(movements, ledger.map(asMovement)).map(sentence),
    ...ledger.filter(({ club_code }) => club_code === null).map(ofNobody),
  ];
  const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0);
  await inTransaction(control, async (tx) => {
    await insertCheck(tx, {
      checked_at: at.toISOString(),
      since: since.toISOString(),
      movements: movements.length,
      stripe_cents: sum(movements.map(({ cents }) => cents)),
      ledger_cents: sum(ledger.map(({ amount_cents }) => amount_cents)),
      differences,
    });
    if (differences.length > 0 && String(differences) !== String(last ? JSON.parse(last.differences) : []))
      await sendBooksDiffer(tx, differences, at);
  });
}

const asMovement = (row: LedgerTable): Movement => ({
  kind: row.kind,
  stripeId: row.stripe_id,
  paymentIntentId: row.payment_intent_id,
  cents: row.amount_cents,
  movedAt: row.moved_at,
});

const sentence = ({ side, kind, stripeId, cents }: BooksDifference) =>
  side === "ledger"
    ? `The ledger misses the ${kind} ${stripeId} of ${cents} cents`
    : `Stripe does not know the ${kind} ${stripeId} of ${cents} cents`;

const ofNobody = (row: LedgerTable) =>
  `The ${row.kind} ${row.stripe_id} of ${row.amount_cents} cents belongs to no club`;
