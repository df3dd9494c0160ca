import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";

// Two independent guards keep a former team's games from being rated: no one is assigned to the team any more, and its
// games cannot be found.

const world = await openWorld();
const { correctRating, findRatedGame, rateGame } = await import("#app/domain/club/ratings/ratings.server.ts");
const { gamesToRate } = await import("#app/domain/club/ratings/games-to-rate.server.ts");
const { assignmentsOf } = await import("#app/domain/club/staff/staff.server.ts");
const { archiveTeam, deleteTeam, restoreTeam } = await import("#app/domain/club/teams/team-status.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
const { now } = await import("#app/runtime/clock.server.ts");
const lakeside = await world.club("Lakeside");
const { db, release } = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  release();
  await world.close();
});

test.each([
  ["archived", archiveTeam],
  ["deleted", deleteTeam],
] as const)("the games of a team that is %s are rated and corrected by nobody", async (how, leave) => {
  const team = await world.team(lakeside, `Hawks, ${how}`);
  const played = await world.game(lakeside, team, 5);
  const rated = await world.game(lakeside, team, 6);
  const dana = await world.person(`Dana ${how}`, lakeside, [{ team, role: "coach" }]);
  const rater = { accountId: dana, name: "Dana", side: "coach", as: "head" } as const;
  const give = (gameId: string, key: string) => ({
    ...({ gameId, score: 20, tags: [], reason: "Calm" } as const),
    submission: `${how}-${key}`.padEnd(22, "x"),
    version: "",
  });
  const rate = (gameId: string, key: string) =>
    inTransaction(db, (tx) => rateGame(tx, give(gameId, key), rater));
  expect(await rate(rated, "before")).toMatchObject({ ok: true });
  const assigned = await assignmentsOf(db, dana);
  expect(assigned.map(({ teamId }) => teamId)).toEqual([team]);
  expect((await gamesToRate(db, assigned, now(), 9)).total).toBe(1);
  const versions = () => db.selectFrom("ratings").selectAll().orderBy("id").execute();
  const before = await versions();

  await inTransaction(db, (tx) => leave(tx, team));
  expect(await assignmentsOf(db, dana)).toEqual([]);
  expect(await findRatedGame(db, played)).toBeUndefined();
  expect(await rate(played, "after")).toEqual({ ok: false, problem: "not-found" });
  const correction = { ...give(rated, "correction"), reason: "Not so calm", side: "coach" as const };
  const ada = { accountId: lakeside.adminAccount, name: "Ada" };
  expect(
    await inTransaction(db, (tx) => correctRating(tx, { ...correction, correctionReason: "Heard" }, ada)),
  ).toEqual({ ok: false, problem: "not-found" });
  expect(await versions()).toEqual(before);

  await inTransaction(db, (tx) => restoreTeam(tx, team));
  expect((await assignmentsOf(db, dana)).map(({ teamId }) => teamId)).toEqual([team]);
  expect(await rate(played, "restored")).toMatchObject({ ok: true });
});
