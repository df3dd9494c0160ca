import { expect, onTestFinished, test } from "vitest";
import { contactFields, matchContactColumns } from "#app/domain/club/contacts-import/contact-columns.ts";
import { commasOfRows, readContactRow } from "#app/domain/club/contacts-import/read-contact-row.ts";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { countCharacters } from "#tests/support/characters-read.ts";
import { runs } from "#tests/support/runs.ts";

/** Enough to tell: quadratic work reads each character two thousand times. */
const CHARACTERS = 4 * 1024;
/** Most reads of each character of a cell; the names of the adults are compared with each child's. */
const OFTEN = 60;
const PARTS = [
  " ",
  "\n",
  ",",
  ";",
  "&",
  "/",
  "|",
  " and ",
  " + ",
  "a",
  "A b",
  "a@x.example",
  ", Jr.",
  "van ",
  "é",
];

/** Every one and two of these; in `npm test` every one, and each as the first and as the second of some. */
const repeated = PARTS.flatMap((one, index) => [
  one,
  ...PARTS.filter((_, other) => (index + other) % runs(4, 1) === 0).map((two) => one + two),
]);

// product/security.md#security
test("4 kB of any repeated few characters in every cell are read in linear time", () => {
  const counting = countCharacters();
  onTestFinished(() => counting.stop());
  const found: string[] = [];
  for (const part of repeated) {
    const text = part.repeat(Math.ceil(CHARACTERS / part.length)).slice(0, CHARACTERS);
    const cells = Object.fromEntries(contactFields.map((field) => [field, text]));
    const row = { line: 2, shape: "whole" as const, cells };
    const lookup = {
      matcher: teamMatcher(["Lakeside Youth Soccer"], []),
      choices: {},
      teamIds: new Set<string>(),
      season: "Fall 2026",
      has: { parentName: true, child: true, team: true, age: true },
      commas: commasOfRows([row]),
      oneName: false,
    };
    readContactRow(row, lookup);
    readContactRow({ ...row, cells: { ...cells, role: "", status: "" } }, { ...lookup, commas: "list" });
    if (counting.read() > OFTEN * CHARACTERS * contactFields.length) found.push(part);
  }
  expect(found).toEqual([]);
});

test("a header of any length is read in linear time", () => {
  const counting = countCharacters();
  onTestFinished(() => counting.stop());
  for (const part of repeated) matchContactColumns([part.repeat(CHARACTERS)]);
  expect(counting.read() / repeated.length).toBeLessThan(OFTEN * CHARACTERS);
});
