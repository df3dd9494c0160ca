import { describe, expect, test } from "vitest";
import { rateProblemLabel } from "#app/domain/club/ratings/labels.ts";
import {
  CORRECTION_HOURS,
  type Rater,
  ratingPermission,
  type Version,
} from "#app/domain/club/ratings/rating-permission.ts";
import type { RatedAs } from "#app/domain/club/ratings/ratings.ts";

const HOUR = 3_600_000;
const kickOff = new Date("2026-09-19T15:00:00.000Z");
const hoursIn = (hours: number) => new Date(kickOff.getTime() + hours * HOUR);
const game = { status: "scheduled", starts_at: kickOff.toISOString(), time: "10:00" } as const;

const dana: Rater = { accountId: "dana", name: "Dana", side: "coach", as: "head" };
const abel: Rater = { accountId: "abel", name: "Abel", side: "coach", as: "assistant" };
const alma: Rater = { accountId: "alma", name: "Alma", side: "coach", as: "assistant" };
const mona: Rater = { accountId: "mona", name: "Mona", side: "manager", as: "manager" };

const version = (by: string, as: RatedAs, hours: number, more: Partial<Version> = {}): Version => ({
  side: as === "manager" ? "manager" : "coach",
  score: 20,
  given_by: by,
  given_by_name: by,
  given_as: as,
  given_at: hoursIn(hours).toISOString(),
  superseded_at: null,
  ...more,
});
const replaced = { superseded_at: hoursIn(5).toISOString() };

// product/ratings.md#rating-window
describe("what a rater may do", () => {
  test("a rater may do nothing before kick-off or in a cancelled game", () => {
    expect(ratingPermission(dana, game, [], hoursIn(-0.01))).toMatchObject({
      may: "nothing",
      problem: "upcoming",
    });
    expect(ratingPermission(dana, { ...game, status: "cancelled" }, [], hoursIn(3))).toMatchObject({
      problem: "cancelled",
    });
  });
  test("a rater may give a rating from kick-off on, with no end", () => {
    expect(ratingPermission(dana, game, [], hoursIn(0))).toEqual({ may: "give" });
    expect(ratingPermission(mona, game, [version("dana", "head", 1)], hoursIn(2000))).toEqual({
      may: "give",
    });
  });
  test.each([
    ["the head coach replaces an assistant's", dana, version("abel", "assistant", 1), "replace"],
    ["an assistant does not replace the head coach's", abel, version("dana", "head", 1), "head-coach-rated"],
    ["an assistant does not replace another's", alma, version("abel", "assistant", 1), "rated-by-other"],
    ["a second head coach does not replace the first's", dana, version("drew", "head", 1), "rated-by-other"],
    ["a new manager does not replace the former one's", mona, version("max", "manager", 1), "rated-by-other"],
    ["nobody replaces an administrator's correction", dana, version("ada", "admin", 1), "corrected-by-admin"],
  ])("%s", (_, rater, current, expected) => {
    const permission = ratingPermission(rater, game, [current], hoursIn(2));
    expect(permission.may === "nothing" ? permission.problem : permission.may).toBe(expected);
  });
  test("a rater may correct their rating for 48 hours from the first version, however often", () => {
    const versions = [version("dana", "head", 1, replaced), version("dana", "head", 40)];
    expect(ratingPermission(dana, game, versions, hoursIn(1 + CORRECTION_HOURS - 0.01))).toEqual({
      may: "correct",
      until: hoursIn(1 + CORRECTION_HOURS),
    });
    expect(ratingPermission(dana, game, versions, hoursIn(1 + CORRECTION_HOURS))).toMatchObject({
      problem: "correction-over",
    });
  });
  test("a replaced assistant does not correct the head coach's rating", () => {
    const versions = [version("abel", "assistant", 1, replaced), version("dana", "head", 5)];
    expect(ratingPermission(abel, game, versions, hoursIn(6))).toMatchObject({
      problem: "head-coach-rated",
      by: "dana",
    });
  });
  test("an administrator's correction ends the rater's own window", () => {
    const versions = [version("dana", "head", 1, replaced), version("ada", "admin", 5)];
    expect(ratingPermission(dana, game, versions, hoursIn(6))).toMatchObject({
      problem: "corrected-by-admin",
    });
  });
  test("every refusal has its own label", () => {
    const all = (
      [
        "upcoming",
        "cancelled",
        "head-coach-rated",
        "rated-by-other",
        "correction-over",
        "corrected-by-admin",
      ] as const
    ).map((refusal) => rateProblemLabel(refusal, "Dana"));
    expect(new Set(all).size).toBe(6);
    expect(all.join()).not.toContain("undefined");
  });
});
