import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readScheduleFile } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { charactersRead } from "#tests/support/characters-read.ts";
import { repeated } from "#tests/support/repeated.ts";

const file = (name: string) => readFileSync(new URL(`../../../fixtures/schedules/${name}`, import.meta.url));
const read = (bytes: Uint8Array | string, hasTeam = false) =>
  readScheduleFile(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, {
    timezone: "America/Chicago",
    hasTeam,
  });

/** Loads each event by the names of the columns, without those that it leaves empty. */
async function rowsOf(bytes: Uint8Array | string, hasTeam = false) {
  const found = await read(bytes, hasTeam);
  if (!found.ok) throw new Error(found.problem);
  const [header, ...rows] = found.rows;
  return rows.map(({ cells }) =>
    Object.fromEntries(cells.flatMap((cell, index) => (cell ? [[header?.cells[index], cell]] : []))),
  );
}

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");

describe("a calendar of", () => {
  test("TeamSnap: the calendar's name is the team, practices are named as what they are", async () => {
    expect(await rowsOf(file("teamsnap-team.ics"))).toEqual([
      {
        Date: "2026-09-05",
        Time: "10:00",
        Team: "Hawks",
        Opponent: "vs. Cedar Park Comets",
        Location: "Lakeside Park, Field 2, 100 Shore Road, Lakeside",
        "Event ID": "teamsnap-event-81001@example.com",
      },
      {
        Date: "2026-09-12",
        Time: "10:30",
        Team: "Hawks",
        Opponent: "at Round Rock Rangers",
        Location: "Old Settlers Park",
        "Event ID": "teamsnap-event-81002@example.com",
      },
      expect.objectContaining({ "Event Type": "Practice at Zilker Park" }),
      expect.objectContaining({ Opponent: "Cancelled - vs. Leander Storm", Status: "Cancelled" }),
    ]);
  });

  test("TeamSnap: a team that the user chose comes before the calendar's name", async () => {
    expect((await rowsOf(file("teamsnap-team.ics"), true))[0]).not.toHaveProperty("Team");
  });

  test("SportsEngine: both sides, local times, a day without a time", async () => {
    expect(await rowsOf(file("sportsengine.ics"))).toEqual([
      expect.objectContaining({ "Home Team": "Hawks", "Away Team": "Pflugerville Storm", Time: "10:00" }),
      expect.objectContaining({
        "Home Team": "Georgetown Gunners",
        "Away Team": "Eagles",
        Location:
          "San Gabriel Park with a name that is so long that the line is folded by the program that wrote it",
      }),
      {
        Date: "2026-11-14",
        Time: "TBD",
        "Home Team": "Hawks",
        "Away Team": "Eagles",
        "Event ID": "game_show-40003",
      },
    ]);
  });

  test("Google: a repeated event is its first date, an exception is an event of its own", async () => {
    const rows = await rowsOf(file("google.ics"));
    expect(rows.map(({ Date: date, Time: time }) => `${date} ${time}`)).toEqual([
      "2026-10-03 09:00",
      "2026-10-10 09:00",
      "2026-10-18 11:00",
      "2026-11-20 TBD",
    ]);
    expect(rows[0]).toMatchObject({ "Home Team": "Tigers", "Away Team": "Hutto Hippos" });
    expect(rows[1]).toMatchObject({ "Repeats in the calendar": "yes", "Event ID": "77aa01bc@google.com" });
    expect(rows[2]?.["Event ID"]).toBe("77aa01bc@google.com 2026-10-17T09:00:00");
    expect(rows[3]).toMatchObject({ "Event Type": "End of season party" });
  });

  test("Outlook: zones by their Windows names, and a short id for a long one", async () => {
    const [first, second] = await rowsOf(file("outlook.ics"));
    expect(first).toMatchObject({ Date: "2026-10-24", Time: "13:30", Location: "Lakeside Park; Field 1" });
    expect(first?.["Event ID"]).toMatch(/^[\w-]{43}$/);
    // The row's warning names the unknown zone.
    const unknown = { Time: "13:30", "Zone in the calendar": "Customized Time Zone" };
    expect(second).toMatchObject({ Date: "2026-10-31", ...unknown });
  });

  test("a calendar of ours says where it comes from", async () => {
    const found = await read(
      calendar("SUMMARY:Hawks vs. Lions").replace(
        "VCALENDAR",
        "VCALENDAR\r\nPRODID:-//Goodside//Schedule//EN",
      ),
    );
    expect(found).toMatchObject({ ok: true, source: "Goodside calendar", format: { kind: "ics" } });
  });
});

describe("a title", () => {
  const titled = async (title: string) => {
    const [row] = await rowsOf(calendar("DTSTART:20261128T180000", `SUMMARY:${title}`));
    const { Date: _, Time: __, "Event ID": ___, ...rest } = row ?? {};
    return rest;
  };
  test.each([
    ["Hawks vs Rovers", { "Home Team": "Hawks", "Away Team": "Rovers" }],
    ["U12 Game: Hawks vs. Rovers", { "Home Team": "Hawks", "Away Team": "Rovers" }],
    ["Hawks @ Rovers", { "Home Team": "Rovers", "Away Team": "Hawks" }],
    ["Hawks at Rovers", { "Home Team": "Rovers", "Away Team": "Hawks" }],
    ["Cancelled: Hawks at Rovers", { "Home Team": "Cancelled - Rovers", "Away Team": "Hawks" }],
    ["@ Rovers", { Opponent: "@ Rovers" }],
    ["Scrimmage - vs Rovers", { Opponent: "vs Rovers" }],
    ["Camp Hill vs Hawks", { "Home Team": "Camp Hill", "Away Team": "Hawks" }],
    ["Summer camp at Zilker Park", { "Event Type": "Summer camp at Zilker Park" }],
    ["Team dinner", { "Event Type": "Team dinner" }],
    ["Game", { "Event Type": "Game" }],
  ])("%s", async (title, cells) => {
    expect(await titled(title)).toEqual(cells);
  });
});

// product/imports.md#schedule-import
describe("a series", () => {
  const start = "DTSTART;TZID=America/Chicago:20270109T100000";
  const series = async (...lines: string[]) =>
    (await rowsOf(calendar(...lines, "SUMMARY:Hawks vs Rovers"))).map((row) =>
      [row.Date, row.Time, row.Status, row["Event ID"], row["Repeats in the calendar"]]
        .filter((cell) => cell)
        .join(" "),
    );
  const FIRST_DELETED = "2027-01-09 10:00 Deleted 1";

  test.each<[what: string, lines: string[], rows: string[]]>([
    [
      "a week later",
      ["RRULE:FREQ=WEEKLY", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-16 10:00 1 2027-01-16T10:00:00 yes"],
    ],
    [
      "after several deleted ones, in one line or in two, in another zone or without the time",
      ["RRULE:FREQ=WEEKLY", "EXDATE:20270109T160000Z,20270116T160000Z", "EXDATE;VALUE=DATE:20270123"],
      [FIRST_DELETED, "2027-01-30 10:00 1 2027-01-30T10:00:00 yes"],
    ],
    [
      "on another day of the week",
      ["RRULE:FREQ=WEEKLY;BYDAY=SA,SU", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-10 10:00 1 2027-01-10T10:00:00 yes"],
    ],
    [
      "in two weeks, where a week begins on Sunday",
      ["RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,SA;WKST=SU", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-17 10:00 1 2027-01-17T10:00:00 yes"],
    ],
    [
      "on the next day",
      ["RRULE:FREQ=DAILY;INTERVAL=2", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-11 10:00 1 2027-01-11T10:00:00 yes"],
    ],
    [
      "on the next weekday",
      ["RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-11 10:00 1 2027-01-11T10:00:00 yes"],
    ],
    [
      "an extra date that comes before the rule's",
      [
        "RRULE:FREQ=WEEKLY",
        "EXDATE;TZID=America/Chicago:20270109T100000",
        "RDATE;TZID=America/Chicago:20270213T100000,20270112T180000",
      ],
      [FIRST_DELETED, "2027-01-12 18:00 1 2027-01-12T18:00:00 yes"],
    ],
    [
      "an extra date without a rule",
      ["EXDATE;TZID=America/Chicago:20270109T100000", "RDATE;VALUE=PERIOD:20270112T180000Z/PT2H"],
      [FIRST_DELETED, "2027-01-12 12:00 1 2027-01-12T18:00:00Z yes"],
    ],
    [
      "none, where the count includes the deleted ones",
      ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;TZID=America/Chicago:20270109T100000,20270116T100000"],
      [FIRST_DELETED],
    ],
    [
      "the last one that is counted",
      ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-16 10:00 1 2027-01-16T10:00:00 yes"],
    ],
    [
      "none after its end",
      ["RRULE:FREQ=WEEKLY;UNTIL=20270116T155900Z", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED],
    ],
    [
      "the one on its end",
      ["RRULE:FREQ=WEEKLY;UNTIL=20270116T160000Z", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-16 10:00 1 2027-01-16T10:00:00 yes"],
    ],
    [
      "the one on its last day",
      ["RRULE:FREQ=WEEKLY;UNTIL=20270116", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [FIRST_DELETED, "2027-01-16 10:00 1 2027-01-16T10:00:00 yes"],
    ],
    [
      "not worked out for other rules",
      ["RRULE:FREQ=MONTHLY", "EXDATE;TZID=America/Chicago:20270109T100000"],
      [`${FIRST_DELETED} unread`],
    ],
    [
      "the first, where a later one is deleted",
      ["RRULE:FREQ=WEEKLY", "EXDATE;TZID=America/Chicago:20270116T100000"],
      ["2027-01-09 10:00 1 yes"],
    ],
  ])("a series whose first date is deleted: %s", async (_, lines, rows) => {
    expect(await series(start, ...lines)).toEqual(rows);
  });

  test("a single event that is deleted", async () => {
    expect(await series(start, "EXDATE;TZID=America/Chicago:20270109T100000")).toEqual([FIRST_DELETED]);
  });

  test("a whole day", async () => {
    const lines = ["DTSTART;VALUE=DATE:20270109", "RRULE:FREQ=WEEKLY"];
    for (const excluded of ["EXDATE;VALUE=DATE:20270109", "EXDATE:20270109T000000"])
      expect(await series(...lines, excluded)).toEqual([
        "2027-01-09 TBD Deleted 1",
        "2027-01-16 TBD 1 2027-01-16 yes",
      ]);
  });

  // On March 14 the clocks of Texas go forward.
  test("a series keeps its local time when the clocks change, and its UTC time where it has one", async () => {
    const local = ["DTSTART;TZID=America/Chicago:20270313T100000", "RRULE:FREQ=WEEKLY"];
    expect((await series(...local, "EXDATE;TZID=America/Chicago:20270313T100000"))[1]).toMatch(
      /^2027-03-20 10:00 /,
    );
    const utc = ["DTSTART:20270313T160000Z", "RRULE:FREQ=WEEKLY", "EXDATE:20270313T160000Z"];
    expect((await series(...utc))[1]).toBe("2027-03-20 11:00 1 2027-03-20T16:00:00Z yes");
    expect(await series(...local, "EXDATE:20270313T160000Z,20270320T150000Z")).toEqual([
      "2027-03-13 10:00 Deleted 1",
      "2027-03-27 10:00 1 2027-03-27T10:00:00 yes",
    ]);
  });

  test("a series whose first date was moved has that date, and the next one", async () => {
    const moved = [
      "END:VEVENT",
      "BEGIN:VEVENT",
      "UID:1",
      "RECURRENCE-ID:20270109T160000Z",
      "DTSTART;TZID=America/Chicago:20270110T120000",
      "SUMMARY:Hawks vs Rovers",
    ];
    const whole = [start, "RRULE:FREQ=WEEKLY", "SUMMARY:Hawks vs Rovers", ...moved];
    expect(await series(...whole)).toEqual([
      "2027-01-16 10:00 1 2027-01-16T10:00:00 yes",
      "2027-01-10 12:00 1",
    ]);
    const once = [start, "RRULE:FREQ=WEEKLY;COUNT=1", "SUMMARY:Hawks vs Rovers", ...moved];
    expect(await series(...once)).toEqual(["2027-01-10 12:00 1"]);
  });
});

describe("a hostile calendar", () => {
  test("a hostile calendar of one endless line is refused", async () => {
    expect(await read(`BEGIN:VCALENDAR\nX:${repeated("a", 1_000_000)}`)).toMatchObject({
      problem: "long-row",
    });
    expect(await read(calendar(`SUMMARY:${repeated("a\r\n ", 1_000_000)}`))).toMatchObject({
      problem: "long-row",
    });
  });

  test("a hostile calendar of an event that never ends is refused", async () => {
    expect(
      await read(`BEGIN:VCALENDAR\nBEGIN:VEVENT\n${repeated("BEGIN:VEVENT\n", 1_000_000)}`),
    ).toMatchObject({
      problem: "long-row",
    });
  });

  test("a hostile calendar without events says so", async () => {
    expect(await read("BEGIN:VCALENDAR\nEND:VCALENDAR\n")).toEqual({ ok: false, problem: "no-events" });
  });

  test("a hostile calendar works out no recurrence, however often an event repeats", async () => {
    const rows = await rowsOf(
      calendar("DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY", "SUMMARY:Hawks vs Rovers"),
    );
    expect(rows).toHaveLength(1);
  });

  test.each(["SECONDLY", "YEARLY;BYMONTH=2;BYMONTHDAY=30", "DAILY;INTERVAL=7;BYDAY=MO", "WEEKLY;BYDAY=9XX"])(
    "a hostile calendar with a rule that may have no other date ends: %s",
    async (rule) => {
      const excluded = ["DTSTART:20270109T100000", `RRULE:FREQ=${rule}`, "EXDATE:20270109T100000"];
      const rows = await rowsOf(calendar(...excluded, "SUMMARY:Hawks vs Rovers"));
      expect(rows).toHaveLength(1);
    },
  );

  test("a hostile calendar with an endless rule ends in the year 9999", async () => {
    const excluded = ["DTSTART:20270109T100000", "EXDATE:20270109T100000", "SUMMARY:Hawks vs Rovers"];
    const rows = await rowsOf(calendar("RRULE:FREQ=WEEKLY;INTERVAL=999999999", ...excluded));
    expect(rows).toHaveLength(1);
  });

  test("a hostile calendar with exceptions of one series is read in linear time", async () => {
    const exception =
      "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID:20270109T100000\nDTSTART:20270109T110000\nEND:VEVENT\n";
    const series = "BEGIN:VEVENT\nUID:1\nRRULE:FREQ=DAILY\nDTSTART:20270109T100000\nEND:VEVENT\n";
    const file = `BEGIN:VCALENDAR\n${repeated(exception + series, 500_000)}`;
    expect(await charactersRead(() => read(file))).toBeLessThan(50 * file.length);
  });

  test("a hostile calendar with lines that are none keeps the event, without a date", async () => {
    const [row] = await rowsOf(calendar("DTSTART;X", "SUMMARY:Hawks vs Rovers"));
    expect(row?.Date).toBeUndefined();
  });

  test.each(["BEGIN:X\n", "BEGIN:VEVENT\nEND:VEVENT\n", "SUMMARY:a\n", "DTSTART;a=b;:\n", "\\", ";", " "])(
    "a hostile calendar of a megabyte of %j is read in linear time",
    async (unit) => {
      const file = `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${repeated(unit, 1_000_000)}`;
      expect(await charactersRead(() => read(file))).toBeLessThan(50 * file.length);
    },
  );
});
