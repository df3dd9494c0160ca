import { expect, test } from "vitest";
import { withSearch } from "#app/domain/club/search/recent.ts";
import { readSearch } from "#app/domain/club/search/search-query.ts";

// product/pages.md#search
const today = "2026-11-22";
const daysOf = (text: string) => readSearch(text, today).games[0]?.days.map(({ from }) => from);
const wordsOf = (text: string) => readSearch(text, today).games.map(({ words }) => words.join(" "));

test.each([
  ["hawks 14 nov", ["2026-11-14", "2025-11-14", "2027-11-14"]],
  ["Nov 14th", ["2026-11-14", "2025-11-14", "2027-11-14"]],
  ["november 14 2025 hawks", ["2025-11-14"]],
  ["11/14", ["2026-11-14", "2025-11-14", "2027-11-14"]],
  ["11/14/26", ["2026-11-14"]],
  ["2026-11-14", ["2026-11-14"]],
  ["today", ["2026-11-22"]],
  ["hawks tomorrow", ["2026-11-23"]],
  ["sat", ["2026-11-28", "2026-11-21"]],
  ["february 30", ["2026-02-01", "2025-02-01", "2027-02-01"]],
  ["hawks", []],
  ["13/40", []],
])("'%s' names its days", (text, days) => {
  expect(daysOf(text)).toEqual(days);
});

test("a month or a weekday may be a name too", () => {
  expect(wordsOf("sun city")).toEqual(["city", "sun city"]);
  expect(wordsOf("hawks nov 14")).toEqual(["hawks", "hawks nov 14"]);
  expect(wordsOf("hawks vs lions")).toEqual(["hawks lions"]);
});

test.each([
  ["12", 12],
  ["#12", 12],
  ["case 12", 12],
  ["Incident #12", 12],
  ["hawks 12", null],
  ["1234567", null],
])("'%s' asks for the case of a number, or not", (text, number) => {
  expect(readSearch(text, today).caseNumber).toBe(number);
});

test("what cannot be searched has no words, and a long search is cut", () => {
  for (const text of ["", "   ", `"'%_*()-:^`]) expect(readSearch(text, today).words).toEqual([]);
  const long = readSearch("word ".repeat(500), today);
  expect(long.text.length).toBeLessThanOrEqual(100);
  expect(long.words).toHaveLength(6);
  expect(readSearch("R\u00edos O'Brien AND NEAR(x)", today).words).toEqual([
    "rios",
    "obrien",
    "and",
    "near",
    "x",
  ]);
});

test("five searches are remembered, each once, and what is still typed is one", () => {
  let recent: string[] = [];
  for (const text of ["haw", "hawk", "hawks", "lions", "rios", "field 3", "import", "Lions"])
    recent = withSearch(recent, text);
  expect(recent).toEqual(["Lions", "import", "field 3", "rios", "hawks"]);
  expect(withSearch(recent, "li")).toEqual(["li", "import", "field 3", "rios", "hawks"]);
  expect(withSearch(recent, "otters")).toHaveLength(5);
});
