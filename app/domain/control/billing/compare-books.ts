import type { LedgerMovement } from "./ledger.server.ts";

/** A movement that one of the two books misses; or has with another amount, and then both miss the other's. */
export interface BooksDifference {
  /** Which book misses it. */
  side: "ledger" | "stripe";
  kind: LedgerMovement["kind"];
  stripeId: string;
  paymentIntentId: string;
  cents: number;
}

/** What differs between Stripe's movements and the ledger's, over the same time (product.md#ledger). */
export function compareBooks(
  atStripe: readonly LedgerMovement[],
  inLedger: readonly LedgerMovement[],
): BooksDifference[] {
  return [...missing(inLedger, atStripe, "ledger"), ...missing(atStripe, inLedger, "stripe")];
}

function missing(
  book: readonly LedgerMovement[],
  other: readonly LedgerMovement[],
  side: BooksDifference["side"],
): BooksDifference[] {
  const has = new Set(book.map(keyOf));
  return other
    .filter((movement) => !has.has(keyOf(movement)))
    .map(({ kind, stripeId, paymentIntentId, cents }) => ({ side, kind, stripeId, paymentIntentId, cents }));
}

const keyOf = ({ kind, stripeId, cents }: LedgerMovement) => `${kind} ${stripeId} ${cents}`;
