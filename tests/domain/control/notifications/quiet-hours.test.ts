import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import {
  digestTime,
  type Frequency,
  nextAllowed,
  type QuietHours,
  quietHours,
  timeOf,
} from "#app/domain/control/notifications/quiet-hours.ts";
import { allNotificationKinds, notificationKinds } from "#app/domain/values/notification-kinds.ts";
import { states } from "#app/domain/values/states.ts";

const zones = [...new Set(states.map(([, , zone]) => zone))];
const anyZone = fc.constantFrom(...zones);
const anyQuiet = fc.constantFrom(...quietHours);
/** Two years with four changes of the clock, some of them right at the change. */
const anyMoment = fc
  .oneof(
    fc.date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true }),
    fc
      .tuple(
        fc.constantFrom("2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07"),
        fc.integer({ min: -24, max: 48 * 60 }),
      )
      .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000)),
  )
  .map((at) => new Date(Math.floor(at.getTime() / 1000) * 1000));

const localOf = (at: Date, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);

/** Applies the rule of the settings page, written another way than in the code. */
function isQuiet(at: Date, quiet: QuietHours, zone: string): boolean {
  const { hour, dayOfWeek } = localOf(at, zone);
  if (quiet === "evening") return hour >= 18 || hour < 8;
  if (quiet === "night") return hour >= 21 || hour < 7;
  if (quiet === "weekends") return dayOfWeek >= 6 || (dayOfWeek === 1 && hour < 8);
  return false;
}

const central = "America/Chicago";
const utc = (local: string, zone = central) =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds);

// product/notifications.md#quiet-hours
describe("quiet hours", () => {
  test.each([
    ["evening", "2026-11-18T17:59", "2026-11-18T17:59"],
    ["evening", "2026-11-18T18:00", "2026-11-19T08:00"],
    ["evening", "2026-11-19T07:59", "2026-11-19T08:00"],
    ["night", "2026-11-18T20:59", "2026-11-18T20:59"],
    ["night", "2026-11-18T21:00", "2026-11-19T07:00"],
    ["night", "2026-11-19T00:30", "2026-11-19T07:00"],
    ["weekends", "2026-11-20T23:59", "2026-11-20T23:59"],
    ["weekends", "2026-11-21T00:00", "2026-11-23T08:00"],
    ["weekends", "2026-11-22T12:00", "2026-11-23T08:00"],
    ["none", "2026-11-22T03:00", "2026-11-22T03:00"],
    // The clock goes back on November 1 and ahead on March 8: the morning is the club's, not 14 hours later.
    ["evening", "2026-10-31T20:00", "2026-11-01T08:00"],
    ["night", "2026-03-07T22:00", "2026-03-08T07:00"],
  ] as const)("%s: what happens at %s is told at %s", (quiet, at, notified) => {
    expect(nextAllowed(utc(at), quiet, central)).toEqual(utc(notified));
  });

  test("the next allowed moment is allowed, and everything between is quiet", () => {
    fc.assert(
      fc.property(
        anyMoment,
        anyQuiet,
        anyZone,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (at, quiet, zone, part) => {
          const next = nextAllowed(at, quiet, zone);
          expect(next.getTime()).toBeGreaterThanOrEqual(at.getTime());
          expect(isQuiet(next, quiet, zone)).toBe(false);
          if (next > at) {
            const between = new Date(at.getTime() + Math.floor((next.getTime() - at.getTime()) * part));
            expect(isQuiet(between, quiet, zone)).toBe(true);
          }
          expect(nextAllowed(next, quiet, zone)).toEqual(next);
        },
      ),
      { numRuns: 500 },
    );
  });
});

// product/notifications.md#digests
describe("digests", () => {
  test("a daily digest goes out at the next 8 AM of the club's clock", () => {
    expect(digestTime("daily", central, utc("2026-11-18T07:59"))).toEqual(utc("2026-11-18T08:00"));
    expect(digestTime("daily", central, utc("2026-11-18T08:00"))).toEqual(utc("2026-11-19T08:00"));
  });

  test("a weekly digest goes out on Monday at 8 AM", () => {
    expect(digestTime("weekly", central, utc("2026-11-18T12:00"))).toEqual(utc("2026-11-23T08:00"));
    expect(digestTime("weekly", central, utc("2026-11-23T08:00"))).toEqual(utc("2026-11-30T08:00"));
  });

  test("each is later than what it tells, and the first of its kind", () => {
    fc.assert(
      fc.property(
        anyMoment,
        anyZone,
        fc.constantFrom("daily" as const, "weekly" as const),
        (at, zone, frequency) => {
          const next = digestTime(frequency, zone, at);
          const local = localOf(next, zone);
          expect(next.getTime()).toBeGreaterThan(at.getTime());
          expect([local.hour, local.minute]).toEqual([8, 0]);
          if (frequency === "weekly") expect(local.dayOfWeek).toBe(1);
          const longest = frequency === "daily" ? 25 : 7 * 24 + 1;
          expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(longest * 3_600_000);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("when a kind is told", () => {
  const evening = utc("2026-11-18T19:00");
  test.each(allNotificationKinds)("%s follows its row of the table", (kind) => {
    const { followsFrequency, quietHours: held } = notificationKinds[kind];
    const chosen = (frequency: Frequency, quiet: QuietHours) =>
      timeOf(kind, { frequency, quietHours: quiet }, central, evening);
    expect(chosen("immediate", "none")).toEqual({ dueAt: evening, digest: false });
    expect(chosen("immediate", "evening").dueAt).toEqual(held ? utc("2026-11-19T08:00") : evening);
    expect(chosen("weekly", "none")).toEqual(
      followsFrequency ? { dueAt: utc("2026-11-23T08:00"), digest: true } : { dueAt: evening, digest: false },
    );
  });

  test("incident alerts wait for nothing", () => {
    expect(
      timeOf("incident-alerts", { frequency: "weekly", quietHours: "evening" }, central, evening),
    ).toEqual({
      dueAt: evening,
      digest: false,
    });
  });
});
