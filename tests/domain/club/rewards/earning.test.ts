import fc from "fast-check";
import { expect, test } from "vitest";
import { type EarningGame, earningsOf, riseAfterZero } from "#app/domain/club/rewards/earning.ts";
import { type RewardRule, usualCriteria } from "#app/domain/club/rewards/rewards.ts";

type Mark = 0 | 10 | 20 | null | "s";
const day = (index: number) => new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10);
const games = (...marks: Mark[]): EarningGame[] =>
  marks.map((mark, index) => ({
    gameId: `g${index + 1}`,
    date: day(index),
    score: mark === "s" ? 20 : mark,
    sealed: mark === "s",
  }));
const rule = (type: RewardRule["type"], more: Partial<RewardRule> = {}): RewardRule => ({
  ...usualCriteria,
  type,
  ...more,
});
const earned = (
  of: RewardRule,
  marks: Mark[],
  { kept = [] as number[], talks = [] as string[], over = false } = {},
) =>
  earningsOf(of, {
    games: games(...marks),
    talks,
    kept: kept.map((number) => ({ gameId: `g${number}`, gameDate: day(number - 1) })),
    over,
  }).map(({ gameId }) => Number(gameId.slice(1)));

// product/rewards.md#earning-a-reward
test.each([
  [20, 1, [20, 10, 20], [1, 3]],
  [20, 2, [20, 20, 20, 20, 20], [2, 4]],
  [20, 2, [20, 10, 20, 20], [4]],
  [15, 2, [20, 10, 10], [2]],
  [15, 2, [10, 10, 20], [3]],
  // 54 of 3 games is an average of 18; with scores of 20 and 10 it takes five games to reach it.
  [18, 5, [20, 20, 20, 20, 10], [5]],
  [18, 5, [20, 20, 20, 10, 10], []],
  [18, 3, [20, 20, 10], []],
])("a perfect game of %i in the mean of %i games", (scoreThreshold, gameCount, marks, expected) => {
  expect(earned(rule("perfect_game", { scoreThreshold, gameCount }), marks as Mark[])).toEqual(expected);
});

test("a streak counts perfect games in a row; an earned one begins anew, a game nobody rated breaks nothing", () => {
  const streak = rule("streak");
  expect(earned(streak, [20, 20])).toEqual([]);
  expect(earned(streak, [20, 20, 20])).toEqual([3]);
  expect(earned(streak, [20, 20, 20, 20, 20])).toEqual([3]);
  expect(earned(streak, [20, 20, 20, 20, 20, 20])).toEqual([3, 6]);
  expect(earned(streak, [20, 20, 10, 20, 20, 20])).toEqual([6]);
  expect(earned(streak, [20, 20, null, 20])).toEqual([4]);
  expect(earned(rule("streak", { consecutiveGames: 5 }), [20, 20, 20, 20, 20])).toEqual([5]);
  expect(earned(rule("streak", { consecutiveGames: 7 }), [20, 20, 20, 20, 20, 20])).toEqual([]);
});

test("an improvement compares the first two games with the latest two, from the fourth on, once", () => {
  const improvement = rule("improvement");
  expect(earned(improvement, [10, 10, 20])).toEqual([]);
  expect(earned(improvement, [10, 10, 20, 20, 20])).toEqual([4]);
  expect(earned(improvement, [20, 20, 20, 20])).toEqual([]);
  // 15 to 20 is 33%.
  expect(earned(improvement, [20, 10, 20, 20])).toEqual([4]);
  expect(earned(rule("improvement", { improvementPercent: 35 }), [20, 10, 20, 20])).toEqual([]);
  expect(earned(rule("improvement", { improvementPercent: 35 }), [10, 10, 10, 20])).toEqual([4]);
  expect(earned(improvement, [0, 0, 0, 10])).toEqual([4]);
  expect(earned(improvement, [0, 0, 0, 0])).toEqual([]);
});

test("a milestone is an average of 15 and more over enough games, once", () => {
  const milestone = rule("milestone", { scoreThreshold: 15, gameCount: 4 });
  expect(earned(milestone, [20, 20, 20])).toEqual([]);
  expect(earned(milestone, [20, 10, 20, 10, 20])).toEqual([4]);
  expect(earned(milestone, [10, 10, 20, 10, 20, 20, 20])).toEqual([6]);
});

test("a season's end counts once all its results are open; by hand nothing is earned", () => {
  const end = rule("season_end", { scoreThreshold: 15, gameCount: 4 });
  expect(earned(end, [20, 20, 10, 10])).toEqual([]);
  expect(earned(end, [20, 20, 10, 10], { over: true })).toEqual([4]);
  expect(earned(end, [20, 10, 10, 10], { over: true })).toEqual([]);
  expect(earned(rule("custom"), [20, 20, 20, 20], { over: true })).toEqual([]);
});

test("clean games after a hard talk: only those after it count, and each talk is answered once", () => {
  const after = rule("streak", { countsAfter: "talk" });
  expect(earned(after, [20, 20, 20])).toEqual([]);
  expect(earned(after, [20, 20, 20, 20, 20], { talks: [day(1)] })).toEqual([5]);
  // A game on the day of the talk is not after it.
  expect(earned(after, [0, 20, 20, 20], { talks: [day(1)] })).toEqual([]);
  expect(earned(after, [0, 20, 20, 20, 20, 20, 20], { talks: [day(0)] })).toEqual([4]);
  expect(earned(after, [0, 20, 20, 20, 0, 20, 20, 20], { talks: [day(0), day(4)] })).toEqual([4, 8]);
});

test("the most improved after a 0 is measured from the first 0, with three games after it", () => {
  const rise = (...marks: Mark[]) =>
    riseAfterZero({ games: games(...marks), talks: [], kept: [], over: true })?.rise ?? null;
  expect(rise(10, 0, 20, 20, 20)).toBe(15);
  expect(rise(0, 20, 20)).toBeNull();
  expect(rise(20, 20, 10, 10)).toBeNull();
  expect(rise(20, 20, 20, 0, 10, 10, 10)).toBeNull();
  expect(riseAfterZero({ games: games(0, 20, 20, 20), talks: [], kept: [], over: false })).toBeNull();
});

test("silence earns nothing: at least 60% of the games played must be rated", () => {
  const perfect = rule("perfect_game");
  expect(earned(perfect, [null, 20])).toEqual([]);
  expect(earned(perfect, [null, null, 20, 20, 20])).toEqual([5]);
  expect(earned(perfect, [null, null, null, 20, 20, 20])).toEqual([]);
});

test("a sealed game, and those behind it, wait", () => {
  expect(earned(rule("perfect_game"), [20, "s", 20])).toEqual([1]);
  expect(earned(rule("streak"), [20, 20, "s", 20])).toEqual([]);
});

test("what was awarded stays: nothing is earned twice for its games", () => {
  expect(earned(rule("streak"), [20, 20, 20, 20], { kept: [3] })).toEqual([]);
  expect(earned(rule("streak"), [20, 20, 20, 20, 20, 20], { kept: [3] })).toEqual([6]);
  expect(earned(rule("milestone", { gameCount: 1 }), [20, 20], { kept: [1] })).toEqual([]);
  // The game of the awarded one is gone: its day still counts.
  const gone = [{ gameId: "gone", gameDate: day(2) }];
  const left = games(20, 20, 20, 20, 20).filter(({ gameId }) => gameId !== "g3");
  const past = { games: left, talks: [], kept: gone, over: false };
  expect(earningsOf(rule("streak"), past)).toEqual([]);
});

const marks = fc.array(fc.constantFrom<Mark>(0, 10, 20, 20, 20, null, "s"), { maxLength: 30 });
const anyRule = fc.record({
  type: fc.constantFrom<RewardRule["type"]>("perfect_game", "streak", "improvement", "milestone"),
  scoreThreshold: fc.constantFrom(15, 18, 20),
  gameCount: fc.integer({ min: 1, max: 5 }),
  improvementPercent: fc.constantFrom(15, 25, 35),
  consecutiveGames: fc.constantFrom(3, 5, 7),
  countsAfter: fc.constant("any" as const),
});

test("a game is earned once, and only an open, rated game with enough rated before it", () => {
  fc.assert(
    fc.property(anyRule, marks, (of, all) => {
      const numbers = earned(of, all);
      expect(new Set(numbers).size).toBe(numbers.length);
      for (const number of numbers) {
        const before = all.slice(0, number);
        expect(before).not.toContain("s");
        expect(before.at(-1)).not.toBeNull();
        expect(before.filter((mark) => mark !== null).length).toBeGreaterThanOrEqual(0.6 * number);
      }
    }),
  );
});

test("awarding what was earned earns nothing else, in whatever order games follow", () => {
  fc.assert(
    fc.property(anyRule, marks, (of, all) => {
      const numbers = earned(of, all);
      const [first] = numbers;
      if (first === undefined) return;
      expect(earned(of, all, { kept: numbers })).toEqual([]);
      expect(earned(of, all, { kept: [first] })).toEqual(numbers.slice(1));
    }),
  );
});

test("later games change nothing about what was earned before", () => {
  fc.assert(
    fc.property(anyRule, marks, fc.nat(30), (of, all, cut) => {
      const upTo = earned(of, all.slice(0, cut));
      expect(earned(of, all).slice(0, upTo.length)).toEqual(upTo);
    }),
  );
});
