import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calledOff,
  isBye,
  isPlaceholder,
  joinPlaces,
  oneLine,
  readHomeAway,
  readName,
  readOpponent,
  readStatus,
  readTitle,
} from "#app/domain/club/schedule-import/schedule-values.ts";
import { readDate, readTime } from "#app/domain/values/written-dates.ts";
import { charactersRead } from "#tests/support/characters-read.ts";

describe("what is no game", () => {
  test.each(["Bye", "BYE", "- bye -", "Bye week", "No Game", "(bye)"])("%s is a bye", (text) =>
    expect(isBye(text)).toBe(true),
  );
  test.each(["Byers Rapids", "Bye Bye Birdies", "Goodbye", ""])("%s is not", (text) =>
    expect(isBye(text)).toBe(false),
  );
  test.each([
    ["Cancelled - Riverside Lions", "Riverside Lions"],
    ["CANCELED: Kings", "Kings"],
    ["(Cancelled) - Kings", "Kings"],
    ["Cancelled Kings", "Kings"],
    ["Hawks vs Rovers (Canceled)", "Hawks vs Rovers"],
    ["CANCELED Hawks vs Storm", "Hawks vs Storm"],
    ["Hawks vs Lake - CANCELLED", "Hawks vs Lake"],
    ["*** CANCELLED *** Hawks vs Storm", "Hawks vs Storm"],
    ["Hawks (Canceled) vs Rovers", "Hawks vs Rovers"],
    ["Hawks CANCELED vs Rovers", "Hawks vs Rovers"],
    ["Hawks vs Rovers CANCELED due to rain", "Hawks vs Rovers"],
    ["Canceled due to rain: Hawks vs Storm", "Hawks vs Storm"],
    ["Rained out: Hawks vs Storm", "Hawks vs Storm"],
    ["Kings (No Show)", "Kings"],
    ["Kings - Not Played", "Kings"],
    ["FIELDS CLOSED - Kings", "Kings"],
    ["Cancelled", ""],
  ])("%s is called off: %s", (text, name) =>
    expect(calledOff(text)).toMatchObject({ name, kind: "cancelled" }),
  );
  test.each([
    ["Hawks vs Pines [PPD]", "postponed"],
    ["Hawks vs Pines - Postponed to 1/15", "postponed"],
    ["Hawks vs Pines (Forfeit)", "forfeited"],
  ])("%s is %s", (text, kind) => expect(calledOff(text)).toMatchObject({ name: "Hawks vs Pines", kind }));
  test.each(["Kings", "Open Field Showcase", "Southside Players"])("%s is on", (text) =>
    expect(calledOff(text)).toBeNull(),
  );
  test.each(["-", "\u2014", "?", "Open", "TBD", "Winner of Game 3", "1st Place Pool A", "N/A", "Seed 2"])(
    "%s is no opponent yet",
    (text) => expect(isPlaceholder(text)).toBe(true),
  );
  test.each(["Winners FC", "\u674e\u5c0f\u9f99", "Openers", "Tbilisi"])("%s is one", (text) =>
    expect(isPlaceholder(text)).toBe(false),
  );
});

describe("a name", () => {
  test.each([
    ["Rovers (3-1)", { name: "Rovers" }],
    ["Rovers 3-1", { name: "Rovers" }],
    ["Rovers, L 2-4", { name: "Rovers" }],
    ["Rovers at Kapok Park", { name: "Rovers", place: "Kapok Park" }],
    ["Dragons (Away)", { name: "Dragons", homeAway: "away" }],
    ["Rovers - Home", { name: "Rovers", homeAway: "home" }],
    ["12 - Hawks", { name: "Hawks" }],
    ["#12 Hawks", { name: "Hawks" }],
    ["Northside SC 12B (Cup game 1)", { name: "Northside SC 12B" }],
    ["Rovers (Make-up)", { name: "Rovers" }],
  ])("%s stands without what is around it", (text, read) => expect(readName(text)).toEqual(read));
  test.each([
    "Rovers (08-09)",
    "FC Dallas (B12)",
    "Storm 14-15",
    "Rovers (New York)",
    "1. FC K\u00f6ln",
    "09 Academy",
  ])("%s is the name", (text) => expect(readName(text)).toEqual({ name: text }));
  test("a venue and a field are one place", () => {
    expect(joinPlaces("Alder Park", "Pitch 1A")).toBe("Alder Park, Pitch 1A");
    expect(joinPlaces("Alder Park", "Alder Park Field 3")).toBe("Alder Park Field 3");
    expect(joinPlaces("Alder Park", "3")).toBe("Alder Park, 3");
  });
});

describe("words", () => {
  test.each([
    ["Home", "home"],
    ["H", "home"],
    ["1", "home"],
    ["vs.", "home"],
    ["Away", "away"],
    ["@", "away"],
    ["FALSE", "away"],
    ["neutral", null],
  ])("home or away: %s", (text, side) => expect(readHomeAway(text)).toBe(side));

  test.each([
    ["Scheduled", "on"],
    ["Final", "on"],
    ["", "on"],
    ["Cancelled", "cancelled"],
    ["CANCELED - weather", "cancelled"],
    ["Rained out", "cancelled"],
    ["No Show", "cancelled"],
    ["Not Played", "cancelled"],
    ["Fields Closed", "cancelled"],
    ["PPD", "postponed"],
    ["Home Forfeit", "forfeited"],
    ["Upcoming", "on"],
    ["Field Change", "on"],
    ["Other", "on"],
    ["Deleted", "deleted"],
    ["Postponed", "postponed"],
    ["Unscheduled", "unscheduled"],
    ["Purple", null],
  ])("status: %s", (text, status) => expect(readStatus(text)).toBe(status));

  test("the opponent's cell says who is at home", () => {
    expect(readOpponent("@ Lions")).toEqual({ opponent: "Lions", homeAway: "away" });
    expect(readOpponent("@Lions")).toEqual({ opponent: "Lions", homeAway: "away" });
    expect(readOpponent("at Lions")).toEqual({ opponent: "Lions", homeAway: "away" });
    expect(readOpponent("vs. Lions")).toEqual({ opponent: "Lions", homeAway: "home" });
    expect(readOpponent("Atlanta Fire")).toEqual({ opponent: "Atlanta Fire" });
  });

  test("a title has two sides", () => {
    expect(readTitle("Hawks vs. Lions")).toEqual({ home: "Hawks", away: "Lions" });
    expect(readTitle("Hawks @ Lions")).toEqual({ home: "Lions", away: "Hawks" });
    expect(readTitle("Team photo")).toBeNull();
  });

  test("any cell becomes one line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const line = oneLine(text);
        expect(line).not.toMatch(/[\n\r\t\p{Cc}\u2028\u2029]|^\s|\s$/u);
        expect(oneLine(line)).toBe(line);
      }),
    );
  });

  test("every reader takes linear time on long malicious text", async () => {
    const readers = [readDate, readTime, readHomeAway, readStatus, readOpponent, readTitle, oneLine];
    const texts = ["a".repeat(100_000), " ".repeat(100_000), "1:".repeat(50_000), " vs".repeat(33_000)];
    for (const reader of readers)
      for (const text of texts)
        expect(await charactersRead(() => reader(text)), reader.name).toBeLessThan(50 * text.length);
  });
});
