import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { waitsForFinalScore, waitsForStaff } from "#app/domain/club/ratings/games-to-rate.ts";
import { anyGame, at, writeGames } from "#tests/support/any-game.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const sqlRules = await import("#app/domain/club/ratings/games-to-rate.server.ts");
const lakeside = await world.club("Lakeside");
const hawks = await world.team(lakeside, "Hawks");
const owls = await world.team(lakeside, "Owls");
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  release();
  await world.close();
});

const games = fc.sample(anyGame(hawks, owls), { numRuns: 400, seed: 8 });
await writeGames(db, games);
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id).sort();

test.each([
  ["a coach of the Hawks", [{ teamId: hawks, role: "coach" }]],
  ["a manager of the Owls", [{ teamId: owls, role: "manager" }]],
  [
    "somebody on both sides of the Hawks",
    [
      { teamId: hawks, role: "coach" },
      { teamId: hawks, role: "manager" },
    ],
  ],
] as const)("the games that wait for %s are the same in SQL as in code", async (_who, assignments) => {
  const found = await db
    .selectFrom("games")
    .select("id")
    .where((eb) => sqlRules.waitsForStaff(eb, assignments, at))
    .execute();
  const expected = games.filter((game) => waitsForStaff(game, game.ratings, assignments, at));
  expect(expected.length).toBeGreaterThan(0);
  expect(idsOf(found)).toEqual(idsOf(expected));
});

test("a user without a team has no games to rate", async () => {
  const found = await db
    .selectFrom("games")
    .select("id")
    .where((eb) => sqlRules.waitsForStaff(eb, [], at))
    .execute();
  expect(found).toEqual([]);
  expect(games.filter((game) => waitsForStaff(game, game.ratings, [], at))).toEqual([]);
});

test("the games without a final score are the same in SQL as in code", async () => {
  const found = await db
    .selectFrom("games")
    .select("id")
    .where((eb) => sqlRules.waitsForFinalScore(eb, at))
    .execute();
  const expected = games.filter((game) => waitsForFinalScore(game, at));
  expect(expected.length).toBeGreaterThan(0);
  expect(idsOf(found)).toEqual(idsOf(expected));
});
