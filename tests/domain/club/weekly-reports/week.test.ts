import { expect, test } from "vitest";
import { isReportTime, nextReportTime, reportWeeks, weekOf } from "#app/domain/club/weekly-reports/week.ts";

const TEXAS = "America/Chicago";

test("a week runs from Monday to Sunday", () => {
  const week = { from: "2026-11-16", to: "2026-11-22" };
  expect(weekOf("2026-11-16")).toEqual(week);
  expect(weekOf("2026-11-22")).toEqual(week);
  expect(weekOf("2026-11-23")).toEqual({ from: "2026-11-23", to: "2026-11-29" });
});

test("a report tells of the last whole week of the club's calendar", () => {
  // Monday 3 AM in UTC is still Sunday evening in Texas.
  const sunday = reportWeeks(new Date("2026-11-23T03:00:00.000Z"), TEXAS);
  expect(sunday.past).toEqual({ from: "2026-11-09", to: "2026-11-15" });
  const monday = reportWeeks(new Date("2026-11-23T13:00:00.000Z"), TEXAS);
  expect(monday).toEqual({
    past: { from: "2026-11-16", to: "2026-11-22" },
    ahead: { from: "2026-11-23", to: "2026-11-29" },
  });
});

test("reports go out on Monday at 7 AM of the club's clock, also after the clock has changed", () => {
  const next = (at: string) => nextReportTime(new Date(at), TEXAS).toISOString();
  expect(next("2026-11-22T18:00:00.000Z")).toBe("2026-11-23T13:00:00.000Z");
  expect(next("2026-11-23T12:59:59.000Z")).toBe("2026-11-23T13:00:00.000Z");
  expect(next("2026-11-23T13:00:00.000Z")).toBe("2026-11-30T13:00:00.000Z");
  // The clock went forward on Sunday the 8th.
  expect(next("2026-03-07T18:00:00.000Z")).toBe("2026-03-09T12:00:00.000Z");
});

test("only Monday's daytime is the time of reports", () => {
  const is = (at: string) => isReportTime(new Date(at), TEXAS);
  expect(is("2026-11-23T12:59:59.000Z")).toBe(false);
  expect(is("2026-11-23T13:00:00.000Z")).toBe(true);
  expect(is("2026-11-24T01:59:59.000Z")).toBe(true);
  expect(is("2026-11-24T02:00:00.000Z")).toBe(false);
  expect(is("2026-11-24T14:00:00.000Z")).toBe(false);
});
