import { describe, expect, test } from "vitest";
import {
  clubAccess,
  isRenewable,
  nextTermStart,
  renewableFrom,
  suspendedFrom,
  suspendedIfEndedBy,
} from "#app/domain/control/clubs/club-access.ts";

const ENDS = "2027-11-22T10:00:00.000Z";
const DAY = 86_400_000;
const daysLater = (days: number, ms = 0) => new Date(Date.parse(ENDS) + days * DAY + ms);

describe("what a club's people may do", () => {
  test.each([
    ["a moment before the end", daysLater(0, -1), "open"],
    ["at the end", daysLater(0), "read-only"],
    ["a moment before 30 days are over", daysLater(30, -1), "read-only"],
    ["30 days after the end", daysLater(30), "suspended"],
    ["years later", daysLater(900), "suspended"],
  ] as const)("%s", (_, at, access) => {
    expect(clubAccess({ status: "active", termEndsAt: ENDS }, at)).toBe(access);
  });

  test("a club suspended for another reason stays suspended, and one that is not made yet is not open", () => {
    for (const days of [-100, 1, 40]) {
      expect(clubAccess({ status: "suspended", termEndsAt: ENDS }, daysLater(days))).toBe("suspended");
      expect(clubAccess({ status: "creating", termEndsAt: ENDS }, daysLater(days))).toBe("creating");
    }
  });

  test("an end that cannot be read opens nothing", () => {
    expect(clubAccess({ status: "active", termEndsAt: "" }, daysLater(0))).toBe("suspended");
  });

  test("queries ask with the same limit as the rule", () => {
    expect(suspendedFrom(ENDS)).toBe(daysLater(30).toISOString());
    expect(suspendedIfEndedBy(daysLater(30))).toBe(ENDS);
  });
});

test("a year can be renewed from 60 days before its end on, and starts with the end or the late payment", () => {
  expect(renewableFrom(ENDS)).toBe(daysLater(-60).toISOString());
  expect([daysLater(-60, -1), daysLater(-60), daysLater(400)].map((at) => isRenewable(ENDS, at))).toEqual([
    false,
    true,
    true,
  ]);
  expect(nextTermStart(ENDS, daysLater(-40))).toEqual(daysLater(0));
  expect(nextTermStart(ENDS, daysLater(20))).toEqual(daysLater(20));
});
