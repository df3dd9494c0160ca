import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type CalendarEvent, writeCalendar } from "#app/calendar/write-calendar.ts";

const AT = new Date("2026-11-22T12:00:00Z");
const game: CalendarEvent = {
  uid: "game-1@goodside",
  sequence: 3,
  when: { start: new Date("2026-11-28T19:00:00Z"), end: new Date("2026-11-28T21:00:00Z") },
  status: "CONFIRMED",
  summary: "Hawks vs. Lions",
  description: ["Hawks (U-12 Boys), Lakeside FC", "Rate this game: https://goodside.example/rating/game-1"],
  location: "Zilker Park, Field 3; north end",
  url: "https://goodside.example/rating/game-1",
};

const write = (...events: CalendarEvent[]) =>
  writeCalendar({ name: "Hawks, Lakeside FC", timezone: "America/Chicago", events }, AT);
const read = (text: string) => new ICAL.Component(ICAL.parse(text));
const eventsOf = (text: string) => read(text).getAllSubcomponents("vevent");

describe("a calendar", () => {
  test("a calendar gives its refresh interval and its time zone", () => {
    const calendar = read(write(game));
    const value = (name: string) => String(calendar.getFirstPropertyValue(name));
    expect(value("version")).toBe("2.0");
    expect(value("method")).toBe("PUBLISH");
    expect(value("x-wr-timezone")).toBe("America/Chicago");
    expect(value("x-wr-calname")).toBe("Hawks\\, Lakeside FC");
    expect(value("name")).toBe("Hawks\\, Lakeside FC");
    expect(value("refresh-interval")).toBe("PT1H");
    expect(value("x-published-ttl")).toBe("PT1H");
  });

  test("another program reads a calendar as intended", () => {
    const [event] = eventsOf(write(game));
    const value = (name: string) => String(event?.getFirstPropertyValue(name));
    expect(value("uid")).toBe("game-1@goodside");
    expect(value("sequence")).toBe("3");
    expect(value("dtstart")).toBe("2026-11-28T19:00:00Z");
    expect(value("dtend")).toBe("2026-11-28T21:00:00Z");
    expect(value("location")).toBe("Zilker Park, Field 3; north end");
    expect(value("description")).toBe(game.description.join("\n"));
    expect(value("url")).toBe(game.url);
    expect(value("dtstamp")).toBe("2026-11-22T12:00:00Z");
  });

  test("a game without a time is an all-day event that does not block the day", () => {
    const [event] = eventsOf(write({ ...game, when: { day: "2026-12-31" } }));
    const value = (name: string) => String(event?.getFirstPropertyValue(name));
    expect([value("dtstart"), value("dtend"), value("transp")]).toEqual([
      "2026-12-31",
      "2027-01-01",
      "TRANSPARENT",
    ]);
  });

  test("an empty calendar clears a phone's copy", () => {
    expect(eventsOf(write())).toEqual([]);
  });
});

describe("any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({
      unit: fc.constantFrom("é", "日", "👩‍👧", ",", ";", "\\", "\n", "\r", '"', ":", " ", "END:VEVENT"),
    }),
  );
  /** Replaces half a character, which cannot be sent. */
  const wellFormed = (text: string) => Buffer.from(text).toString("utf8");
  const shown = (text: string) =>
    wellFormed(text)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
      .trim();

  test("any text stays inside its own property, and no line is longer than 75 octets or cuts a character", () => {
    fc.assert(
      fc.property(anyText, anyText, (summary, location) => {
        const text = Buffer.from(write({ ...game, summary, location })).toString("utf8");
        const lines = text.split("\r\n");
        expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
        expect(text.includes("\uFFFD")).toBe(wellFormed(summary + location).includes("\uFFFD"));
        const [event, ...others] = eventsOf(text);
        expect(others).toEqual([]);
        expect(event?.getFirstPropertyValue("summary")).toBe(shown(summary));
      }),
      { numRuns: 300 },
    );
  });
});
