import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { seesAllRatings } from "#app/domain/club/ratings/blind.ts";
import { anyGame, at, writeGames } from "#tests/support/any-game.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const sqlRules = await import("#app/domain/club/ratings/blind.server.ts");
const lakeside = await world.club("Lakeside");
const hawks = await world.team(lakeside, "Hawks");
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  release();
  await world.close();
});

const games = fc.sample(anyGame(hawks), { numRuns: 400, seed: 8 });
await writeGames(db, games);

test.each([
  ["a coach who rated some of them", { accountId: "dana", admin: false }],
  ["a coach who rated none", { accountId: "abel", admin: false }],
  ["an administrator", { accountId: "ada", admin: true }],
])("the games that are open for %s are the same in SQL as in code", async (_who, viewer) => {
  const found = await db
    .selectFrom("games")
    .select("id")
    .where((eb) => sqlRules.seesAllRatings(eb, viewer, at))
    .orderBy("id")
    .execute();
  const expected = games.filter((game) => seesAllRatings(viewer, game, game.ratings, at));
  expect(expected.length).toBeGreaterThan(0);
  expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id).sort());
});
