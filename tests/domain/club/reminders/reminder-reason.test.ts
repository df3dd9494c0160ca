import { describe, expect, test } from "vitest";
import { reminderReason, reminderState } from "#app/domain/club/reminders/reminder-reason.ts";
import { askingTime, dayBeforeOf, isReminderMorning } from "#app/domain/club/reminders/reminder-times.ts";
import { momentOf } from "#app/domain/values/times.ts";

const TEXAS = "America/Chicago";
const local = (date: string, time: string) => new Date(momentOf(date, time, TEXAS));
const gameOn = (
  date: string,
  time: string | null,
  more: { status?: "scheduled" | "cancelled"; location?: string } = {},
) => ({
  date,
  time,
  starts_at: momentOf(date, time, TEXAS),
  status: more.status ?? ("scheduled" as const),
  location: more.location ?? "Field 1",
});
const saturday = gameOn("2026-11-21", "10:00");
const fridayAt5 = local("2026-11-20", "17:00");
const notifiedOn = (game: typeof saturday, at: Date) => ({
  notified_of: reminderState(game),
  notified_at: at.toISOString(),
});

// product/notifications.md#game-reminders
describe("a game's staff are reminded", () => {
  test("a game's staff are reminded on the day before, from 5 PM of the club's clock on", () => {
    expect(reminderReason(saturday, null, local("2026-11-20", "16:59"), TEXAS)).toBeNull();
    expect(reminderReason(saturday, null, fridayAt5, TEXAS)).toBe("tomorrow");
    expect(reminderReason(saturday, null, local("2026-11-20", "23:59"), TEXAS)).toBe("tomorrow");
    expect(reminderReason(saturday, null, local("2026-11-21", "00:00"), TEXAS)).toBeNull();
  });
  test("a game's staff are reminded once", () => {
    expect(
      reminderReason(saturday, notifiedOn(saturday, fridayAt5), local("2026-11-20", "18:00"), TEXAS),
    ).toBeNull();
  });
  test("a game's staff are reminded also of a game whose time is TBD", () => {
    expect(reminderReason(gameOn("2026-11-21", null), null, fridayAt5, TEXAS)).toBe("tomorrow");
  });
  test("a game's staff are reminded never of a cancelled one", () => {
    expect(
      reminderReason(gameOn("2026-11-21", "10:00", { status: "cancelled" }), null, fridayAt5, TEXAS),
    ).toBeNull();
  });
});

describe("after the reminder", () => {
  const notified = notifiedOn(saturday, fridayAt5);
  const later = local("2026-11-20", "20:00");
  test("a new time, day or field is told at once", () => {
    expect(reminderReason(gameOn("2026-11-21", "14:00"), notified, later, TEXAS)).toBe("changed");
    expect(reminderReason(gameOn("2026-12-05", "10:00"), notified, later, TEXAS)).toBe("changed");
    expect(
      reminderReason(gameOn("2026-11-21", "10:00", { location: "Field 9" }), notified, later, TEXAS),
    ).toBe("changed");
  });
  test("a moved game is reminded of again on the day before its new date", () => {
    const moved = gameOn("2026-12-05", "10:00");
    const again = local("2026-12-04", "17:00");
    expect(reminderReason(moved, notifiedOn(moved, later), local("2026-12-04", "16:00"), TEXAS)).toBeNull();
    expect(reminderReason(moved, notifiedOn(moved, later), again, TEXAS)).toBe("tomorrow");
  });
  test("a cancelled game is told once, and so is its return", () => {
    const cancelled = gameOn("2026-11-21", "10:00", { status: "cancelled" });
    expect(reminderReason(cancelled, notified, later, TEXAS)).toBe("cancelled");
    expect(reminderReason(cancelled, notifiedOn(cancelled, later), later, TEXAS)).toBeNull();
    expect(reminderReason(saturday, notifiedOn(cancelled, later), later, TEXAS)).toBe("changed");
  });
  test("what happens to a game whose time has passed is no reason to write", () => {
    const cancelled = gameOn("2026-11-21", "10:00", { status: "cancelled" });
    expect(reminderReason(cancelled, notified, local("2026-11-21", "12:00"), TEXAS)).toBeNull();
  });
});

describe("hours are those of the club's clock", () => {
  test("hours are those of the club's clock on the days on which it changes", () => {
    // Clocks go forward on 2026-03-08 and back on 2026-11-01, both at 2 AM.
    expect(dayBeforeOf("2026-03-09", TEXAS).toISOString()).toBe("2026-03-08T22:00:00.000Z");
    expect(dayBeforeOf("2026-03-08", TEXAS).toISOString()).toBe("2026-03-07T23:00:00.000Z");
    expect(dayBeforeOf("2026-11-02", TEXAS).toISOString()).toBe("2026-11-01T23:00:00.000Z");
    expect(isReminderMorning(new Date("2026-03-08T14:00:00.000Z"), TEXAS)).toBe(true);
    expect(isReminderMorning(new Date("2026-03-08T13:59:00.000Z"), TEXAS)).toBe(false);
  });
  test("hours are those of the club's clock in every zone", () => {
    expect(dayBeforeOf("2026-11-21", "America/New_York").toISOString()).toBe("2026-11-20T22:00:00.000Z");
    expect(dayBeforeOf("2026-11-21", "Pacific/Honolulu").toISOString()).toBe("2026-11-21T03:00:00.000Z");
  });
});

test("raters are asked from an hour after the end on; a game without a time waits for the morning", () => {
  expect(askingTime(saturday)).toEqual({
    from: local("2026-11-21", "13:00"),
    until: local("2026-11-21", "15:00"),
  });
  expect(askingTime(gameOn("2026-11-21", null))).toBeNull();
});
