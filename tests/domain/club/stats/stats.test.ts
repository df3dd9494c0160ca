import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { averageOf, clubStats, type TeamStats, trendOf } from "#app/domain/club/stats/stats.ts";

const team = (stats: Partial<TeamStats>): TeamStats => ({
  teamId: "t",
  totalScore: 0,
  ratedGames: 0,
  sealedGames: 0,
  completedGames: 0,
  perfectGames: 0,
  minorGames: 0,
  majorGames: 0,
  average: null,
  strip: "",
  lastGameDate: null,
  trend: "stable",
  firstGame: null,
  ...stats,
});

describe("the trend of a team", () => {
  test.each([
    [[], "stable"],
    [[20, 20, 20, 0, 0], "stable"],
    [[10, 10, 10, 20, 20, 20], "up"],
    [[20, 20, 20, 10, 10, 10], "down"],
    [[20, 10, 10, 20, 20, 10], "up"],
    [[20, 20, 10, 20, 10, 20], "stable"],
    // averages that differ by exactly 2 points, and by a little more
    [[10, 10, 10, 12, 12, 12], "stable"],
    [[12, 12, 12, 10, 10, 10], "stable"],
    [[10, 10, 10, 12, 12, 13], "up"],
    [[12, 12, 13, 10, 10, 10], "down"],
    // only the latest six matter
    [[0, 0, 0, 20, 20, 20, 20, 20, 20], "stable"],
  ] as const)("%j is %s", (scores, trend) => {
    expect(trendOf(scores)).toBe(trend);
  });

  test("the trend of a team reverses when the two halves swap", () => {
    const three = fc.array(fc.constantFrom(0, 10, 20), { minLength: 3, maxLength: 3 });
    const opposite = { up: "down", down: "up", stable: "stable" } as const;
    fc.assert(
      fc.property(three, three, (before, latest) => {
        expect(trendOf([...latest, ...before])).toBe(opposite[trendOf([...before, ...latest])]);
      }),
    );
  });
});

test("no rated game means no average, not a zero", () => {
  expect(averageOf(0, 0)).toBeNull();
  expect(averageOf(50, 3)).toBeCloseTo(16.67, 2);
});

test("a club's stats add up its teams' stats", () => {
  const hawks = team({ totalScore: 50, ratedGames: 3, completedGames: 4, perfectGames: 2 });
  const owls = team({ totalScore: 10, ratedGames: 1, sealedGames: 1, completedGames: 2 });
  expect(clubStats([hawks, owls, team({})])).toEqual({
    teams: 3,
    gamesRated: 5,
    gamesSealed: 1,
    gamesCompleted: 6,
    perfectGames: 2,
    clubScore: 60,
    average: 15,
  });
  expect(clubStats([]).average).toBeNull();
});
