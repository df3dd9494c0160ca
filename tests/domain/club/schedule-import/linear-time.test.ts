import { expect, onTestFinished, test } from "vitest";
import { teamMatcher } from "#app/domain/club/imports/team-match.ts";
import { readScheduleRow } from "#app/domain/club/schedule-import/read-row.ts";
import { readSchedule } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { type ScheduleField, scheduleAliases } from "#app/domain/club/schedule-import/schedule-file.ts";
import { calledOff, readName, readStatus } from "#app/domain/club/schedule-import/schedule-values.ts";
import { readDate, readFileTime } from "#app/domain/values/written-dates.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";
import { charactersRead, countCharacters } from "#tests/support/characters-read.ts";

/** Enough to tell: quadratic work reads each character two thousand times. */
const BYTES = 4 * 1024;
/** Most reads of each character. */
const OFTEN = 100;
const PARTS = [
  " ",
  "\t",
  "1",
  "/",
  ".",
  ",",
  ":",
  "-",
  "@",
  "=",
  "'",
  "a",
  "v",
  "u",
  "b",
  "é",
  "bye",
  "cancelled",
  "(ppd)",
  " at park",
];

/** Yields every one and two of these, and a sample of the threes and fours, repeated to 4 kB. */
function* repeated(): Generator<string> {
  const pick = (index: number) => PARTS[index % PARTS.length] ?? "";
  for (let n = 0; n < PARTS.length; n += 1) {
    yield pick(n);
    for (let m = 0; m < PARTS.length; m += 1) yield pick(n) + pick(m);
  }
  for (let n = 0; n < 200; n += 1) {
    const three = pick(n * 7) + pick(n * 11 + 3) + pick(n * 5 + 1);
    yield three;
    yield three + pick(n * 13 + 2);
  }
}

const lookup = {
  matcher: teamMatcher(["Lakeside Youth Soccer"], []),
  choices: {},
  teamIds: new Set<string>(),
  ours: new Set<string>(),
  dateOf: (text: string) => readDate(text, { near: "2026-11-22" }),
  localTime: (date: string, time: string) => ({ date, time }),
};
const fields = Object.keys(scheduleAliases) as ScheduleField[];

test("4 kB of any repeated few characters in every cell are read in linear time", () => {
  const counting = countCharacters();
  onTestFinished(counting.stop);
  for (const part of repeated()) {
    const text = part.repeat(Math.ceil(BYTES / part.length));
    const cells = Object.fromEntries(fields.map((field) => [field, text]));
    counting.read();
    readScheduleRow({ line: 2, shape: "whole", cells }, lookup);
    readFileTime(text);
    calledOff(text);
    readName(text);
    readStatus(text);
    writeCsv([[text]]);
    expect(counting.read() / (text.length * fields.length), JSON.stringify(part)).toBeLessThan(OFTEN);
  }
});

test("headers of 4 kB are read in linear time", async () => {
  for (const part of PARTS) {
    const header = part.replaceAll(",", ";").repeat(Math.ceil(BYTES / part.length));
    const bytes = new TextEncoder().encode(`Date,Opponent,"${header}"\n2026-11-22,Lions,x\n`);
    const read = await charactersRead(() =>
      readSchedule({ bytes, teamId: null, timezone: "America/Chicago" }),
    );
    expect(read / bytes.length, part).toBeLessThan(OFTEN);
  }
});
