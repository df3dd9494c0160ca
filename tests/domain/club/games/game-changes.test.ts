import { describe, expect, test } from "vitest";
import { editedTimes, restoredStatus } from "#app/domain/club/games/game-changes.ts";
import {
  formatMonth,
  monthsBetween,
  type ScheduleFilters,
  scheduleAddress,
  scheduleFilters,
} from "#app/domain/club/schedule/schedule-filters.ts";

const at = new Date("2026-11-21T18:00:00Z");
const planned = {
  date: "2026-11-28",
  time: "10:00",
  starts_at: "2026-11-28T16:00:00.000Z",
  status: "scheduled" as const,
  original_date: null,
  original_time: null,
  rated: false,
};
const edit = {
  date: "2026-11-28",
  time: "10:00" as string | null,
  starts_at: "2026-11-28T16:00:00.000Z",
  status: "scheduled" as "scheduled" | "rescheduled" | "cancelled" | "completed",
  reason: "moved" as "moved" | "corrected",
};
const later = { ...edit, date: "2026-12-05", starts_at: "2026-12-05T16:00:00.000Z" };

function timesAfter(...args: Parameters<typeof editedTimes>) {
  const edited = editedTimes(...args);
  if (!edited.ok) throw new Error(edited.problem);
  return edited.times;
}

// product/games.md#game-status
describe("editing a game", () => {
  test("an unchanged game stays as it is", () => {
    expect(timesAfter(planned, edit, at)).toMatchObject({ status: "scheduled", original_date: null });
  });

  test("a moved game is rescheduled and keeps its first slot", () => {
    expect(timesAfter(planned, later, at)).toEqual({
      date: "2026-12-05",
      time: "10:00",
      starts_at: later.starts_at,
      status: "rescheduled",
      original_date: "2026-11-28",
      original_time: "10:00",
    });
  });

  test("a correction leaves no trace", () => {
    expect(timesAfter(planned, { ...later, reason: "corrected" }, at)).toMatchObject({
      status: "scheduled",
      original_date: null,
    });
  });

  test("a game moved back to its first slot is scheduled again", () => {
    const moved = {
      ...planned,
      date: "2026-12-05",
      status: "rescheduled" as const,
      original_date: "2026-11-28",
      original_time: "10:00",
    };
    expect(timesAfter(moved, { ...edit, status: "rescheduled" }, at)).toMatchObject({
      status: "scheduled",
      original_date: null,
      original_time: null,
    });
  });

  test("setting a first time does not move a game", () => {
    expect(timesAfter({ ...planned, time: null }, edit, at)).toMatchObject({
      status: "scheduled",
      time: "10:00",
    });
  });

  test("a game moved and cancelled at once is cancelled", () => {
    expect(timesAfter(planned, { ...later, status: "cancelled" }, at)).toMatchObject({
      status: "cancelled",
    });
  });

  test.each([
    ["moving a rated game into the future", { ...planned, rated: true }, later, "rated-future"],
    [
      "cancelling a rated game",
      { ...planned, rated: true },
      { ...edit, status: "cancelled" as const },
      "rated-cancel",
    ],
    [
      "completing a game before its kick-off",
      planned,
      { ...edit, status: "completed" as const },
      "not-played-yet",
    ],
  ])("%s is refused", (_what, game, intent, problem) => {
    expect(editedTimes(game, intent, at)).toEqual({ ok: false, problem });
  });

  test("a rated game's date can be corrected within the past", () => {
    const played = { ...planned, rated: true, date: "2026-11-14", starts_at: "2026-11-14T16:00:00.000Z" };
    const mended = {
      ...edit,
      date: "2026-11-13",
      starts_at: "2026-11-13T16:00:00.000Z",
      reason: "corrected" as const,
    };
    expect(timesAfter(played, mended, at)).toMatchObject({ date: "2026-11-13", status: "scheduled" });
  });

  test("a restored game is what it was before", () => {
    expect(restoredStatus({ original_date: null })).toBe("scheduled");
    expect(restoredStatus({ original_date: "2026-11-28" })).toBe("rescheduled");
  });
});

describe("the schedule's filters", () => {
  test("the schedule's filters are read back from the address they make", () => {
    const all = { team: "t1", phase: "completed" as const, month: "", week: "", page: 1 };
    const read = (filters: ScheduleFilters) =>
      scheduleFilters(new URL(scheduleAddress(filters), "http://here.test").searchParams);
    for (const filters of [
      { ...all, view: "list" as const, month: "2026-11", page: 3 },
      { ...all, view: "month" as const, month: "2026-11" },
      { ...all, view: "week" as const, week: "2026-11-15" },
    ]) {
      expect(read(filters)).toEqual(filters);
    }
    // A week has no month and no page.
    expect(scheduleAddress({ ...all, view: "week", month: "2026-11", page: 3 })).toBe(
      "/schedule?view=week&team=t1&phase=completed",
    );
    expect(scheduleFilters(new URLSearchParams("week=2026-11-21")).week).toBe("2026-11-15");
  });

  test.each([
    "phase=__proto__",
    "phase=moon&month=2026-13&page=-1",
    "page=1e9&month=x",
    "page=NaN",
    "view=year&week=2026-02-30",
  ])("%s is ignored", (query) =>
    expect(scheduleFilters(new URLSearchParams(query))).toEqual({
      view: "list",
      team: "",
      phase: "",
      month: "",
      week: "",
      page: 1,
    }),
  );

  test("offer the months from the first game to the last, newest first", () => {
    expect(monthsBetween("2026-11-28", "2027-01-02")).toEqual(["2027-01", "2026-12", "2026-11"]);
    expect(monthsBetween("1990-01-01", "2026-12-31")).toHaveLength(36);
    expect(formatMonth("2026-11")).toBe("November 2026");
  });
});
