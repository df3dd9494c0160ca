import { expect, test } from "vitest";
import type { Movement } from "#app/db/control/money-tables.ts";
import { compareBooks } from "#app/domain/control/billing/ledger.server.ts";

const payment = (stripe_id: string, amount_cents: number): Movement => ({
  kind: "payment",
  stripe_id,
  payment_intent_id: `pi_${stripe_id}`,
  amount_cents,
  moved_at: "2026-11-23T10:00:00.000Z",
});
const differences = (atStripe: Movement[], inLedger: Movement[]) =>
  compareBooks(atStripe, inLedger).map(({ side, stripe_id, amount_cents }) => [
    side,
    stripe_id,
    amount_cents,
  ]);

// product/billing.md#ledger
test("books that hold the same agree", () => {
  expect(differences([payment("ch_1", 74_900)], [payment("ch_1", 74_900)])).toEqual([]);
});

test("a movement that one of them misses is named, with the book that misses it", () => {
  expect(differences([payment("ch_1", 74_900)], [payment("ch_2", 100)])).toEqual([
    ["ledger", "ch_1", 74_900],
    ["stripe", "ch_2", 100],
  ]);
});

test("the same movement with another amount differs on both sides", () => {
  expect(differences([payment("ch_1", 74_900)], [payment("ch_1", 74_901)])).toEqual([
    ["ledger", "ch_1", 74_900],
    ["stripe", "ch_1", 74_901],
  ]);
});
