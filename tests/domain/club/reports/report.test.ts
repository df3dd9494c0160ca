import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beliefLabel,
  comparisonLabel,
  estimatesLabel,
  improvementLabel,
  shareLabel,
  worseLabel,
} from "#app/domain/club/reports/labels.ts";
import {
  benchmarkOf,
  compared,
  comparedTeams,
  estimatesOf,
  gradeOf,
  gradeOfMonth,
  improvementOf,
  insightsOf,
  NOTHING,
  needsAttention,
  shareOf,
  teamReports,
} from "#app/domain/club/reports/report.ts";
import { comparedSeason, readReportFilters, reportAddress } from "#app/domain/club/reports/report-filters.ts";
import { seasonOf } from "#app/domain/values/half-years.ts";

const games = (perfect: number, minor = 0, major = 0) => {
  const rated = perfect + minor + major;
  return { ...NOTHING, played: rated, rated, perfect, minor, major, points: 20 * perfect + 10 * minor };
};
const halves = (recent: [number, number], before: [number, number]) => ({
  recent: { rated: recent[0], points: recent[1] },
  before: { rated: before[0], points: before[1] },
});

// product/reports.md#reports
describe("a share", () => {
  test("a share is shown from five games on, with the interval that holds it", () => {
    expect(shareOf(4, 4)).toBeNull();
    expect(shareOf(28, 37)).toMatchObject({ part: 28, whole: 37 });
    expect(shareLabel(shareOf(28, 37), 28, 37)).toBe("28 of 37 rated games, 76% (likely 60% to 87%)");
    expect(shareLabel(shareOf(3, 4), 3, 4)).toBe("3 of 4 rated games: too few to say more");
    expect(shareLabel(shareOf(0, 0), 0, 0)).toBe("No rated games yet");
  });

  test("a share lies inside its interval, which narrows with more games", () => {
    const some = fc
      .integer({ min: 5, max: 2000 })
      .chain((whole) => fc.tuple(fc.nat(whole), fc.constant(whole)));
    fc.assert(
      fc.property(some, ([part, whole]) => {
        const one = shareOf(part, whole);
        const more = shareOf(part * 4, whole * 4);
        if (!one || !more) throw new Error("no share");
        expect(one.low).toBeGreaterThanOrEqual(0);
        expect(one.high).toBeLessThanOrEqual(1);
        expect(one.low).toBeLessThanOrEqual(one.share + 1e-9);
        expect(one.high).toBeGreaterThanOrEqual(one.share - 1e-9);
        expect(more.high - more.low).toBeLessThan(one.high - one.low);
      }),
    );
  });
});

describe("the improvement", () => {
  test("the improvement compares two times 30 days, in percent, and is never below 0", () => {
    expect(improvementOf(halves([10, 180], [10, 150]))).toEqual({ rate: 20, fell: false });
    expect(improvementOf(halves([10, 150], [10, 180]))).toEqual({ rate: 0, fell: true });
  });
  test("the improvement has one verdict in its words, the intervals'; the rate stands behind it as what it is", () => {
    expect(improvementLabel(halves([12, 240], [13, 210]))).toBe(
      "No clear change: 20.0 points a game in 12 games of the last 30 days, 16.2 in 13 of the 30 before (improvement rate 24%; chance alone may explain it).",
    );
    expect(improvementLabel(halves([40, 760], [40, 500]))).toMatch(/^Better: .*\(improvement rate 52%\)\.$/);
    expect(improvementLabel(halves([40, 500], [40, 760]))).toMatch(
      /^Worse: 12\.5 .*\(improvement rate 0%: it fell\)\.$/,
    );
  });
  test("the improvement is not given for fewer than five games on either side, nor beside nothing", () => {
    expect(improvementOf(halves([4, 80], [10, 150]))).toBeNull();
    expect(improvementOf(halves([10, 150], [4, 0]))).toBeNull();
    expect(improvementOf(halves([5, 100], [5, 0]))).toBeNull();
    expect(improvementLabel(halves([4, 80], [10, 150]))).toBe(
      "4 rated games in the last 30 days, 10 in the 30 before: too few to compare.",
    );
  });
});

test("an average is good from 18, fair from 15; a month's from 17", () => {
  expect([18, 17.9, 15, 14.9].map(gradeOf)).toEqual(["good", "warning", "warning", "bad"]);
  expect([17, 16.9, 15, 14.9].map(gradeOfMonth)).toEqual(["good", "warning", "warning", "bad"]);
});

test("estimates follow the documents' formulas, and stop at what is possible, which they say", () => {
  expect(estimatesOf(games(5, 5), 20, null)).toEqual({
    finish: { formula: 17, value: 17 },
    perfect: { formula: 55, value: 55 },
    returnOnInvestment: (15 / 15.2) * 200,
  });
  expect(estimatesOf(games(10), 50, null)).toMatchObject({
    finish: { formula: 25, value: 20 },
    perfect: { formula: 105, value: 100 },
  });
  expect(estimatesOf(games(4), 0, null)).toBeNull();
  // Two games left of a season cannot bring 15.0 beyond 15.8, nor half beyond 7 of 12.
  const { finish, perfect } = estimatesOf(games(5, 5), 20, 2) as NonNullable<ReturnType<typeof estimatesOf>>;
  expect([finish.value, perfect.value]).toEqual([190 / 12, 55]);
  expect(estimatesOf(games(5, 5), 20, 0)).toMatchObject({ finish: { value: 15 }, perfect: { value: 50 } });
  expect(estimatesLabel(games(5, 5), 20, 2)).toBe(
    "Estimated finish, in points a game: 15.8 (the most that the games left allow; the formula gives 17.0). Estimated perfect games: 55%. Estimated return on investment: 197%.",
  );
  expect(estimatesLabel(games(10), 0, null)).toContain("100% (the most there is; the formula gives 105%)");
});

describe("two seasons", () => {
  const month = (teamId: string, tally: ReturnType<typeof games>) => ({
    ...{ ...tally, teamId, month: "", lastGame: "2026-05-01" },
  });
  test("two seasons have one verdict, which needs more than chance and five rated games in both", () => {
    expect(compared(games(5, 35), games(35, 5)).verdict).toBe("worse");
    expect(compared(games(35, 5), games(5, 35)).verdict).toBe("better");
    expect(compared(games(6, 6), games(8, 4)).verdict).toBe("unclear");
    expect(compared(games(4), games(35, 5)).verdict).toBeNull();
    expect(comparisonLabel(compared(games(6, 6), games(8, 4)), "Fall 2026", "Spring 2026")).toBe(
      "No clear change: 15.0 points a game (likely 9.4 to 18.2) in Fall 2026, 16.7 (likely 11.0 to 19.1) in Spring 2026: chance alone may explain the difference.",
    );
    expect(comparisonLabel(compared(games(4), games(8, 4)), "Fall 2026", "Spring 2026")).toBe(
      "Too few games to say: 4 rated games in Fall 2026, 12 in Spring 2026.",
    );
  });
  test("two seasons name the team that got worse, or that none clearly did and which fell the most", () => {
    const teams = teamReports(
      ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase(), archived: false })),
      [month("a", games(12)), month("b", games(6, 6)), month("c", games(3))],
      new Map(),
    );
    const all = comparedTeams(teams, [
      month("a", games(6, 6)),
      month("b", games(8, 4)),
      month("c", games(9)),
      month("gone", games(9)),
    ]);
    expect(all.map(({ name, verdict }) => [name, verdict])).toEqual([
      ["B", "unclear"],
      ["A", "unclear"],
      ["C", null],
    ]);
    expect(worseLabel(all, "Spring 2026")).toBe(
      "No team clearly got worse than in Spring 2026. B fell the most, from 16.7 to 15.0 points a game, which chance alone may explain.",
    );
    const same = comparedTeams(teams, [month("a", games(12)), month("b", games(5, 7))]);
    expect(worseLabel(same, "Spring 2026")).toBe(
      "No team's average fell against Spring 2026. The lowest is that of B: 15.0 points a game, 14.2 before.",
    );
    const clear = comparedTeams(teams, [month("b", games(60)), month("a", games(12))]);
    expect(worseLabel(clear, "Spring 2026")).toBe("Worse than in Spring 2026: B.");
  });
  test("two seasons are those of the address, else the one before; a club without seasons has the half before", () => {
    const season = (id: string, from: string, to: string) => ({
      ...{ id, name: id, from, to, teamIds: null as string[] | null, plannedGames: null },
    });
    const seasons = [
      season("fall", "2026-08-01", "2026-12-31"),
      season("spring", "2026-01-01", "2026-06-30"),
      season("old", "2025-08-01", "2025-12-31"),
    ];
    const at = (query: string, own = seasons) => {
      const { filters } = readReportFilters(new URLSearchParams(query), "2026-11-26", {
        seasons: own,
        current: own[0],
      });
      return comparedSeason(filters, own)?.name;
    };
    expect(at("")).toBe("spring");
    expect(at("season=spring")).toBe("old");
    expect(at("season=old")).toBeUndefined();
    expect(at("compare=old")).toBe("old");
    expect(at("season=fall&compare=fall")).toBe("spring");
    expect(at("range=year&compare=old")).toBeUndefined();
    expect(at("", [])).toBe("Spring 2026");
    // The season with the most of the same teams, not the latest.
    const cup = { ...season("cup", "2026-07-01", "2026-07-31"), teamIds: ["a"] };
    expect(at("", [...seasons.slice(0, 1), cup, ...seasons.slice(1)])).toBe("spring");
  });
});

test("whether an average is believable is said by what the missing results could make of it", () => {
  expect(beliefLabel({ ...games(28, 8, 1), played: 49 })).toBe(
    "With care: 37 of 49 games have a result that counts (76%). Whatever the 12 others were, the average of all lies between 13.1 and 18.0.",
  );
  expect(beliefLabel(games(9))).toBe("Yes: 9 games played, each with a result.");
  expect(beliefLabel({ ...games(5), played: 20 })).toMatch(/^Not yet: /);
});

test("insights need more than 40% and more than half of the games", () => {
  expect(insightsOf(games(2, 3))).toEqual([]);
  expect(insightsOf(games(3, 4)), "an average of 14.3 needs attention").toEqual([]);
  expect(insightsOf(games(5, 5))).toEqual(["excellent-pattern"]);
  expect(insightsOf(games(6, 5))).toEqual(["excellent-pattern", "consistency"]);
  expect(insightsOf(games(4))).toEqual([]);
});

test("a region is measured from five clubs on, else the reference", () => {
  const totals = { clubs: 5, ratedGames: 100, totalScore: 1_700, perfectGames: 60 };
  expect(benchmarkOf(totals)).toEqual({ clubs: 5, average: 17, perfectShare: 0.6 });
  expect(benchmarkOf({ ...totals, clubs: 4 })).toEqual({ clubs: null, average: 15.2, perfectShare: 0.45 });
  expect(benchmarkOf(null).clubs).toBeNull();
});

test("teams with the lowest average stand first, those without one last; archived ones only with games", () => {
  const month = (teamId: string, tally: ReturnType<typeof games>) => ({
    ...tally,
    teamId,
    month: "2026-11",
    lastGame: "2026-11-21",
  });
  const teams = ["a", "b", "c", "d"].map((id) => ({ id, name: id.toUpperCase(), archived: id > "b" }));
  const rows = teamReports(
    teams,
    [month("b", games(5, 1)), month("c", games(1, 5))],
    new Map([["c", [20, 10, 10, 20, 20, 20]]]),
  );
  expect(rows.map(({ name, average, trend }) => [name, average, trend])).toEqual([
    ["C", 70 / 6, "up"],
    ["B", 110 / 6, "stable"],
    ["A", null, "stable"],
  ]);
  expect(rows.filter(needsAttention).map(({ name }) => name)).toEqual(["C"]);
});

describe("the filters", () => {
  const today = "2026-11-26";
  const read = (query: string) => readReportFilters(new URLSearchParams(query), today);
  test("the filters start with the running season", () => {
    expect(read("").filters).toMatchObject({ tab: "overview", from: "2026-08-01", to: "2026-12-31" });
    expect(seasonOf("2026-07-31").name).toBe("Spring 2026");
    expect(seasonOf("2026-08-01").name).toBe("Fall 2026");
  });
  test("the filters are days up to today, both included", () => {
    expect(read("range=month").filters).toMatchObject({ from: "2026-10-28", to: today });
    expect(read("range=year").filters).toMatchObject({ from: "2025-11-27", to: today });
  });
  test("fall back with a notice where they are not understood", () => {
    expect(read("range=own&from=2026-11-02&to=2026-11-01")).toMatchObject({
      filters: { range: "season" },
      notices: ["The first day is after the last day: showing the running season."],
    });
    expect(read("range=own&from=2026-02-30&to=x").notices).toHaveLength(1);
    expect(read("tab=money").notices).toEqual(["Unknown tab: showing the usual one."]);
  });
  test("lead back to themselves through an address", () => {
    for (const query of ["", "tab=trends&range=year", "team=t1&range=own&from=2026-01-01&to=2026-02-01"]) {
      const { filters } = read(query);
      const [, again = ""] = reportAddress(filters).split("?");
      expect(read(again).filters).toEqual(filters);
    }
  });
});
