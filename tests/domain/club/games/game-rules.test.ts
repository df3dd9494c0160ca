import fc from "fast-check";
import type { Expression, SqlBool } from "kysely";
import { afterAll, expect, test } from "vitest";
import {
  conflictsOf,
  endOf,
  type GamePhase,
  gameCounts,
  gameDays,
  gamePhase,
  isOpenToRate,
  isToCome,
  wasMoved,
} from "#app/domain/club/games/game-rules.ts";
import { gameTitle, opponentLabel, phaseName } from "#app/domain/club/games/labels.ts";
import { type AnyGame, anyGame, at, writeGames } from "#tests/support/any-game.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const sqlRules = await import("#app/domain/club/games/game-rules.server.ts");
const lakeside = await world.club("Lakeside");
const hawks = await world.team(lakeside, "Hawks");
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  release();
  await world.close();
});

const games = fc.sample(anyGame(hawks), { numRuns: 400, seed: 8 });
await writeGames(db, games);

type Rule = {
  inSql: (eb: Parameters<typeof sqlRules.gameCounts>[0]) => Expression<SqlBool>;
  pure: (game: AnyGame) => boolean;
};
const phaseRule = (phase: GamePhase): [string, Rule] => [
  `phase ${phase}`,
  { inSql: (eb) => sqlRules.inPhase(eb, phase, at), pure: (game) => gamePhase(game, at) === phase },
];
const rules: [string, Rule][] = [
  ["hasEnded", { inSql: (eb) => sqlRules.hasEnded(eb, at), pure: (game) => endOf(game) <= at }],
  ["isToCome", { inSql: (eb) => sqlRules.isToCome(eb, at), pure: (game) => isToCome(game, at) }],
  ["gameCounts", { inSql: (eb) => sqlRules.gameCounts(eb, at), pure: (game) => gameCounts(game, at) }],
  ["isOpenToRate", { inSql: (eb) => sqlRules.isOpenToRate(eb, at), pure: (game) => isOpenToRate(game, at) }],
  ["wasMoved", { inSql: () => sqlRules.wasMoved(), pure: wasMoved }],
  ...(Object.keys(phaseName) as GamePhase[]).map(phaseRule),
];

// product/games.md#game-status
test.each(rules)("%s is the same in SQL as in code", async (_name, { inSql, pure }) => {
  const found = await db.selectFrom("games").select("id").where(inSql).orderBy("id").execute();
  const expected = games
    .filter(pure)
    .map(({ id }) => id)
    .sort();
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(games.length);
  expect(found.map(({ id }) => id)).toEqual(expected);
});

test("hasRating finds the games that anybody has rated", async () => {
  const found = await db.selectFrom("games").select("id").where(sqlRules.hasRating).orderBy("id").execute();
  const rated = games.filter(({ ratings }) => ratings.length > 0).map(({ id }) => id);
  expect(found.map(({ id }) => id)).toEqual(rated.sort());
  expect(rated.length).toBeGreaterThan(0);
});

const game = (id: string, time: string | null, more: object = {}) => ({
  id,
  team_id: "hawks",
  time,
  starts_at: `2026-11-21T${time ?? "00:00"}:00.000Z`,
  status: "scheduled" as const,
  ...more,
});
const pairs = (...games: ReturnType<typeof game>[]) => Object.fromEntries(conflictsOf(games));

test("two games of a team that kick off less than an hour apart are in each other's way", () => {
  expect(pairs(game("a", "10:00"), game("b", "10:00"))).toEqual({ a: ["b"], b: ["a"] });
  expect(pairs(game("a", "10:59"), game("b", "10:00"))).toEqual({ a: ["b"], b: ["a"] });
  expect(pairs(game("a", "10:00"), game("b", "11:00"))).toEqual({});
  expect(pairs(game("a", "10:00"), game("b", "10:30"), game("c", "11:00"))).toEqual({
    a: ["b"],
    b: ["a", "c"],
    c: ["b"],
  });
});

test("games of two teams, cancelled ones and those without a time are in nobody's way", () => {
  expect(pairs(game("a", "10:00"), game("b", "10:00", { team_id: "owls" }))).toEqual({});
  expect(pairs(game("a", "10:00"), game("b", "10:00", { status: "cancelled" }))).toEqual({});
  expect(pairs(game("a", null), game("b", null), game("c", "00:00"))).toEqual({});
});

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
