import { describe, expect, test } from "vitest";
import { feedEvent } from "#app/domain/club/calendars/feed-event.ts";
import { gameRow } from "#tests/support/rows.ts";

const KICK_OFF = new Date("2026-11-28T19:00:00Z");
const BEFORE = new Date("2026-11-28T18:59:00Z");
const team = { id: "hawks", name: "Hawks", ageGroup: "U-12", gender: "Boys" };
const ratingAddress = "https://goodside.example/rating/game-1";
const eventOf = (more: Partial<ReturnType<typeof gameRow>> = {}, at = BEFORE) =>
  feedEvent(
    { ...gameRow("game-1", "hawks", KICK_OFF), ...more },
    { team, clubName: "Lakeside FC", ratingAddress, at },
  );

describe("the event of a game", () => {
  test("the event of a game names the teams, the place and the two hours of the game", () => {
    expect(eventOf()).toEqual({
      uid: "game-1@goodside",
      sequence: 0,
      when: { start: KICK_OFF, end: new Date("2026-11-28T21:00:00Z") },
      status: "CONFIRMED",
      summary: "Hawks vs. Riverside Lions",
      description: ["Hawks (U-12 Boys), Lakeside FC"],
      location: "Field 1",
      url: null,
    });
  });

  test("the event of a game leads to the rating from kick-off on", () => {
    const { url, description } = eventOf({}, KICK_OFF);
    expect(url).toBe(ratingAddress);
    expect(description).toContain(`Rate this game: ${ratingAddress}`);
  });

  test("the event of a game stays as cancelled, with no rating asked for", () => {
    const event = eventOf({ status: "cancelled", sequence: 2 }, new Date("2026-12-01T00:00:00Z"));
    expect(event).toMatchObject({ status: "CANCELLED", sequence: 2, url: null });
    expect(event.summary).toBe("Cancelled: Hawks vs. Riverside Lions");
    expect(event.description).toContain("This game is cancelled.");
  });

  test("the event of a game without a time is a day marked TBD", () => {
    expect(eventOf({ time: null, date: "2026-11-28", location: "TBD" })).toMatchObject({
      when: { day: "2026-11-28" },
      status: "TENTATIVE",
      summary: "Hawks vs. Riverside Lions (time TBD)",
      location: null,
    });
  });

  test("the event of a game says from when a game was moved", () => {
    const { description } = eventOf({
      original_date: "2026-11-14",
      original_time: "18:00",
      date: "2026-11-28",
    });
    expect(description).toContain("Moved from Sat, Nov 14, 6:00 PM.");
  });

  test("the event of a game has no notes and no score, whatever the game has", () => {
    const event = eventOf({ notes: "Bring Lucy's inhaler", final_score: 0, agreement: "agreed" }, KICK_OFF);
    expect(JSON.stringify(event)).not.toMatch(/Lucy|agreed|score/i);
  });
});
