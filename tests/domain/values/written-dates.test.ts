import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { datesOf, readDate, readTime } from "#app/domain/values/written-dates.ts";

describe("dates", () => {
  test.each([
    ["2026-09-05", "2026-09-05"],
    ["2026-9-5", "2026-09-05"],
    ["2026/09/05", "2026-09-05"],
    ["9/5/2026", "2026-09-05"],
    ["09/05/2026", "2026-09-05"],
    ["9/5/26", "2026-09-05"],
    ["9-5-2026", "2026-09-05"],
    ["May 25, 2015", "2015-05-25"],
    ["Sept. 5, 2026", "2026-09-05"],
    ["September 5th, 2026", "2026-09-05"],
    ["Sat, Sep 5, 2026", "2026-09-05"],
    ["Saturday 9/5/2026", "2026-09-05"],
    ["5 September 2026", "2026-09-05"],
    ["5-Sep-26", "2026-09-05"],
    ["46270", "2026-09-05"],
    [" 2026-09-05 ", "2026-09-05"],
    ["2/29/2028", "2028-02-29"],
  ])("%s is %s", (text, date) => expect(readDate(text)).toEqual({ date }));

  test.each([
    ["2026-09-05 18:00:00", "2026-09-05", "18:00"],
    ["2026-09-05T18:30", "2026-09-05", "18:30"],
    ["9/5/2026 6:00 PM", "2026-09-05", "18:00"],
    ["Sep 5, 2026, 6 pm", "2026-09-05", "18:00"],
    ["46270.75", "2026-09-05", "18:00"],
  ])("%s is %s at %s", (text, date, time) => expect(readDate(text)).toEqual({ date, time }));

  test.each([
    "",
    "2/30/2026",
    "31/31/2026",
    "13/1/2026",
    "tomorrow",
    "2026",
    "1999999",
    "99999",
    "Sep 2026",
    "0/0/0",
  ])("%s is no date", (text) => expect(readDate(text)).toBeNull());

  test.each([
    ["31/12/2026", "2026-12-31"],
    ["5/9/26", "2026-09-05"],
    ["31.12.2026", "2026-12-31"],
    ["Sat 7/11", "2026-11-07"],
    ["2026-09-05", "2026-09-05"],
  ])("%s is %s with the day first", (text, date) =>
    expect(readDate(text, { dayFirst: true, near: "2026-11-01" })).toEqual({ date }),
  );

  test.each([
    ["Sat 11/7", "2026-11-22", "2026-11-07"],
    ["11/7", "2026-11-22", "2026-11-07"],
    ["1/9", "2026-11-22", "2027-01-09"],
    ["Nov 7", "2027-01-10", "2026-11-07"],
    ["Saturday, Nov. 7th", "2026-09-01", "2026-11-07"],
    // 11/7 is a Sunday in 2027 and a Friday in 2025.
    ["Fri 11/7", "2026-11-22", "2025-11-07"],
  ])("%s near %s is %s", (text, near, date) => expect(readDate(text, { near })).toEqual({ date }));

  test("a date without a year needs something to be close to, and a weekday that fits", () => {
    expect(readDate("11/7")).toBeNull();
    expect(readDate("Wed 11/7", { near: "2026-11-22" })).toBeNull();
    expect(readDate("2/30", { near: "2026-11-22" })).toBeNull();
    expect(readDate("Sat 11/7 6:00 PM", { near: "2026-11-22" })).toEqual({
      date: "2026-11-07",
      time: "18:00",
    });
  });

  test.each([
    [["31/12/2026", "5/9/2026"], { dayFirst: true, unsure: false, near: "2026-12-31" }],
    [["12/31/2026", "5/9/2026"], { dayFirst: false, unsure: false, near: "2026-12-31" }],
    // A file that is written both ways is read one way: the other dates are errors.
    [["31/12/2026", "12/31/2026"], { dayFirst: false, unsure: false, near: "2026-12-31" }],
    [["3/6/2027", "4/7/2027"], { dayFirst: false, unsure: true, near: "2027-03-06" }],
    [["5/5/2027", ""], { dayFirst: false, unsure: false, near: "2027-05-05" }],
    [["Sat 11/7"], { dayFirst: false, unsure: true, near: "2026-11-22" }],
    [["2027-03-06", "soon"], { dayFirst: false, unsure: false, near: "2027-03-06" }],
    [[], { dayFirst: false, unsure: false, near: "2026-11-22" }],
  ])("%j as the dates of one file", (cells, dates) => expect(datesOf(cells, "2026-11-22")).toEqual(dates));

  test("every real day is read back in each notation", () => {
    const days = fc.date({ min: new Date("2009-07-07"), max: new Date("2060-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString().slice(0, 10);
        const [y = "", m = "", d = ""] = iso.split("-");
        const words = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(day);
        const serial = Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000);
        for (const text of [iso, `${m}/${d}/${y}`, `${Number(m)}/${Number(d)}/${y}`, words, String(serial)])
          expect(readDate(text)).toEqual({ date: iso });
      }),
    );
  });
});

describe("times", () => {
  test.each([
    ["6:00 PM", "18:00"],
    ["06:00 PM", "18:00"],
    ["6 pm", "18:00"],
    ["6p", "18:00"],
    ["6:30 p.m.", "18:30"],
    ["12:00 AM", "00:00"],
    ["12:00 PM", "12:00"],
    ["noon", "12:00"],
    ["18:00", "18:00"],
    ["18:00:00", "18:00"],
    ["09:05", "09:05"],
    ["0.75", "18:00"],
    ["8:30", "08:30"],
  ])("%s is %s", (text, time) => expect(readTime(text)).toEqual({ time, guessed: false }));

  test.each(["TBD", "tba", "TBC", "t.b.d.", "To be determined"])("%s is to be decided", (text) =>
    expect(readTime(text)).toBe("TBD"),
  );

  test("an early hour without AM or PM is marked as guessed", () => {
    expect(readTime("6:00")).toEqual({ time: "06:00", guessed: true });
    expect(readTime("06:00")).toEqual({ time: "06:00", guessed: false });
  });

  test.each(["", "25:00", "6:75 PM", "13 pm", "0 am", "six", "6", "6:00 PM ET", "18:00-19:00"])(
    "%s is no time",
    (text) => expect(readTime(text)).toBeNull(),
  );

  test("every minute of the day is read back in both notations", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hours, minutes) => {
        const mm = String(minutes).padStart(2, "0");
        const time = `${String(hours).padStart(2, "0")}:${mm}`;
        const twelve = `${hours % 12 === 0 ? 12 : hours % 12}:${mm} ${hours < 12 ? "AM" : "PM"}`;
        expect(readTime(time)).toEqual({ time, guessed: false });
        expect(readTime(twelve)).toEqual({ time, guessed: false });
      }),
    );
  });
});
