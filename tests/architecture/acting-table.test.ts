import { describe, expect, test } from "vitest";
import { actingReachOf, actingTable } from "#app/permissions/acting.ts";
import { addresses, isStaffOnly } from "./addresses.ts";

// product.md#acting-for-a-club
const guarded = addresses.filter(({ GET, POST }) =>
  [GET, POST].some((who) => who && who !== "anybody" && who !== "account" && !isStaffOnly(who)),
);

test("each address of a club has a decision whether staff who act for it reach it", () => {
  const undecided = guarded.filter(({ path }) => !Object.hasOwn(actingTable, path)).map(({ path }) => path);
  expect(undecided, "decide in app/permissions/acting.ts; until then they are closed").toEqual([]);
  const paths = new Set(guarded.map(({ path }) => path));
  expect(Object.keys(actingTable).filter((path) => !paths.has(path))).toEqual([]);
});

test("a change is of an address that takes a form, and says what it changes", () => {
  for (const { path, POST } of guarded) {
    const { reach, changes } = actingReachOf(path);
    if (reach === "change") expect([path, POST !== undefined, changes !== ""]).toEqual([path, true, true]);
  }
});

describe("the path of a request", () => {
  test.each([
    ["/teams", "see"],
    ["/teams/", "see"],
    ["/teams/new", "change"],
    ["/teams/abc", "see"],
    ["/teams/abc/edit", "change"],
    ["/teams/abc/delete", "no"],
    ["/teams/email-settings", "no"],
    ["/reports/export.csv", "no"],
    ["/reports/exportXcsv", "no"],
    ["/t%65ams", "no"],
    ["//teams", "no"],
    ["/teams/abc/edit/more", "no"],
    ["/something-new", "no"],
    ["/", "no"],
  ])("%s", (path, reach) => {
    expect(actingReachOf(path).reach).toBe(reach);
  });
});
