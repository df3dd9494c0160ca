import fc from "fast-check";
import type { Expression, SqlBool } from "kysely";
import { afterAll, expect, test } from "vitest";
import {
  endOf,
  type GamePhase,
  gameCounts,
  gamePhase,
  isOpenToRate,
  isToCome,
  wasMoved,
} from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
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

// product.md#game-status
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
