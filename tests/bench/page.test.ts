import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withMeasured } from "../../bench/page.ts";
import { lineOf } from "../../bench/table.ts";

const row = (area: string) => ({
  area,
  what: `what ${area} takes`,
  unit: "ms",
  better: "less" as const,
  floor: 10,
  goal: 2,
  measure: async () => ({ figure: 1 }),
});
const page =
  "before\n<!-- bench: pages -->\nold\n<!-- /bench -->\n<!-- bench: mail -->\nkept\n<!-- /bench -->\nafter\n";

test("a measured area is written into its block, and the rest of the page stays", () => {
  const filled = withMeasured(page, [lineOf(row("pages"), { figure: 1 })], "Commit abc; a machine.");
  expect(filled).toMatch(/^before\n<!-- bench: pages -->\n\nCommit abc; a machine\./);
  // Padded, so that the formatter leaves the page unchanged.
  expect(filled).toContain("| what             | figure | floor | goal | met  | note |\n| ----------------");
  expect(filled).toContain("| what pages takes | 1 ms   | ≤ 10  | ≤ 2  | goal |      |");
  expect(filled).not.toContain("old");
  expect(filled).toContain("<!-- bench: mail -->\nkept\n<!-- /bench -->\nafter\n");
});

test("a row that could not be measured is written as failed", () => {
  expect(withMeasured(page, [lineOf(row("pages"), null)], "")).toContain("| failed |");
});

test("results of an area without a block are not lost", () => {
  expect(() => withMeasured(page, [lineOf(row("sign-in"), { figure: 1 })], "")).toThrow("'sign-in'");
});

test("the page has the worst rows of a large area, and says how many there are", () => {
  const lines = Array.from({ length: 200 }, (_, n) =>
    lineOf({ ...row("pages"), what: `/address-${n}` }, { figure: n }),
  );
  const filled = withMeasured(page, [...lines, lineOf(row("pages"), null)], "");
  expect(filled).toContain("| failed |");
  expect(filled).toMatch(/\| \/address-199 +\|/);
  expect(filled).not.toMatch(/\| \/address-170 +\|/);
  expect(filled).toContain("171 more: 171 ms or better.");
});

test("every area has a block on the page", () => {
  const rows = new URL("../../bench/rows/", import.meta.url);
  const areas = readdirSync(rows).flatMap((file) =>
    [...readFileSync(new URL(file, rows), "utf8").matchAll(/\barea: "([a-z-]+)"/g)].map(
      ([, area]) => area ?? "",
    ),
  );
  const text = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
  expect(areas.length).toBeGreaterThan(10);
  expect(areas.filter((area) => !text.includes(`<!-- bench: ${area} -->`))).toEqual([]);
});
