import { describe, expect, test } from "vitest";
import { actingReachOf } from "#app/config/acting-reach.ts";
import { addresses, isStaffOnly } from "./addresses.ts";

// product/support.md#acting-for-a-club
test("staff who act for a club reach only pages for its people, and each change belongs to a form and has a name", () => {
  const open = addresses.filter(({ path }) => actingReachOf(path).reach !== "no");
  expect(open.length).toBeGreaterThan(20);
  for (const { path, GET, POST } of open) {
    const { reach, changes } = actingReachOf(path);
    const whose = [GET, POST].filter((who) => who !== undefined);
    expect([path, whose.filter((who) => who === "anybody" || who === "account" || isStaffOnly(who))]).toEqual(
      [path, []],
    );
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
    ["/mobile-rating", "no"],
    ["/admin", "no"],
    ["/", "no"],
  ])("the path %s gets the reach of its address, or none", (path, reach) => {
    expect(actingReachOf(path).reach).toBe(reach);
  });
});
