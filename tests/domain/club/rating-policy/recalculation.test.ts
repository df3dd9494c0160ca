import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RatingPolicy } from "#app/db/club/schema.ts";
import {
  changedAverages,
  changesScore,
  countMoves,
  type RatedResult,
  recalculationPlan,
} from "#app/domain/club/rating-policy/recalculation.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";

const resultBy = (policy: RatingPolicy, manager: Score | null, coach: Score | null) => {
  const { finalScore: score, agreement } = reconcile(policy, manager, coach);
  return { score, agreement, policy: score === null ? null : policy };
};
const game = (
  id: string,
  manager: Score | null,
  coach: Score | null,
  by: RatingPolicy = "coach-final",
): RatedResult => ({
  id,
  teamId: "hawks",
  counts: true,
  manager,
  coach,
  result: resultBy(by, manager, coach),
});
/** Returns the games as they are after a plan. */
const apply = (games: readonly RatedResult[], plan: ReturnType<typeof recalculationPlan>) => {
  const after = new Map(plan.map((change) => [change.gameId, change.after]));
  return games.map((item) => ({ ...item, result: after.get(item.id) ?? item.result }));
};

const season = [
  game("different", 20, 10),
  game("equal", 10, 10),
  game("coach-alone", null, 20),
  game("manager-alone", 0, null),
];

describe("a plan", () => {
  test("a plan for games not yet final leaves every final result alone", () => {
    expect(recalculationPlan(season, "average", "open")).toEqual([]);
    const waiting = [game("coach-alone", null, 20, "average"), game("equal", 10, 10, "average")];
    expect(recalculationPlan(waiting, "coach-final", "open")).toEqual([
      {
        gameId: "coach-alone",
        teamId: "hawks",
        before: { score: null, agreement: "pending", policy: null },
        after: { score: 20, agreement: "agreed", policy: "coach-final" },
      },
    ]);
  });

  test("a plan for all games makes final ones anew, also those that wait again or keep their score", () => {
    const plan = recalculationPlan(season, "average", "all");
    expect(plan.map(({ gameId, before, after }) => [gameId, before.score, after.score])).toEqual([
      ["different", 10, 20],
      ["equal", 10, 10],
      ["coach-alone", 20, null],
    ]);
    expect(plan.filter(changesScore).map(({ gameId }) => gameId)).toEqual(["different", "coach-alone"]);
    expect(countMoves(plan)).toEqual([
      { from: 10, to: 20, games: 1 },
      { from: 20, to: null, games: 1 },
    ]);
  });

  test("a plan says the averages of the teams with another score, of games that count", () => {
    const games = [
      ...season,
      { ...game("cancelled", 20, 0), counts: false },
      { ...game("elsewhere", 10, 10), teamId: "otters" },
    ];
    const plan = recalculationPlan(games, "average", "all");
    expect(changedAverages(games, plan)).toEqual([{ teamId: "hawks", before: 40 / 3, after: 15 }]);
  });
});

const anyPolicy = fc.constantFrom<RatingPolicy>("coach-final", "average", "coach-first");
const anyScore = fc.constantFrom<Score | null>(0, 10, 20, null);
const anyRatings = fc.array(fc.record({ manager: anyScore, coach: anyScore, by: anyPolicy }), {
  maxLength: 12,
});
const played = (ratings: { manager: Score | null; coach: Score | null; by: RatingPolicy }[]) =>
  ratings.map(({ manager, coach, by }, index) => game(`game-${index}`, manager, coach, by));

test("whatever the ratings: doing it twice changes nothing, and every result is the policy's", () => {
  fc.assert(
    fc.property(
      anyRatings,
      anyPolicy,
      fc.constantFrom("open" as const, "all" as const),
      (ratings, policy, scope) => {
        const games = played(ratings);
        const done = apply(games, recalculationPlan(games, policy, scope));
        expect(recalculationPlan(done, policy, scope)).toEqual([]);
        for (const [index, { manager, coach, result }] of done.entries()) {
          const wasFinal = games[index]?.result.score !== null;
          if (scope === "open" && wasFinal) expect(result).toEqual(games[index]?.result);
          else expect(result).toEqual(resultBy(policy, manager, coach));
        }
      },
    ),
  );
});

test("whatever the ratings: going back to the policy of all games restores exactly their results", () => {
  fc.assert(
    fc.property(anyRatings, anyPolicy, anyPolicy, (ratings, first, second) => {
      const games = played(ratings.map((each) => ({ ...each, by: first })));
      const there = apply(games, recalculationPlan(games, second, "all"));
      expect(apply(there, recalculationPlan(there, first, "all"))).toEqual(games);
    }),
  );
});
