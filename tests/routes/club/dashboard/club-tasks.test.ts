import { expect, test } from "vitest";
import { clubTasks } from "#app/routes/club/dashboard/home.ts";

const DAY = 86_400_000;
const ends = Date.parse("2027-11-23T12:00:00.000Z");
const headlines = (
  leftMs: number,
  verification: Parameters<typeof clubTasks>[0]["verification"] = "approved",
) =>
  clubTasks(
    {
      termEndsAt: new Date(ends).toISOString(),
      payment: "paid",
      verificationDueAt: "2026-12-23T12:00:00.000Z",
      verification,
    },
    { at: new Date(ends - leftMs), timezone: "America/Chicago" },
  ).map(({ headline, lead }) => `${headline}. ${lead}`);

test("the end of the year is named from 30 days before it until it comes", () => {
  const renew = ["Your year ends on November 23, 2027. Nothing renews by itself."];
  expect(headlines(30 * DAY + 1)).toEqual([]);
  expect(headlines(30 * DAY)).toEqual(renew);
  expect(headlines(1)).toEqual(renew);
  expect(headlines(0)).toEqual([]);
});

test("a document is asked for until one is sent in, and after a rejection", () => {
  const year = 365 * DAY;
  for (const status of [null, "pending"] as const) {
    expect(headlines(year, status)).toEqual([
      "Show how many players your club has. A roster or a registration list, until December 23, 2026.",
    ]);
    expect(headlines(200 * DAY, status)).toEqual([
      "Show how many players your club has. A roster or a registration list. It was due on December 23, 2026.",
    ]);
  }
  expect(headlines(year, "rejected")).toEqual([
    "Your players could not be verified yet. Our reviewers ask for another document.",
  ]);
  for (const status of ["in_review", "approved", "needs_adjustment"] as const)
    expect(headlines(year, status)).toEqual([]);
});
