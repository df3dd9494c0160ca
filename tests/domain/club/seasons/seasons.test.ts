import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextAgeGroup } from "#app/domain/club/seasons/roll-overs.server.ts";
import { bestImprovements, improvementOfTeam, seasonTotals } from "#app/domain/club/seasons/season-report.ts";
import {
  beginsNewYear,
  copyShift,
  currentSeason,
  gapsOf,
  holdsGame,
  overlapOf,
  progressOf,
  proposedSeason,
  type SeasonSpan,
  seasonFromTemplate,
  seasonStatus,
  seasonTemplates,
  weeksBetween,
} from "#app/domain/club/seasons/seasons.ts";
import { addDays, isDay } from "#app/domain/values/days.ts";
import { dateAt } from "#app/domain/values/times.ts";

const teams = ["hawks", "otters", "lynxes"];
const day = fc.integer({ min: 0, max: 400 }).map((days) => addDays("2027-10-01", days));
const span: fc.Arbitrary<SeasonSpan> = fc
  .record({
    startsOn: day,
    days: fc.integer({ min: 0, max: 120 }),
    teamIds: fc.subarray(teams, { minLength: 1 }),
    allTeams: fc.boolean(),
  })
  .map(({ startsOn, days, teamIds, allTeams }) => ({
    startsOn,
    endsOn: addDays(startsOn, days),
    allTeams,
    teamIds: allTeams ? [] : teamIds,
  }));
/** Seasons as a club has them: each was refused where it overlapped one before. */
const seasons = fc.array(span, { maxLength: 12 }).map((wanted) => {
  const kept: SeasonSpan[] = [];
  for (const one of wanted) if (!overlapOf(one, kept)) kept.push(one);
  return kept;
});

// product/seasons.md#seasons
describe("a season's status follows its dates", () => {
  const season = { startsOn: "2026-09-01", endsOn: "2026-11-30", archivedAt: null };

  test("both ends belong to a season", () => {
    const on = (today: string) => seasonStatus(season, today);
    expect(["2026-08-31", "2026-09-01", "2026-11-30", "2026-12-01"].map(on)).toEqual([
      "upcoming",
      "active",
      "active",
      "completed",
    ]);
    expect(seasonStatus({ ...season, archivedAt: "2026-12-02T00:00:00.000Z" }, "2026-12-02")).toBe(
      "archived",
    );
  });

  test("statuses partition time: upcoming, then active, then completed, without a day between", () => {
    fc.assert(
      fc.property(span, ({ startsOn, endsOn }) => {
        const days = Array.from({ length: 500 }, (_, index) => addDays("2027-09-15", index + 0));
        const order = days.map((today) =>
          ["upcoming", "active", "completed"].indexOf(
            seasonStatus({ startsOn, endsOn, archivedAt: null }, today),
          ),
        );
        expect([...order].sort((a, b) => a - b)).toEqual(order);
        const active = days.filter((today) => startsOn <= today && today <= endsOn);
        expect(order.filter((state) => state === 1)).toHaveLength(active.length);
      }),
      { numRuns: 50 },
    );
  });

  test("the day is the club's: at one moment it is over in Honolulu's tomorrow, and runs in Honolulu", () => {
    const moment = new Date("2026-12-01T06:00:00.000Z");
    expect(seasonStatus(season, dateAt(moment, "America/New_York"))).toBe("completed");
    expect(seasonStatus(season, dateAt(moment, "Pacific/Honolulu"))).toBe("active");
  });

  test("a leap day, and the days on which clocks change, belong to the season around them", () => {
    const leap: SeasonSpan = { startsOn: "2028-02-29", endsOn: "2028-03-12", allTeams: true, teamIds: [] };
    for (const date of ["2028-02-29", "2028-03-12"])
      expect(holdsGame(leap, { teamId: "hawks", date })).toBe(true);
    expect(holdsGame(leap, { teamId: "hawks", date: "2028-03-13" })).toBe(false);
    // In New York March 12, 2028 has 23 hours: its last moment is still its own day.
    expect(dateAt(new Date("2028-03-13T03:59:59.000Z"), "America/New_York")).toBe("2028-03-12");
    expect(gapsOf([leap]).map(({ from, to }) => [from, to])).toEqual([
      [null, "2028-02-28"],
      ["2028-03-13", null],
    ]);
  });
});

describe("seasons do not overlap for one team", () => {
  const all = (startsOn: string, endsOn: string): SeasonSpan => ({
    startsOn,
    endsOn,
    allTeams: true,
    teamIds: [],
  });
  const of = (startsOn: string, endsOn: string, ...teamIds: string[]): SeasonSpan => ({
    ...{ startsOn, endsOn, teamIds },
    allTeams: false,
  });

  test("one shared day is enough, and only for a team of both", () => {
    const fall = of("2026-09-01", "2026-11-30", "hawks", "otters");
    expect(overlapOf(of("2026-11-30", "2027-01-01", "otters"), [fall])?.teamIds).toEqual(["otters"]);
    expect(overlapOf(of("2026-12-01", "2027-01-01", "otters"), [fall])).toBeNull();
    expect(overlapOf(of("2026-10-01", "2026-10-02", "lynxes"), [fall])).toBeNull();
    expect(overlapOf(all("2026-01-01", "2026-09-01"), [fall])?.teamIds).toEqual(["hawks", "otters"]);
    expect(overlapOf(all("2026-01-01", "2026-09-01"), [all("2026-09-01", "2026-09-01")])?.teamIds).toBe(
      "all",
    );
  });

  test("a game is in at most one season, and in a gap exactly if it is in none", () => {
    fc.assert(
      fc.property(seasons, day, fc.constantFrom(...teams), (own, date, teamId) => {
        const holding = own.filter((season) => holdsGame(season, { teamId, date }));
        expect(holding.length).toBeLessThanOrEqual(1);
        const gaps = gapsOf(own).filter(
          ({ from, to, butFor }) =>
            (from === null || from <= date) && (to === null || date <= to) && !butFor.includes(teamId),
        );
        expect(gaps).toHaveLength(own.length > 0 && holding.length === 0 ? 1 : 0);
      }),
      { numRuns: 500 },
    );
  });
});

test("a copy is whole years of 52 weeks later, so that weekdays stay, until it is still to come", () => {
  const shift = copyShift({ startsOn: "2024-09-01" }, "2026-11-26");
  expect(shift % 364).toBe(0);
  expect(addDays("2024-09-01", shift)).toBe("2027-08-29");
  expect(weeksBetween("2026-09-01", "2027-08-30")).toBe(52 * 7);
});

test("a new season is proposed after the latest, under a name that is free", () => {
  expect(proposedSeason([], "2026-11-26")).toEqual({
    name: "Fall 2026",
    startsOn: "2026-08-01",
    endsOn: "2026-12-31",
  });
  const fall = { name: "Fall 2026", endsOn: "2026-12-20" };
  expect(proposedSeason([fall], "2026-11-26")).toEqual({
    name: "Spring 2027",
    startsOn: "2027-01-01",
    endsOn: "2027-07-31",
  });
});

test("a template makes a season that is still to come, whatever the day", () => {
  fc.assert(
    fc.property(fc.constantFrom(...seasonTemplates), day, (template, today) => {
      const made = seasonFromTemplate(template, 4, today);
      expect(made.startsOn > today && isDay(made.startsOn) && isDay(made.endsOn)).toBe(true);
      expect(made.plannedGames).toBe(template.games * 4);
    }),
  );
});

test("the running season is shown first, else the latest that began, else the next", () => {
  const [first, second] = [
    { from: "2026-01-01", to: "2026-03-31" },
    { from: "2026-06-01", to: "2026-08-31" },
  ];
  const at = (today: string) => currentSeason([first, second], today);
  expect(["2025-12-31", "2026-02-01", "2026-05-01", "2026-06-01", "2027-01-01"].map(at)).toEqual([
    first,
    first,
    first,
    second,
    second,
  ]);
  expect(currentSeason([], "2026-01-01")).toBeUndefined();
});

test("progress is against the planned games, and 50 only where none are", () => {
  expect(progressOf({ played: 12, scheduled: 48, planned: null })).toMatchObject({ of: 48, share: 0.25 });
  expect(progressOf({ played: 12, scheduled: 20, planned: 60 })).toMatchObject({ of: 60, assumed: false });
  expect(progressOf({ played: 0, scheduled: 0, planned: null })).toMatchObject({ of: 50, assumed: true });
});

describe("a season's report", () => {
  const team = (name: string, scores: number[]) => ({
    ...{
      teamId: name,
      name,
      ageGroup: "U-10",
      archived: false,
      scheduled: scores.length,
      played: scores.length,
    },
    scores,
  });

  test("improvement compares halves of five rated games or more; fewer are too few to say", () => {
    const nine = team("Nine", [0, 0, 0, 0, 20, 20, 20, 20, 20]);
    expect(improvementOfTeam(nine)).toBeNull();
    const eleven = team("Eleven", [10, 10, 10, 10, 10, 0, 20, 20, 20, 20, 20]);
    expect(improvementOfTeam(eleven)).toMatchObject({ first: 10, second: 20, games: 5 });
    const worse = team("Worse", [20, 20, 20, 20, 20, 10, 10, 10, 10, 10]);
    expect(bestImprovements([nine, eleven, worse])).toMatchObject({
      best: [{ name: "Eleven" }],
      compared: 2,
    });
  });

  test("totals are what the teams add up to", () => {
    expect(seasonTotals([team("A", [20, 10]), team("B", [0])])).toMatchObject({
      rated: 3,
      average: 10,
      perfect: 1,
      minor: 1,
      major: 1,
    });
    expect(seasonTotals([]).average).toBeNull();
  });
});

test.each([
  ["fall to spring", "2026-08-22", "2027-03-01", false],
  ["spring to fall", "2027-03-01", "2027-08-22", true],
  ["spring to a season from August 1", "2027-03-01", "2027-08-01", true],
  ["spring to a season from July 31", "2027-03-01", "2027-07-31", false],
  ["a full year from August 1 to the next", "2026-08-01", "2027-08-01", true],
  ["winter over New Year", "2026-12-01", "2027-03-01", false],
])("a new seasonal year begins on August 1: %s", (_, old, next, begins) => {
  expect(beginsNewYear({ startsOn: old }, { startsOn: next })).toBe(begins);
});

test("an age group up; nobody becomes an adult by a roll-over", () => {
  expect(["U-6", "U-12", "U-18", "U-19", "Adult"].map(nextAgeGroup)).toEqual([
    "U-7",
    "U-13",
    "U-19",
    "U-19",
    "Adult",
  ]);
});
