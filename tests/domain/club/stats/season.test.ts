import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { rollingMeans, seasonAnswer } from "#app/domain/club/stats/season.ts";
import { placesOf } from "#app/routes/club/teams/team-page/season-chart.tsx";

const scores = (text: string) => [...text].map((mark): Score => (mark === "p" ? 20 : mark === "m" ? 10 : 0));

// product/teams.md#team-page
describe("the answer above a season's chart", () => {
  test.each([
    ["", "No game is rated yet"],
    ["p", "1 game: too few to say"],
    ["pmp", "3 games: too few to say"],
    ["pmppp", "Perfect in 4 of 5 games"],
    ["mmmmmppppp", "Perfect in 5 of the last 5 games, 5 more than before"],
    ["pppppmmmmxp", "Perfect in 1 of the last 5 games, 3 fewer than before"],
    ["pmpmpmpmpm", "Perfect in 2 of the last 5 games, 1 fewer than before"],
    [
      "m".repeat(5) + "p".repeat(5) + "m".repeat(3) + "p".repeat(7),
      "Perfect in 7 of the last 10 games, 2 more than before",
    ],
    ["p".repeat(20), "Perfect in 10 of the last 10 games, as many as before"],
  ])("the answer above a season's chart of %s is '%s'", (marks, answer) => {
    expect(seasonAnswer(scores(marks))).toBe(answer);
  });
});

test("the rolling mean begins at the fifth game and stays with its interval between 0 and 20", () => {
  expect(rollingMeans(scores("pmpp"))).toEqual([null, null, null, null]);
  expect(rollingMeans(scores("ppppp")).at(-1)).toEqual({ mean: 20, low: 20, high: 20 });
  const [last] = rollingMeans(scores("pppmx")).slice(-1);
  // A deviation of 8.944, so 1.533 times 4 to either side.
  expect(last?.mean).toBe(14);
  expect(last?.low).toBeCloseTo(14 - 6.132, 2);
  expect(last?.high).toBe(20);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0 as const, 10 as const, 20 as const)), (list) => {
      const means = rollingMeans(list);
      expect(means).toHaveLength(list.length);
      for (const mean of means)
        if (mean)
          expect([
            0 <= mean.low,
            mean.low <= mean.mean,
            mean.mean <= mean.high,
            mean.high <= 20,
          ]).not.toContain(false);
    }),
  );
});

test("games stand by date inside the chart, each with room for a target of 24 px", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 }), (days) => {
      const games = days
        .sort((a, b) => a - b)
        .map((day) => ({ date: new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10) }));
      // In pixels of the narrowest chart, which is 27 px a game.
      const places = placesOf(games).map((percent) => (percent / 100) * games.length * 27);
      const rounding = games.length * 0.027 + 1e-6;
      for (const [index, place] of places.entries()) {
        expect(place).toBeGreaterThanOrEqual(12 - rounding);
        expect(place).toBeLessThanOrEqual(games.length * 27 - 12 + rounding);
        if (index > 0) expect(place - (places[index - 1] ?? 0)).toBeGreaterThanOrEqual(24 - rounding);
      }
    }),
  );
});
