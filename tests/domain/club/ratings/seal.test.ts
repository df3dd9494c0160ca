import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import {
  isSealed,
  opensAt,
  seesOtherRating,
  seesRating,
  seesResult,
  type TeamRater,
} from "#app/domain/club/ratings/seal.ts";
import { anyGame, at, writeGames } from "#tests/support/any-game.ts";
import { openWorld } from "#tests/support/world.ts";

const HOUR = 3_600_000;
const kickOff = new Date("2026-09-19T15:00:00.000Z");
const hoursIn = (hours: number) => new Date(kickOff.getTime() + hours * HOUR);
const game = { starts_at: kickOff.toISOString(), time: "10:00" };

const rated = (side: "coach" | "manager", given_by: string, superseded_at: string | null = null) => ({
  side,
  given_by,
  superseded_at,
});
const dana: TeamRater = { side: "coach", accountId: "dana" };
const mona: TeamRater = { side: "manager", accountId: "mona" };

test("a rater who administers the club as well sees the other side, so that rating is marked; a blind one is not", () => {
  const before = [rated("manager", "mona")];
  const marked = (admin: boolean) =>
    seesOtherRating(game, before, [dana, mona], { ...dana, admin }, hoursIn(3));
  expect([marked(true), marked(false)]).toEqual([true, false]);
});

// product/ratings.md#blind
describe("a game", () => {
  const sealed = (ratings: ReturnType<typeof rated>[], raters: TeamRater[], hours = 3) =>
    isSealed(game, ratings, raters, hoursIn(hours));

  test("a game is sealed while one side has rated and the other can still rate blind", () => {
    expect(sealed([rated("coach", "dana")], [dana, mona])).toBe(true);
    expect(sealed([rated("manager", "mona")], [dana, mona])).toBe(true);
    expect(sealed([], [dana, mona])).toBe(false);
  });
  test("a game opens when both sides have rated", () => {
    expect(sealed([rated("coach", "dana"), rated("manager", "mona")], [dana, mona])).toBe(false);
  });
  test("a game counts no rating that was replaced", () => {
    const replaced = rated("manager", "mona", hoursIn(2).toISOString());
    expect(sealed([rated("coach", "dana"), replaced], [dana, mona])).toBe(true);
  });
  test("a game opens 48 hours after its end", () => {
    expect(opensAt(game)).toEqual(hoursIn(2 + 48));
    expect(opensAt({ ...game, time: null })).toEqual(hoursIn(24 + 48));
    expect(sealed([rated("coach", "dana")], [dana, mona], 49.99)).toBe(true);
    expect(sealed([rated("coach", "dana")], [dana, mona], 50)).toBe(false);
  });
  test("a game opens at once where the other side has nobody, or only the person who has rated", () => {
    expect(sealed([rated("coach", "dana")], [dana])).toBe(false);
    expect(sealed([rated("coach", "dana")], [dana, { side: "manager", accountId: "dana" }])).toBe(false);
  });
  test("a game stays sealed for the other side after an administrator's correction", () => {
    expect(sealed([rated("coach", "ada")], [dana, mona])).toBe(true);
  });
});

test("a sealed rating is shown to its rater, a sealed result to administrators only", () => {
  const viewer = (accountId: string, admin = false) => ({ accountId, admin });
  const rating = { given_by: "dana" };
  expect(seesRating(viewer("dana"), rating, true)).toBe(true);
  expect(seesRating(viewer("mona"), rating, true)).toBe(false);
  expect(seesRating(viewer("ada", true), rating, true)).toBe(true);
  expect(seesRating(viewer("mona"), rating, false)).toBe(true);
  expect(seesResult(viewer("dana"), true)).toBe(false);
  expect(seesResult(viewer("ada", true), true)).toBe(true);
  expect(seesResult(viewer("mona"), false)).toBe(true);
});

describe("in SQL", async () => {
  const world = await openWorld();
  const sqlRules = await import("#app/domain/club/ratings/seal.server.ts");
  const lakeside = await world.club("Lakeside");
  const [both, coaches, alone, nobody] = [
    await world.team(lakeside, "Both sides"),
    await world.team(lakeside, "Coaches only"),
    await world.team(lakeside, "One person for both"),
    await world.team(lakeside, "Nobody"),
  ];
  const { db, release } = await world.platform.clubs.lease(lakeside.code);
  afterAll(async () => {
    release();
    await world.close();
  });
  const staff = [
    { team: both, role: "coach", account: "dana" },
    { team: both, role: "manager", account: "mona" },
    { team: coaches, role: "coach", account: "dana" },
    { team: coaches, role: "manager", account: "mona", status: "removed" },
    { team: alone, role: "coach", account: "dana" },
    { team: alone, role: "manager", account: "dana" },
  ] as const;
  for (const { team, role, account, ...more } of staff) {
    await world.person(account, lakeside, [{ team, role }]);
    await db
      .updateTable("staff")
      .set({ account_id: account, ...more })
      .where("team_id", "=", team)
      .where("role", "=", role)
      .execute();
  }
  const games = fc.sample(anyGame(both, coaches, alone, nobody), { numRuns: 900, seed: 8 });
  await writeGames(db, games);
  const raters = new Map(
    await Promise.all(
      [both, coaches, alone, nobody].map(
        async (team) => [team, await sqlRules.teamRaters(db, { teamId: team })] as const,
      ),
    ),
  );
  const sealedInCode = games.filter((row) => isSealed(row, row.ratings, raters.get(row.team_id) ?? [], at));

  test("the sealed games are the same as in code", async () => {
    const found = await db
      .selectFrom("games")
      .select("id")
      .where((eb) => sqlRules.isSealed(eb, at))
      .orderBy("id")
      .execute();
    expect(sealedInCode.length).toBeGreaterThan(20);
    expect(new Set(sealedInCode.map(({ team_id }) => team_id))).toContain(alone);
    expect(found.map(({ id }) => id)).toEqual(sealedInCode.map(({ id }) => id).sort());
  });

  test.each([true, false])("a score is visible as in code, administrator: %s", async (admin) => {
    const found = await db
      .selectFrom("games")
      .select("id")
      .select((eb) => [
        sqlRules.visibleScore(eb, { admin }, at).as("score"),
        sqlRules.resultIsSealed(eb, { admin }, at).as("sealed"),
      ])
      .orderBy("id")
      .execute();
    const inCode = [...games]
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .map((row) => {
        const hidden = row.final_score !== null && !seesResult({ admin }, sealedInCode.includes(row));
        return { id: row.id, score: hidden ? null : row.final_score, sealed: hidden ? 1 : 0 };
      });
    expect(found).toEqual(inCode);
  });
});
