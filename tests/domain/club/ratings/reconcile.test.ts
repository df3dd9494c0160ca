import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decidesLabel, policyLabels } from "#app/domain/club/ratings/labels.ts";
import { type Agreement, type Score, scores } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";

const policies = ["coach-final", "average", "coach-first"] as const;
type Case = [manager: Score | null, coach: Score | null, final: Score | null, agreement: Agreement];

/** Every pair of scores, written out (product/ratings.md#reconciling). */
const sameForAll: Case[] = [
  [null, null, null, "pending"],
  [20, null, null, "pending"],
  [10, null, null, "pending"],
  [0, null, null, "pending"],
  [20, 20, 20, "agreed"],
  [10, 10, 10, "agreed"],
  [0, 0, 0, "agreed"],
];
const coachAlone: Case[] = [
  [null, 20, 20, "agreed"],
  [null, 10, 10, "agreed"],
  [null, 0, 0, "agreed"],
];
const averaged: Case[] = [
  [20, 10, 20, "averaged"],
  [10, 20, 20, "averaged"],
  [20, 0, 10, "averaged"],
  [0, 20, 10, "averaged"],
  [10, 0, 10, "averaged"],
  [0, 10, 10, "averaged"],
];
const table: Record<(typeof policies)[number], Case[]> = {
  "coach-final": [
    ...sameForAll,
    ...coachAlone,
    [20, 10, 10, "coach-override"],
    [10, 20, 20, "coach-override"],
    [20, 0, 0, "coach-override"],
    [0, 20, 20, "coach-override"],
    [10, 0, 0, "coach-override"],
    [0, 10, 10, "coach-override"],
  ],
  average: [
    ...sameForAll,
    [null, 20, null, "pending"],
    [null, 10, null, "pending"],
    [null, 0, null, "pending"],
    ...averaged,
  ],
  "coach-first": [...sameForAll, ...coachAlone, ...averaged],
};

describe.each(policies)("the policy %s", (policy) => {
  test("the policy covers every pair of ratings", () => {
    expect(table[policy]).toHaveLength(16);
    expect(new Set(table[policy].map(([manager, coach]) => `${manager}/${coach}`)).size).toBe(16);
  });
  test.each(table[policy])(
    "makes of manager %s and coach %s: %s, %s",
    (manager, coach, finalScore, agreement) => {
      expect(reconcile(policy, manager, coach)).toEqual({ finalScore, agreement });
    },
  );
});

describe("reconciling", () => {
  const policy = fc.constantFrom(...policies);
  const score = fc.constantFrom(...scores);
  const maybe = fc.option(score);

  test("reconciling gives a score of the scale unless the game is pending", () => {
    fc.assert(
      fc.property(policy, maybe, maybe, (rule, manager, coach) => {
        const { finalScore, agreement } = reconcile(rule, manager, coach);
        expect(finalScore === null).toBe(agreement === "pending");
        if (finalScore !== null) expect(scores).toContain(finalScore);
      }),
    );
  });
  test("reconciling never lies outside the two scores", () => {
    fc.assert(
      fc.property(policy, score, score, (rule, manager, coach) => {
        const { finalScore } = reconcile(rule, manager, coach);
        expect(finalScore).toBeGreaterThanOrEqual(Math.min(manager, coach));
        expect(finalScore).toBeLessThanOrEqual(Math.max(manager, coach));
      }),
    );
  });
  test("reconciling weighs both equally when averaging", () => {
    fc.assert(
      fc.property(fc.constantFrom("average", "coach-first"), score, score, (rule, one, other) => {
        expect(reconcile(rule, one, other)).toEqual(reconcile(rule, other, one));
      }),
    );
  });
  test("reconciling never gives a lower score for a higher rating", () => {
    fc.assert(
      fc.property(policy, score, score, score, (rule, manager, coach, better) => {
        fc.pre(better >= coach);
        const before = reconcile(rule, manager, coach).finalScore ?? 0;
        expect(reconcile(rule, manager, better).finalScore).toBeGreaterThanOrEqual(before);
      }),
    );
  });
  test("a final game stays final when the missing rating arrives", () => {
    fc.assert(
      fc.property(policy, score, maybe, score, (rule, coach, before, manager) => {
        fc.pre(reconcile(rule, before, coach).finalScore !== null);
        expect(reconcile(rule, manager, coach).finalScore).not.toBeNull();
      }),
    );
  });
});

test("each policy has its own explanation under one title", () => {
  const panels = policies.map(policyLabels);
  expect(new Set(panels.map(({ title }) => title))).toEqual(new Set(["Fair Dual Scoring System"]));
  expect(new Set(panels.map(({ summary }) => summary)).size).toBe(3);
  expect(policyLabels("coach-final").summary).toBe("The coach's rating is final and takes precedence.");
  expect(policyLabels("average").rules.join(" ")).toContain("15 or more counts as 20, 5 or more as 10");
  expect(decidesLabel("coach-final", "manager", false)).toContain("stays pending until the coach");
  for (const policy of ["coach-final", "average", "coach-first"] as const) {
    for (const side of ["coach", "manager"] as const) {
      // The text expects nothing from a side that has rated.
      expect(decidesLabel(policy, side, true)).not.toMatch(/pending|once both|until/);
    }
  }
});
