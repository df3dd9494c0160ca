import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { GamesTable } from "#app/db/club/schema.ts";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, lakeside, hawks, dana, mia, ada } = await openLakeside();
const { SEASON_GAMES, teamGames } = await import("#app/domain/club/stats/team-games.server.ts");
const { assignmentsOf } = await import("#app/domain/club/staff/staff.server.ts");
afterAll(() => world.close());

const users = await world.platform.clubs.use(lakeside.code, async (db) => {
  const user = async (accountId: string, role: "club_admin" | "team_manager" | "coach") => ({
    accountId,
    name: "Somebody",
    email: null,
    role,
    assignments: await assignmentsOf(db, accountId),
  });
  return [await user(ada.id, "club_admin"), await user(mia.id, "team_manager"), await user(dana.id, "coach")];
});
const [admin, manager, coach] = users as [(typeof users)[0], (typeof users)[0], (typeof users)[0]];

const final = (score: 0 | 10 | 20 | null): Partial<GamesTable> =>
  score === null
    ? {}
    : { final_score: score, agreement: "agreed", final_policy: "coach-final", finalized_at: "2026-01-01" };

const games = (teamId: string, user: typeof admin, at = new Date()) =>
  world.platform.clubs.use(lakeside.code, (db) => teamGames(db, teamId, user, at));

test("the latest games have their scores, however long the history", async () => {
  const scores = fc.array(fc.constantFrom(0 as const, 10 as const, 20 as const, null), { maxLength: 55 });
  await fc.assert(
    fc.asyncProperty(scores, async (list) => {
      const team = await world.team(lakeside, `Team ${Math.random()}`);
      for (const [index, score] of list.entries()) {
        await world.game(lakeside, team, 24 * (list.length - index), final(score));
      }
      const at = new Date();
      for (const user of users) {
        const { season } = await games(team, user, at);
        expect(season).toHaveLength(Math.min(list.length, SEASON_GAMES));
        const latest = season.map(({ score }) => score).slice(-8);
        expect(latest).toEqual(list.slice(-8));
      }
    }),
    { numRuns: 12 },
  );
});

test("a sealed result is in no score of the staff, and open to administrators", async () => {
  const team = await world.team(lakeside, "Sealed");
  await world.person("Mia Manager", lakeside, [{ team, role: "manager" }]);
  await world.person("Dana Reyes", lakeside, [{ team, role: "coach" }]);
  await world.game(lakeside, team, 200, final(10));
  const game = await world.game(lakeside, team, 4, final(20));
  await world.platform.clubs.use(lakeside.code, (db) =>
    db
      .insertInto("ratings")
      .values({
        id: "sealed-rating",
        game_id: game,
        side: "coach",
        score: 20,
        reason: "",
        tags: "[]",
        submission_key: "sealed-rating",
        given_by: dana.id,
        given_by_name: "Dana Reyes",
        given_as: "head",
        correction_reason: "",
        saw_other: 0,
        given_at: new Date().toISOString(),
        superseded_at: null,
      })
      .execute(),
  );
  const last = async (user: typeof admin) => (await games(team, user)).season.at(-1);
  expect(await last(manager)).toMatchObject({ score: null, sealed: true });
  expect(await last(coach)).toMatchObject({ score: null, sealed: true });
  expect(await last(admin)).toMatchObject({ score: 20, sealed: false });
});

test("games to come are the next three, and cancelled ones are neither", async () => {
  await world.game(lakeside, hawks, 24, { status: "cancelled" });
  for (const days of [4, 2, 3, 1]) await world.game(lakeside, hawks, -24 * days, { opponent: `In ${days}` });
  const { season, next } = await games(hawks, coach);
  expect(season).toEqual([]);
  expect(next.map(({ opponent }) => opponent)).toEqual(["In 1", "In 2", "In 3"]);
});
