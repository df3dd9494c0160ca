import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accessTable, requirementTable } from "../../scripts/security/tables.ts";
import { protections } from "../protections.ts";
import { requirements } from "./requirements.ts";

const root = new URL("../..", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
// The formatter pads the cells.
const unpadded = (table: string) => table.replace(/ +/g, " ").replace(/-{3,}/g, "---");

/** Every numbered item of the measure: each has a row, or a reason why there is none. */
const NUMBERS =
  `1.2.1 1.2.2 1.2.4 1.2.10 1.3.6 1.3.7 1.3.11 1.3.12 2.2.1 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1 15.3.3 15.3.6
  3.2.1 3.3 3.4.1 3.4.3 3.4.4 3.4.5 3.4.6 3.4.8 3.5.1 3.5.3 3.7.2 4.1.3 4.1.4 14.3.2 14.3.1
  5.2.1 5.2.2 5.2.3 5.2.4 5.3.1 5.4.1
  6.2.1 6.2.3 6.2.4 6.2.7 6.3.1 6.3.2 6.3.3 6.3.7 6.4.1 6.4.6 7.2 7.3 7.4 7.4.5 7.5.2 11.5.1
  8.2.1 8.2.2 8.2.3 8.3.2 8.4.1`.split(/\s+/);

test("every numbered item has a row, once", () => {
  const items = requirements.map(({ item }) => item);
  expect(NUMBERS.filter((number) => !items.includes(number))).toEqual([]);
  expect(items.filter((item, index) => items.indexOf(item) !== index)).toEqual([]);
});

test("every row names a test that exists, and what makes it fail", () => {
  const holds = new Set(protections.map((protection) => protection.holds));
  const wrong = requirements.flatMap((row) => {
    if ("missing" in row) return [];
    const problems: string[] = [];
    if (!read(`tests/${row.file}`).includes(row.title)) problems.push(`no '${row.title}' in ${row.file}`);
    if (!row.seenRed.startsWith("no line to take out: ") && !holds.has(row.seenRed))
      problems.push(`no protection '${row.seenRed}'`);
    return problems.map((problem) => `${row.item}: ${problem}`);
  });
  expect(wrong).toEqual([]);
});

test("`npm run requirements` has a row for every item", () => {
  const rows = requirementTable().split("\n").slice(2);
  expect(rows).toHaveLength(requirements.length);
  expect(rows).toContain(
    "| Database: durability | What was answered survives a power cut (synchronous=FULL on every handle) | `tests/db/engine.test.ts`: a file has our pragmas | without: a commit is on the disk before it is acknowledged (synchronous=FULL) |",
  );
});

test("`npm run access` has a row for each address that is not for everybody", () => {
  const table = unpadded(accessTable());
  expect(table).toContain(
    "\n| GET `/dashboard` | · | · | yes | yes | yes | yes | yes | yes | yes | left | left | paused | · | yes | yes | · | · | · |",
  );
  expect(table).toContain(
    "\n| POST `/teams/new` | · | · | 403 | 403 | 403 | 403 | 403 | yes | yes | left | left | paused | · | 403 | yes | · | · | · |",
  );
  expect(table).not.toContain("`/tour`");
});
