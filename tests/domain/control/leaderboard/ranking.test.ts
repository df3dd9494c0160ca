import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  adjustedAverage,
  compareRank,
  isRanked,
  type RankedTeam,
  whatIsMissing,
} from "#app/domain/control/leaderboard/ranking.ts";

const team = (stats: Partial<RankedTeam>): RankedTeam => ({
  totalScore: 0,
  ratedGames: 0,
  completedGames: 0,
  perfectGames: 0,
  teamName: "Hawks",
  teamId: "1",
  ...stats,
});
const mean = fc.double({ min: 0, max: 20, noNaN: true });
const scores = fc.array(fc.constantFrom(0, 10, 20), { minLength: 1, maxLength: 40 });
const sum = (list: number[]) => list.reduce((total, item) => total + item, 0);

// product/leaderboards.md#ranking
describe("the average that a team is ranked by", () => {
  test("the average that a team is ranked by is drawn towards the mean as if 3 more games had been played at it", () => {
    expect(adjustedAverage({ totalScore: 60, ratedGames: 3 }, 14)).toBe(17);
    expect(adjustedAverage({ totalScore: 600, ratedGames: 30 }, 14)).toBeCloseTo(19.45, 2);
  });

  test("the average that a team is ranked by never lets few games beat many at the same average above the mean", () => {
    fc.assert(
      fc.property(scores, mean, fc.integer({ min: 2, max: 10 }), (list, mean, times) => {
        const few = { totalScore: sum(list), ratedGames: list.length };
        const many = { totalScore: sum(list) * times, ratedGames: list.length * times };
        const better = adjustedAverage(many, mean) - adjustedAverage(few, mean);
        if (few.totalScore / few.ratedGames > mean + 1e-6) expect(better).toBeGreaterThan(0);
        if (few.totalScore / few.ratedGames < mean - 1e-6) expect(better).toBeLessThan(0);
      }),
    );
  });

  test("the average that a team is ranked by lies between the team's own average and the mean", () => {
    fc.assert(
      fc.property(scores, mean, (list, mean) => {
        const own = sum(list) / list.length;
        const drawn = adjustedAverage({ totalScore: sum(list), ratedGames: list.length }, mean);
        expect(drawn).toBeGreaterThanOrEqual(Math.min(own, mean) - 1e-9);
        expect(drawn).toBeLessThanOrEqual(Math.max(own, mean) + 1e-9);
      }),
    );
  });

  test("the average that a team is ranked by is never lowered by a better score", () => {
    fc.assert(
      fc.property(scores, mean, fc.nat(), (list, mean, at) => {
        const better = list.with(at % list.length, 20);
        const of = (games: number[]) =>
          adjustedAverage({ totalScore: sum(games), ratedGames: games.length }, mean);
        expect(of(better)).toBeGreaterThanOrEqual(of(list));
      }),
    );
  });
});

describe("who is ranked", () => {
  test.each([
    [0, 0, ["3 more rated games needed"]],
    [2, 2, ["1 more rated game needed"]],
    [2, 4, ["1 more rated game needed", "2 of 4 completed games rated; 60% needed"]],
    [0, 1, ["3 more rated games needed", "0 of 1 completed game rated; 60% needed"]],
    [3, 3, []],
    [3, 5, []],
    [3, 6, ["3 of 6 completed games rated; 60% needed"]],
    [4, 9, ["4 of 9 completed games rated; 60% needed"]],
    [6, 10, []],
    [59, 99, ["59 of 99 completed games rated; 60% needed"]],
  ])("%i rated of %i completed: %j", (ratedGames, completedGames, missing) => {
    expect(whatIsMissing(team({ ratedGames, completedGames }))).toEqual(missing);
    expect(isRanked(team({ ratedGames, completedGames }))).toBe(missing.length === 0);
  });
});

describe("the order of the board", () => {
  test("the order of the board is by drawn average, perfect games, games played, name", () => {
    const many = team({ totalScore: 200, ratedGames: 10, perfectGames: 10, teamName: "Many" });
    const few = team({ totalScore: 60, ratedGames: 3, perfectGames: 3, teamName: "Few" });
    expect(compareRank(many, few, 14)).toBeLessThan(0);
    // at a mean of 20 both are drawn to 20: perfect games decide
    expect(compareRank(many, few, 20)).toBeLessThan(0);
    const even = { totalScore: 40, ratedGames: 4 };
    const split = team({ ...even, perfectGames: 2 });
    expect(compareRank(split, team({ ...even, perfectGames: 0 }), 10)).toBeLessThan(0);
    const [three, six] = [team({ totalScore: 30, ratedGames: 3 }), team({ totalScore: 60, ratedGames: 6 })];
    expect(compareRank(six, three, 10)).toBeLessThan(0);
    expect(compareRank(split, six, 10)).toBeLessThan(0);
    expect(compareRank(team({ teamName: "Bears" }), team({ teamName: "Hawks" }), 10)).toBeLessThan(0);
  });

  test("the order of the board does not depend on who is compared first", () => {
    const any = fc.record({
      totalScore: fc.integer({ min: 0, max: 10 }).map((n) => n * 10),
      ratedGames: fc.integer({ min: 3, max: 8 }),
      completedGames: fc.constant(8),
      perfectGames: fc.integer({ min: 0, max: 2 }),
      teamName: fc.constantFrom("Hawks", "Owls"),
      teamId: fc.constantFrom("1", "2", "3"),
    });
    fc.assert(
      fc.property(any, any, any, mean, (a, b, c, mean) => {
        const sign = (left: RankedTeam, right: RankedTeam) => Math.sign(compareRank(left, right, mean));
        expect(sign(a, b) + sign(b, a)).toBe(0);
        if (sign(a, b) < 0 && sign(b, c) < 0) expect(sign(a, c)).toBe(-1);
      }),
    );
  });
});
