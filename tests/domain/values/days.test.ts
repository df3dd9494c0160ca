import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  daysBetween,
  daysOfMonth,
  isDay,
  isMonth,
  sundayOf,
} from "#app/domain/values/days.ts";

test("a week starts on Sunday", () => {
  const week = ["2026-11-15", "2026-11-16", "2026-11-18", "2026-11-21"];
  expect(week.map(sundayOf)).toEqual(Array(4).fill("2026-11-15"));
  expect(sundayOf("2026-11-22")).toBe("2026-11-22");
  expect(sundayOf("2026-01-01")).toBe("2025-12-28");
});

test("days are counted across months, years and leap days, whatever the clocks do", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysBetween("2026-10-31", "2026-11-02")).toEqual(["2026-10-31", "2026-11-01", "2026-11-02"]);
});

test("months follow each other across years, and end on their last day", () => {
  expect([addMonths("2026-12", 1), addMonths("2026-01", -1), addMonths("2026-05", -17)]).toEqual([
    "2027-01",
    "2025-12",
    "2024-12",
  ]);
  expect(daysOfMonth("2028-02")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(daysOfMonth("2026-11")).toEqual({ from: "2026-11-01", to: "2026-11-30" });
});

test("only a day that exists is a day", () => {
  const edges = ["1899-12-31", "1900-01-01", "2199-12-31", "2200-01-01", "9999-12-31", "0000-01-01"];
  expect(edges.map(isDay)).toEqual([false, true, true, false, false, false]);
  expect(["2026-12", "2026-13", "0000-01", "9999-12", "2026-1"].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  const texts = ["2026-11-21", "2026-02-30", "2026-13-01", "21.11.2026", ""];
  expect(texts.map(isDay)).toEqual([true, false, false, false, false]);
});
