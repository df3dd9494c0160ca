import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  calledOff,
  isBye,
  oneLine,
  readHomeAway,
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
    ["Cancelled", null],
    ["Cancelled Kings", null],
    ["Kings", null],
  ])("%s is called off: %s", (text, name) => expect(calledOff(text)).toBe(name));
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
