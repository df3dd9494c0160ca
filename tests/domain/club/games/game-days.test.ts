import { expect, test } from "vitest";
import { gameDays } from "#app/domain/club/games/game-days.ts";
import { gameTitle, opponentLabel } from "#app/domain/club/games/labels.ts";

test("games stand by day, and a day of both sides of the present on both", () => {
  const game = (id: string, day: string, past: boolean) => ({ id, day, past });
  const list = [
    game("now", "Today", false),
    game("later", "Today", false),
    game("next", "Tomorrow", false),
    game("morning", "Today", true),
    game("old", "Friday", true),
  ];
  const days = gameDays(list);
  const shape = (side: typeof days.upcoming) =>
    side.map(({ heading, games }) => [heading, games.map(({ id }) => id)]);
  expect(shape(days.upcoming)).toEqual([
    ["Today", ["now", "later"]],
    ["Tomorrow", ["next"]],
  ]);
  expect(shape(days.earlier)).toEqual([
    ["Today", ["morning"]],
    ["Friday", ["old"]],
  ]);
  expect(gameDays([])).toEqual({ upcoming: [], earlier: [] });
});

test("an opponent is named by where the game is", () => {
  expect(opponentLabel({ opponent: "Lions", home_away: "home" })).toBe("vs. Lions");
  expect(opponentLabel({ opponent: "Lions", home_away: "away" })).toBe("at Lions");
  expect(gameTitle({ team_name: "Hawks", opponent: "Lions", home_away: "away" })).toBe("Hawks at Lions");
});
