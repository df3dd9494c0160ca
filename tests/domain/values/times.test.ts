import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dateAt,
  formatDay,
  formatGameTime,
  formatLongDate,
  momentOf,
  momentsIn,
} from "#app/domain/values/times.ts";

/** Among them days of 23, 24½ and 25 hours, clocks that change at midnight, and a date that never was (Apia). */
const zones = [
  "America/Chicago",
  "America/Phoenix",
  "Australia/Lord_Howe",
  "Asia/Beirut",
  "America/Havana",
  "Pacific/Apia",
  "UTC",
];
const date = fc
  .integer({ min: Date.UTC(2009, 0, 1), max: Date.UTC(2032, 0, 1) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));
const time = fc.option(
  fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":")),
);

test("many moments of a zone are what each of them is alone", () => {
  const known = new Map(zones.map((zone) => [zone, momentsIn(zone)]));
  fc.assert(
    fc.property(fc.constantFrom(...zones), date, time, (zone, day, clock) => {
      expect(known.get(zone)?.(day, clock)).toBe(momentOf(day, clock, zone));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ["America/Chicago", "2026-03-08"],
  ["America/Chicago", "2026-11-01"],
  ["Australia/Lord_Howe", "2026-04-05"],
  ["Asia/Beirut", "2026-03-29"],
  ["Pacific/Apia", "2011-12-30"],
])("times hold in %s on %s, a day that is not like others", (zone, day) => {
  const moment = momentsIn(zone);
  for (let minute = 0; minute < 24 * 60; minute += 15) {
    const clock = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
    expect(moment(day, clock)).toBe(momentOf(day, clock, zone));
  }
});

test.each([
  ["2026-11-21", "Saturday, November 21"],
  ["2026-11-25", "Yesterday, Wednesday, November 25"],
  ["2026-11-26", "Today, Thursday, November 26"],
  ["2026-11-27", "Tomorrow, Friday, November 27"],
  ["2027-01-02", "Saturday, January 2, 2027"],
])("the heading of %s on November 26, 2026 is '%s'", (day, heading) => {
  expect(formatDay(day, "2026-11-26")).toBe(heading);
});

test("today is the zone's date, not UTC's", () => {
  const evening = new Date("2026-11-22T03:00:00.000Z");
  expect(formatLongDate(evening, "America/Chicago")).toBe("Saturday, November 21");
});

test("the year is left out in the club's year, not in UTC's", () => {
  const game = { date: "2026-12-31", time: "16:00", starts_at: "2026-12-31T22:00:00.000Z" };
  const halfPastMidnightInNewYork = new Date("2027-01-01T05:30:00Z");
  expect(formatGameTime(game, "America/Chicago", halfPastMidnightInNewYork)).toBe("Thu, Dec 31, 4:00 PM CT");
  expect(formatGameTime(game, "America/New_York", halfPastMidnightInNewYork)).toBe(
    "Thu, Dec 31, 2026, 4:00 PM ET",
  );
});

test("the date of a moment is the same whichever day was asked for before", () => {
  const around = fc.tuple(date, fc.integer({ min: -30 * 60, max: 30 * 60 }));
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(around, { minLength: 2, maxLength: 5 }),
      (zone, moments) => {
        for (const [day, minutes] of moments) {
          const moment = new Date(Date.parse(momentOf(day, null, zone)) + minutes * 60_000);
          const said = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(moment);
          expect(dateAt(moment, zone)).toBe(said);
        }
      },
    ),
    { numRuns: 500 },
  );
});
