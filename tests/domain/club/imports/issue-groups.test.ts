import { expect, test } from "vitest";
import { groupIssues } from "#app/domain/club/imports/issue-groups.ts";

const row = (line: number, text: string, level: "error" | "warning" = "warning") => ({
  row: { line },
  issues: [{ level, text }],
});

test("forty equal problems are one line with the file's own line numbers", () => {
  const lines = [
    ...Array.from({ length: 17 }, (_, n) => n + 2),
    ...Array.from({ length: 23 }, (_, n) => n + 20),
  ];
  const other = "A game of other clubs: row skipped";
  expect(groupIssues(lines.map((line) => row(line, other)))).toEqual([
    { level: "warning", text: other, examples: [], rowCount: 40, lines: "2-18, 20-42" },
  ]);
});

test("problems that differ in what they quote are one line with a few examples; errors come first", () => {
  const wrong = (line: number, date: string) => row(line, `Date "${date}" cannot be read`, "error");
  const [first, second] = groupIssues([
    row(2, "The same game as on line 1"),
    row(3, "The same game as on line 2"),
    ...["soon", "later", "never", "maybe"].map((text, index) => wrong(10 + 2 * index, text)),
  ]);
  expect(first).toEqual({
    level: "error",
    text: 'Date "\u2026" cannot be read',
    examples: ['"soon"', '"later"', '"never"'],
    rowCount: 4,
    lines: "10, 12, 14, 16",
  });
  expect(second).toMatchObject({ text: "The same game as on line \u2026", rowCount: 2, lines: "2-3" });
});

test("a long list of lines ends with how many more there are", () => {
  const many = Array.from({ length: 30 }, (_, n) => row(2 * n, "x"));
  expect(groupIssues(many)[0]?.lines).toMatch(/, 22 and 18 more$/);
});
