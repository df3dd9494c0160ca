import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { clockOf } from "#app/domain/club/schedule-import/file-zones.ts";
import { dateReader, readScheduleRow } from "#app/domain/club/schedule-import/read-row.ts";
import { readSchedule } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import type { ScheduleHead } from "#app/domain/club/schedule-import/schedule-file.ts";

/** Files of clubs, and files shaped after public exports of other systems (product/imports.md#schedule-import). */

const TIMEZONE = "America/Chicago";
const team = (id: string, name: string) => ({
  id,
  name,
  ageGroup: "U-12",
  gender: "Boys",
  season: "Spring 2027",
});
const matcher = teamMatcher(["Lakeside Youth Soccer"], [team("hawks", "Hawks"), team("eagles", "Eagles")]);
const file = (name: string) => readFileSync(new URL(`../../../fixtures/schedules/${name}`, import.meta.url));

async function read(of: Uint8Array | string, teamId: string | null = null) {
  const bytes = typeof of === "string" ? new TextEncoder().encode(of) : of;
  const found = await readSchedule({ bytes, teamId, timezone: TIMEZONE });
  if (!found.ok) throw new Error(found.problem);
  const { head, lines } = splitPayload<ScheduleHead>(found.payload);
  const lookup = {
    matcher,
    choices: head.choices,
    teamIds: new Set(["hawks", "eagles"]),
    ours: new Set<string>(),
    dateOf: dateReader(head.dates),
    localTime: clockOf(TIMEZONE),
  };
  const rows = lines
    .flatMap((line) => parseRows(head.columns, line))
    .map((row) => readScheduleRow(row, lookup));
  return {
    head,
    games: rows.flatMap(({ games }) =>
      games.map(({ opponent, date, time, homeAway, location, status }) =>
        [
          opponent,
          date.slice(5),
          time === null ? "TBD" : (time ?? ""),
          homeAway ?? "",
          location ?? "",
          status ?? "",
        ].join(" | "),
      ),
    ),
    issues: rows.flatMap(({ issues }) => issues.map(({ level, text }) => `${level}: ${text}`)),
  };
}

describe("files of clubs", () => {
  test("a call-off is seen anywhere in a title", async () => {
    const { games, issues } = await read(file("call-off-in-title.ics"));
    expect(games).toEqual([
      "Rovers | 01-09 | 10:00 | home | Zilker | called-off",
      "Storm | 01-16 | 10:00 | home | Zilker | called-off",
      "Lake | 01-23 | 10:00 | home | Zilker | called-off",
      "Pines | 01-30 | 10:00 | home | Zilker | called-off",
    ]);
    expect(issues).toEqual(["warning: Postponed: it counts as cancelled until the file has a new date"]);
  });

  test("PlayMetrics names the sides in the description", async () => {
    expect(await read(file("playmetrics-games.ics"))).toMatchObject({
      games: [
        "Northside SC 12B | 01-09 | 10:00 | away | 12 River Rd, Austin | ",
        "Southside SC 12B | 01-16 | 10:00 | home | Zilker | ",
      ],
      issues: [],
    });
  });

  test("a series whose first date is deleted begins on the next one", async () => {
    const { games, issues } = await read(file("first-date-excluded.ics"));
    expect(games).toEqual([
      "Series | 01-09 | 10:00 | home | Zilker | deleted",
      "Series | 01-16 | 10:00 | home | Zilker | ",
    ]);
    expect(issues).toEqual(["warning: Repeats in the calendar: only its first date is read"]);
  });

  test("a zone that the file defines is read from there", async () => {
    expect((await read(file("zones-of-its-own.ics"))).games).toEqual([
      "Zone0 | 01-09 | 09:00 | home | Zilker | ",
      "Zone1 | 01-10 | 09:00 | home | Zilker | ",
    ]);
  });

  test.each([
    ["(UTC-05:00) Eastern Time (US & Canada)", "09:00"],
    ["GMT-0500", "09:00"],
    ["Eastern Standard Time", "09:00"],
    ["US/Pacific", "12:00"],
    ["W. Europe Standard Time", "03:00"],
  ])("zone %s", async (zone, time) => {
    const event = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID="${zone}":20270109T100000\nSUMMARY:Hawks vs Rovers\nEND:VEVENT\nEND:VCALENDAR`;
    expect((await read(event)).games[0]?.split(" | ")[2]).toBe(time);
  });

  test("an unknown zone is named, and the time is read on the club's clock", async () => {
    const event =
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Moon Base:20270109T100000\nSUMMARY:Hawks vs Rovers\nEND:VEVENT\nEND:VCALENDAR";
    const { games, issues } = await read(event);
    expect(games).toEqual(["Rovers | 01-09 | 10:00 | home |  | "]);
    expect(issues).toEqual([
      'warning: The time zone "Moon Base" is not known: 10:00 AM is read on your club\'s clock',
    ]);
  });

  test("rules of a zone that would go on for ever are left out", async () => {
    const event = `BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Trap\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:-0500\nTZOFFSETTO:-0500\nRRULE:FREQ=SECONDLY\nEND:STANDARD\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:1\nDTSTART;TZID=Trap:20270109T100000\nSUMMARY:Hawks vs Rovers\nEND:VEVENT\nEND:VCALENDAR`;
    expect((await read(event)).games).toEqual(["Rovers | 01-09 | 09:00 | home |  | "]);
  });

  test("a venue and a field are one place", async () => {
    expect((await read(file("venue-and-field.csv"))).games).toEqual([
      "Guests 909 | 01-09 | 08:30 | home | Alder Park, Pitch 1A | ",
      "Guests 404 | 01-09 | 09:55 | home | Alder Park, Pitch 4B | ",
    ]);
  });

  test("Arbiter's games view is recognized", async () => {
    expect((await read(file("arbiter-games-view.csv"))).games).toEqual([
      "Savages | 01-09 | 12:00 | home | Zilker | ",
    ]);
  });

  test("Arbiter's officials are in the cells behind the last header", async () => {
    expect(await read(file("officials-in-extra-cells.csv"))).toMatchObject({
      games: ["Savages | 01-09 | 12:00 | home | Zilker | ", "Rovers | 01-16 | 14:00 | home | Zilker | "],
      issues: [],
    });
  });

  test("status words are read as on or cancelled", async () => {
    const { games, issues } = await read(file("status-words.csv"));
    expect(games.map((game) => game.split(" | ")[5])).toEqual([
      "on",
      "on",
      "cancelled",
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
    expect(issues).toEqual(["warning: Postponed: it counts as cancelled until the file has a new date"]);
  });

  test("an end or a zone behind a time", async () => {
    const { games, issues } = await read(file("times-with-more.csv"));
    expect(games.map((game) => game.split(" | ")[2])).toEqual(["10:00", "10:00", "10:00"]);
    expect(issues).toEqual([]);
    const eastern = await read("team_name,opponent,date,time\nHawks,A,1/9/2027,10:00 AM ET\n");
    expect(eastern.games[0]).toContain("| 09:00 |");
    expect(eastern.issues).toEqual(["warning: 10:00 AM ET is 9:00 AM on your club's clock"]);
  });

  test("midnight is no kick-off, and a kick-off in the night is asked about", async () => {
    expect((await read(file("midnight-dates.csv"))).games).toEqual(["Savages | 01-09 |  | home | Zilker | "]);
    const timed = await read(
      "team_name,opponent,date,time\nHawks,A,1/9/2027,12:00 AM\nHawks,B,1/10/2027,0:00\nHawks,C,1/11/2027,3:00 AM\n",
    );
    expect(timed.games.map((game) => game.split(" | ")[2])).toEqual(["", "", "03:00"]);
    expect(timed.issues).toEqual([
      'warning: Time "12:00 AM" is midnight: it is read as no time',
      'warning: Time "0:00" is midnight: it is read as no time',
      "warning: 3:00 AM is in the night: check AM and PM",
    ]);
  });

  test("places, sides and numbers around a name are no part of it", async () => {
    expect((await read(file("more-than-the-name.ics"))).games).toEqual([
      "Rovers | 01-09 | 10:00 | home | Kapok District Park | ",
      "Dragons | 01-10 | 10:00 | away |  | ",
      "Storm | 01-17 | 10:00 | home |  | ",
    ]);
  });

  test("a dash and 'Open' are no opponents", async () => {
    expect(await read(file("no-opponent.csv"))).toMatchObject({
      games: [],
      issues: [
        'warning: "-" is no opponent yet: row skipped',
        'warning: "Open" is no opponent yet: row skipped',
      ],
    });
  });

  test("columns that nobody recognized, and two equal ones, are asked about", async () => {
    expect((await read("Spieltag,Gegenseite,Wo\n1/9/2027,Rovers,Z\n")).head.unread).toBe(true);
    expect((await read("Date,Game Date,Opponent\n1/9/2027,1/9/2027,Rovers\n")).head.unsure).toEqual([
      { field: "date", headers: ["Date", "Game Date"] },
    ]);
    await expect(read("name,color\nHawks,red\n")).rejects.toThrow("no-columns");
  });

  test.each([
    ["Datum;Uhrzeit;Heim;Gast\n9.1.2027;10:00;Hawks;Rovers\n31.1.2027;10:00;Hawks;Storm\n"],
    ["Fecha,Hora,Local,Visitante,Cancha\n1/9/2027,10:00 AM,Hawks,Rovers,Zilker\n"],
    ["Team,Title,Date,Time\nHawks,Hawks vs Rovers (3-1),1/9/2027,10:00 AM\n"],
  ])("%j is recognized", async (text) => {
    expect((await read(text)).games[0]).toMatch(/^Rovers \| 01-09 \| 10:00 \| home/);
  });
});

describe("files shaped after other systems' exports", () => {
  test.each<[system: string, text: string, games: string[]]>([
    [
      "LeagueApps schedule",
      "GAME ID,DATE,START TIME,END TIME,LOCATION,SUB LOCATION,TEAM 1,HOME TEAM,AWAY TEAM,GAME STATUS\n1,01/09/2027,09:00 AM,10:00 AM,Zilker,Field 3,x,Hawks,Rovers,SCHEDULED\n2,01/16/2027,09:00 AM,10:00 AM,Zilker,Field 3,x,Storm,Hawks,CANCELLED\n",
      [
        "Rovers | 01-09 | 09:00 | home | Zilker, Field 3 | on",
        "Storm | 01-16 | 09:00 | away | Zilker, Field 3 | cancelled",
      ],
    ],
    [
      "LeagueApps, rained out in the cell of the time",
      "Date,Start Time,Home Team,Away Team,Location\n1/9/2027,RAINED OUT,Hawks,Rovers,Zilker\n",
      ["Rovers | 01-09 |  | home | Zilker | called-off"],
    ],
    [
      "TeamSideline schedule",
      "Date,Time,Field,Home Team,Away Team,Score,Status\nSat 1/9/2027,10:00am - 11:00am,Zilker #2,Hawks,Rovers,,Upcoming\nSat 1/16/2027,10:00am - 11:00am,Zilker #2,BYE,Hawks,,\n",
      ["Rovers | 01-09 | 10:00 | home | Zilker #2 | on"],
    ],
    [
      "TeamSideline, remarks behind names",
      "Date,Time,Field,Home Team,Away Team\n1/9/2027,10:00 AM,Zilker,Hawks (2-1-0),Rovers (0-3-0)\n1/16/2027,10:00 AM,Zilker,Hawks,Storm - FORFEIT\n",
      ["Rovers | 01-09 | 10:00 | home | Zilker | ", "Storm | 01-16 | 10:00 | home | Zilker | called-off"],
    ],
    [
      "Blue Sombrero schedule",
      "Game Date,Game Time,Facility Name,Field,Home Team,Visitor Team,Game Status\n01/09/2027,5:30 PM,Alder Park,4,Hawks,Rovers,Active\n01/16/2027,12:00 AM,Alder Park,4,Hawks,TBD,Active\n",
      ["Rovers | 01-09 | 17:30 | home | Alder Park, 4 | on"],
    ],
    [
      "Byga calendar",
      "BEGIN:VCALENDAR\nPRODID:-//byga//EN\nX-WR-CALNAME:Hawks Games\nBEGIN:VEVENT\nUID:g1\nDTSTART:20270109T160000Z\nSUMMARY:League Game: Hawks vs. Rovers @ Zilker Park\nEND:VEVENT\nBEGIN:VEVENT\nUID:g2\nDTSTART:20270116T160000Z\nSUMMARY:**CANCELED** League Game: Hawks vs. Storm\nEND:VEVENT\nEND:VCALENDAR\n",
      ["Rovers | 01-09 | 10:00 | home | Zilker Park | ", "Storm | 01-16 | 10:00 | home |  | called-off"],
    ],
    [
      "Heja calendar",
      "BEGIN:VCALENDAR\nPRODID:-//Heja//EN\nBEGIN:VEVENT\nUID:h1\nDTSTART;TZID=US/Central:20270109T100000\nSUMMARY:Hawks - Match\nDESCRIPTION:Opponent: Rovers\\nGather 9:30\nLOCATION:Zilker\nEND:VEVENT\nEND:VCALENDAR\n",
      ["Rovers | 01-09 | 10:00 |  | Zilker | "],
    ],
    [
      "Spond calendar",
      "BEGIN:VCALENDAR\nPRODID:-//Spond//EN\nX-WR-CALNAME:Hawks\nBEGIN:VEVENT\nUID:s1\nDTSTART:20270109T160000Z\nSUMMARY:Game: vs Rovers (Away)\nSTATUS:CONFIRMED\nEND:VEVENT\nEND:VCALENDAR\n",
      ["Rovers | 01-09 | 10:00 | away |  | "],
    ],
    [
      "Stack Team App",
      "Event,Date,Start,Location\nHawks v Rovers,2027-01-09,10:00,Zilker\n".replace("Event,", "Event Name,"),
      ["Rovers | 01-09 | 10:00 | home | Zilker | "],
    ],
    [
      "Demosphere, winners not known yet",
      "External ID,Date,Time,Duration,Location name,Surface name,Home Team,Away Team\n1,1/9/2027,10:00,60,Zilker,2,Hawks,Winner of Game 3\n2,1/10/2027,10:00,60,Zilker,2,Hawks,Rovers\n",
      ["Rovers | 01-10 | 10:00 | home | Zilker, 2 | "],
    ],
  ])("%s", async (_, text, games) => {
    expect((await read(text)).games).toEqual(games);
  });
});
