import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatPrice,
  largerPlanNeeded,
  planForPlayers,
  planIds,
  planOf,
  plans,
  readPlan,
} from "#app/domain/control/billing/plans.ts";
import { termFrom } from "#app/domain/control/clubs/club-access.ts";

// product/billing.md#plans
test("prices and caps are as documented", () => {
  expect(plans.map(({ id, priceCents, playerCap }) => [id, formatPrice(priceCents), playerCap])).toEqual([
    ["standard", "$749", 800],
    ["large", "$1,499", 1600],
    ["enterprise", "$2,195", 5000],
  ]);
  expect(formatPrice(74_950)).toBe("$749.50");
});

test.each([
  [1, "standard"],
  [800, "standard"],
  [801, "large"],
  [1600, "large"],
  [1601, "enterprise"],
  [9000, "enterprise"],
])("%i players need the package %s", (players, id) => {
  expect(planForPlayers(players).id).toBe(id);
});

test.each([
  ["standard", 800, null],
  ["standard", 801, "large"],
  ["large", 1600, null],
  ["large", 1601, "enterprise"],
  ["standard", 1601, "enterprise"],
] as const)("a club that chose %s with %i players is suggested %s", (chosen, players, larger) => {
  expect(largerPlanNeeded(chosen, players)?.id ?? null).toBe(larger);
});

test("a larger package is suggested exactly if the chosen one is too small, and it fits", () => {
  fc.assert(
    fc.property(fc.constantFrom(...planIds), fc.integer({ min: 1, max: 50_000 }), (chosen, players) => {
      const larger = largerPlanNeeded(chosen, players);
      const fits = planOf(chosen).fits;
      expect(larger === null).toBe(fits === null || players <= fits);
      if (larger) expect(largerPlanNeeded(larger.id, players)).toBeNull();
    }),
  );
});

test("only the three packages are read", () => {
  expect(readPlan("large")).toBe("large");
  for (const other of ["Large", "", null, "__proto__", ["large"]]) expect(readPlan(other)).toBeNull();
});

test("the term is one year, verification is due after 30 days", () => {
  expect(termFrom(new Date("2026-03-01T10:00:00Z"))).toEqual({
    starts: "2026-03-01T10:00:00.000Z",
    ends: "2027-03-01T10:00:00.000Z",
    verificationDue: "2026-03-31T10:00:00.000Z",
  });
  expect(termFrom(new Date("2028-02-29T10:00:00Z")).ends).toBe("2029-03-01T10:00:00.000Z");
});
