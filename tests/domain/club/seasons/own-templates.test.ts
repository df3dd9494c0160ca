import fc from "fast-check";
import { expect, test } from "vitest";
import {
  nameWithoutYear,
  type OwnTemplate,
  seasonFromOwn,
  weeksOf,
} from "#app/domain/club/seasons/seasons.ts";

const template: OwnTemplate = {
  ...{ id: "t", name: "Fall League", description: "Saturdays", sport: "Soccer", seasonName: "Fall" },
  ...{ startsOn: "2026-09-05", endsOn: "2026-11-21", plannedGames: 48, allTeams: false, teamIds: ["a"] },
};
const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();
const dayOfYear = (day: string) =>
  (Date.parse(`${day}T00:00:00Z`) - Date.parse(`${day.slice(0, 4)}-01-01T00:00:00Z`)) / 86_400_000;

// product/seasons.md#season-templates
test("a season's name loses its year", () => {
  for (const [name, without] of [
    ["Fall 2026", "Fall"],
    ["2026 Fall League", "Fall League"],
    ["Season 2026/27", "Season"],
    ["Season 2026-2027", "Season"],
    ["U19 Cup", "U19 Cup"],
    ["2026", "2026"],
  ])
    expect(nameWithoutYear(name ?? "")).toBe(without);
});

test("its next season has the same days, weekday by weekday, in the year to come", () => {
  expect(seasonFromOwn(template, "2026-08-01")).toMatchObject({ name: "Fall 2026", startsOn: "2026-09-05" });
  expect(seasonFromOwn(template, "2026-11-26")).toEqual({
    ...{ name: "Fall 2027", startsOn: "2027-09-04", endsOn: "2027-11-20", description: "Saturdays" },
    ...{ plannedGames: 48, allTeams: false, teamIds: ["a"] },
  });
  expect(weeksOf(template)).toBe(11);
});

test("however late it is used, it begins after today, within a year, on its weekday and near its date", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 * 365 }), (days) => {
      const today = new Date(Date.parse("2026-09-05") + days * 86_400_000).toISOString().slice(0, 10);
      const next = seasonFromOwn(template, today);
      expect(next.startsOn > today).toBe(true);
      expect(Date.parse(next.startsOn) - Date.parse(today)).toBeLessThan(374 * 86_400_000);
      expect(weekday(next.startsOn)).toBe(weekday(template.startsOn));
      expect(Math.abs(dayOfYear(next.startsOn) - dayOfYear(template.startsOn))).toBeLessThanOrEqual(5);
      expect(weeksOf(next)).toBe(weeksOf(template));
    }),
  );
});
