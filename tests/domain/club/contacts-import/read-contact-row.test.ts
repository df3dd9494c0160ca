import { describe, expect, test } from "vitest";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import { readContactRow } from "#app/domain/club/contacts-import/read-contact-row.ts";
import { statusOf } from "#app/domain/club/imports/import-file.ts";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";

const hawks = { id: "hawks", name: "Hawks", ageGroup: "U-12", gender: "Boys", season: "Fall 2026" };
const lookup = {
  matcher: teamMatcher(["Lakeside FC"], [hawks]),
  choices: {},
  teamIds: new Set(["hawks"]),
  season: "Fall 2026",
  has: { parentName: true, child: true, team: true, age: true },
  commas: "unknown" as const,
  oneName: false,
};
const whole = {
  email1: "pat@parents.example",
  name1: "Pat Parker",
  child1: "Max",
  team: "Hawks",
  age1: "U12",
};
function read(
  cells: Partial<Record<ContactField, string>>,
  has: Partial<(typeof lookup)["has"]> = {},
  oneName = false,
) {
  const row = { line: 2, shape: "whole" as const, cells: { ...whole, ...cells } };
  const { issues, ...rest } = readContactRow(row, { ...lookup, has: { ...lookup.has, ...has }, oneName });
  return { ...rest, issues: issues.map(({ text }) => text), status: statusOf(issues) };
}

test("a row is a parent with a child", () => {
  expect(read({})).toMatchObject({
    guardians: [{ name: "Pat Parker", email: "pat@parents.example" }],
    children: [{ name: "Max", teamId: "hawks", ageGroup: "U-12" }],
    status: "valid",
  });
});

describe("the messages of a row", () => {
  test.each<[Partial<Record<ContactField, string>>, string, string]>([
    [{ email1: "" }, "Missing parent email", "error"],
    [{ email1: "pat at home" }, "Invalid email format", "error"],
    [{ name1: "" }, "Missing parent name", "error"],
    [{ child1: "" }, "Missing child name", "error"],
    [{ team: "" }, "Missing team name", "error"],
    [{ age1: "" }, "Age group is required", "warning"],
    [{ age1: "big" }, "Age group should be in format U12, U-12, etc.", "warning"],
  ])("%j: %s", (cells, text, status) => {
    expect(read(cells)).toMatchObject({ issues: [text], status });
    expect(read(cells).guardians).toHaveLength(status === "error" ? 0 : 1);
  });

  test("the messages of a row say nothing of a column that the file does not have", () => {
    const cells = { name1: "", child1: "", team: "", age1: "" };
    expect(read(cells, { parentName: false, child: false, team: false, age: false })).toMatchObject({
      issues: [],
      guardians: [{ name: "", email: "pat@parents.example" }],
    });
  });
});

test("both guardians are people of their own; a name without an address is a warning", () => {
  expect(read({ first2: "Kim", last2: "Parker", email2: "kim@parents.example" }).guardians).toEqual([
    { name: "Pat Parker", email: "pat@parents.example" },
    { name: "Kim Parker", email: "kim@parents.example" },
  ]);
  expect(read({ first2: "Kim", last2: "Parker" })).toMatchObject({
    issues: ['"Kim Parker" has no address and is not added'],
    status: "warning",
  });
});

test("several children of a row are all added", () => {
  expect(read({ childFirst2: "Ida", childLast2: "Parker", born2: "U-10" }).children).toEqual([
    { name: "Max", teamId: "hawks", ageGroup: "U-12" },
    { name: "Ida Parker", teamId: "hawks", ageGroup: "U-12" },
  ]);
});

test("staff and cancelled registrations are left out", () => {
  expect(read({ role: "Staff" })).toMatchObject({ guardians: [], status: "warning" });
  expect(read({ role: "Player" }).guardians).toHaveLength(1);
  expect(read({ status: "Cancelled" })).toMatchObject({ guardians: [], status: "warning" });
});

test("a team that the club does not have is a question, and its near match is named", () => {
  expect(read({ team: "Hawks 2014" }).mentions).toMatchObject([{ teamId: null, similar: ["hawks"] }]);
  expect(read({ team: "Panthers" })).toMatchObject({
    children: [{ teamId: null }],
    issues: ['None of your teams is called "Panthers": added without a team'],
  });
  expect(read({ team: "Unallocated" })).toMatchObject({ children: [{ teamId: null }], issues: [] });
});

const guardiansOf = (cells: Partial<Record<ContactField, string>>, oneName = false) =>
  read(cells, {}, oneName).guardians.map(({ name, email }) => [name, email]);
const TWO = "anna@home.example / david@home.example";
const BOTH = [
  ["Anna Müller", "anna@home.example"],
  ["David Müller", "david@home.example"],
];

describe("two parents of a row", () => {
  test("each get their name and address, whichever of both shares a cell", () => {
    expect(guardiansOf({ name1: "Anna & David Müller", email1: TWO })).toEqual(BOTH);
    expect(guardiansOf({ name1: "", first1: "Anna & David", last1: "Müller", email1: TWO })).toEqual(BOTH);
    expect(guardiansOf({ name1: "Anna Müller", name2: "David Müller", email1: TWO })).toEqual(BOTH);
    const apart = { email1: "anna@home.example", email2: "david@home.example" };
    expect(guardiansOf({ name1: "Anna & David Müller", ...apart })).toEqual(BOTH);
  });

  test("two parents of a row stay one contact where there is one address, and one name where the user says so", () => {
    const one = { name1: "Anna & David Müller", email1: "home@home.example" };
    expect(guardiansOf(one)).toEqual([["Anna & David Müller", "home@home.example"]]);
    expect(read(one)).toMatchObject({ issues: [], several: false });
    expect(guardiansOf({ name1: "Anna & David Müller", email1: TWO }, true)).toEqual([
      ["Anna & David Müller", "anna@home.example"],
      ["", "david@home.example"],
    ]);
  });

  test("two parents of a row are two contacts also where one is named, and the preview says so", () => {
    expect(read({ email1: TWO })).toMatchObject({
      guardians: [
        { name: "Pat Parker", email: "anna@home.example" },
        { name: "", email: "david@home.example" },
      ],
      issues: ['Read as 2 parents: "Pat Parker, anna@home.example", "david@home.example"'],
      status: "warning",
      several: false,
    });
  });

  test("two parents of a row are an error with one bad address between them", () => {
    expect(read({ email1: "anna@home.example / david" })).toMatchObject({
      guardians: [],
      issues: ["Invalid email format"],
    });
  });
});

test("brothers and sisters in one cell are children of their own, and the preview says so", () => {
  expect(read({ child1: "Ava, Ben & Cleo", age1: "U12 / U10 / U8" })).toMatchObject({
    children: [
      { name: "Ava", teamId: "hawks", ageGroup: "U-12" },
      { name: "Ben", teamId: "hawks", ageGroup: "U-10" },
      { name: "Cleo", teamId: "hawks", ageGroup: "U-8" },
    ],
    issues: ['Read as 3 children: "Ava", "Ben", "Cleo"'],
    status: "warning",
    several: true,
  });
  expect(read({ child1: "Parker, Ava & Ben" }).children.map(({ name }) => name)).toEqual([
    "Ava Parker",
    "Ben Parker",
  ]);
  expect(read({ child1: "Ava & Ben" }, {}, true)).toMatchObject({
    children: [{ name: "Ava & Ben" }],
    issues: [],
  });
});
