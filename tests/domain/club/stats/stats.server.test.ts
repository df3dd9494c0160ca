import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { addParents } from "#tests/support/parents.ts";
import { ratingRow } from "#tests/support/rows.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { clubUsage, teamStats, nextKickOffs } = await import("#app/domain/club/stats/stats.server.ts");
const { EVERYBODY } = await import("#app/domain/club/ratings/seal.ts");
const { averageOf, trendOf } = await import("#app/domain/club/stats/stats.ts");
const { gameCounts, isToCome } = await import("#app/domain/club/games/game-rules.ts");
afterAll(() => world.close());

const final = (score: 0 | 10 | 20) => ({
  final_score: score,
  agreement: "agreed" as const,
  final_policy: "coach-final" as const,
  finalized_at: "2026-01-01T00:00:00.000Z",
});

// product/reports.md#stats
describe("the Hawks' stats", async () => {
  const lakeside = await world.club("Lakeside");
  const hawks = await world.team(lakeside, "Hawks");
  const owls = await world.team(lakeside, "Owls");
  const gone = await world.team(lakeside, "Gone", { status: "deleted" });
  await world.game(lakeside, hawks, 96, { ...final(20), date: "2026-03-01" });
  await world.game(lakeside, hawks, 72, { ...final(0), date: "2026-03-02" });
  await world.game(lakeside, hawks, 48, { date: "2026-03-03" });
  await world.game(lakeside, hawks, 24, { ...final(10), status: "completed", date: "2026-03-04" });
  await world.game(lakeside, hawks, 12, { status: "cancelled", date: "2026-03-05" });
  await world.game(lakeside, hawks, -24, { date: "2026-03-09" });
  await world.game(lakeside, hawks, -48);
  await world.game(lakeside, gone, 24, final(20));
  const stats = await world.platform.clubs.use(lakeside.code, (db) =>
    teamStats(db, "all", EVERYBODY, new Date()),
  );

  test("the Hawks' stats come from the games that count", () => {
    expect(stats.get(hawks)).toEqual({
      teamId: hawks,
      totalScore: 30,
      ratedGames: 3,
      sealedGames: 0,
      completedGames: 4,
      perfectGames: 1,
      minorGames: 1,
      majorGames: 1,
      average: 10,
      strip: "px-m",
      lastGameDate: "2026-03-04",
      trend: "stable",
      firstGame: null,
    });
  });

  test("order two games of one kick-off the same way at the strip's edge", async () => {
    const team = await world.team(lakeside, "Doubles");
    const at = { starts_at: "2026-03-01T15:00:00.000Z" };
    const later = (n: number) => ({ ...final(20), starts_at: `2026-03-02T1${n}:00:00.000Z` });
    for (let n = 0; n < 6; n += 1) await world.game(lakeside, team, 0, later(n));
    await world.game(lakeside, team, 0, { ...final(0), ...at, id: `${team}-b` });
    await world.game(lakeside, team, 0, { ...final(10), ...at, id: `${team}-a` });
    const strip = async () =>
      world.platform.clubs.use(
        lakeside.code,
        async (db) => (await teamStats(db, [team], EVERYBODY, new Date("2026-04-01"))).get(team)?.strip,
      );
    expect(await strip()).toBe("mxpppppp");
    await world.game(lakeside, team, 0, later(7));
    expect(await strip()).toBe("xppppppp");
  });

  test("the Hawks' stats are zeros for a team without games", () => {
    expect(stats.get(owls)).toMatchObject({ totalScore: 0, completedGames: 0, average: null, strip: "" });
    expect(stats.get(owls)?.lastGameDate).toBeNull();
  });

  test("the Hawks' stats hold no sealed result for anybody but administrators, the trend neither", async () => {
    const team = await world.team(lakeside, "Sealed");
    for (let n = 0; n < 6; n += 1) await world.game(lakeside, team, 300 - n, final(n < 3 ? 10 : 20));
    const game = await world.game(lakeside, team, 5, final(0));
    await world.person("Dana", lakeside, [{ team, role: "coach" }]);
    await world.person("Mia", lakeside, [{ team, role: "manager" }]);
    await world.platform.clubs.use(lakeside.code, async (db) => {
      await db
        .insertInto("ratings")
        .values(ratingRow(game, { score: 0, given_by: "dana" }))
        .execute();
      const of = async (viewer: { admin: boolean }) =>
        (await teamStats(db, [team], viewer, new Date())).get(team);
      expect(await of(EVERYBODY)).toMatchObject({
        ...{ ratedGames: 6, sealedGames: 1, completedGames: 7, majorGames: 0, totalScore: 90, average: 15 },
        ...{ strip: "mmmppps", trend: "up" },
      });
      expect(await of({ admin: true })).toMatchObject({
        ...{ ratedGames: 7, sealedGames: 0, completedGames: 7, majorGames: 1, totalScore: 90 },
        ...{ strip: "mmmpppx", trend: "stable" },
      });
    });
  });

  test("the Hawks' stats leave deleted teams out", () => {
    expect([...stats.keys()].sort()).toEqual([hawks, owls].sort());
  });

  test("the Hawks' stats are limited to the teams in scope", async () => {
    const { clubs } = world.platform;
    const statsOf = (scope: string[]) =>
      clubs.use(lakeside.code, (db) => teamStats(db, scope, EVERYBODY, new Date()));
    expect([...(await statsOf([owls, gone, "no such team"])).keys()]).toEqual([owls]);
    expect((await statsOf([])).size).toBe(0);
  });

  test("the Hawks' stats change without an edit at the next kick-off", async () => {
    const next = await world.platform.clubs.use(lakeside.code, (db) => nextKickOffs(db, "all", new Date()));
    const hours = (Date.parse(next.get(hawks) ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    expect([...next.keys()]).toEqual([hawks]);
  });
});

test("the database agrees with the pure rules for any season", { timeout: 60_000 }, async () => {
  const random = await world.club("Random");
  const anyGame = fc.record({
    // Often at one time with another game, or kicking off at this very moment.
    hoursAgo: fc.oneof(fc.integer({ min: -2, max: 6 }), fc.integer({ min: -200, max: 200 })),
    score: fc.constantFrom(0 as const, 10 as const, 20 as const, null),
    status: fc.constantFrom("scheduled", "in-progress", "completed", "cancelled", "rescheduled"),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyGame, { maxLength: 14, size: "max" }), { maxLength: 3 }),
      async (teams) => {
        const at = new Date();
        for (const games of teams) {
          const team = await world.team(random, `Team ${Math.random()}`);
          for (const { hoursAgo, score, status } of games) {
            const starts_at = new Date(at.getTime() - hoursAgo * 3_600_000).toISOString();
            const more = { ...(score === null ? {} : final(score)), status, starts_at };
            await world.game(random, team, hoursAgo, more);
          }
          await world.platform.clubs.use(random.code, async (db) => {
            const stored = await db.selectFrom("games").selectAll().where("team_id", "=", team).execute();
            const pluralize = stored
              .filter((game) => gameCounts(game, at))
              .sort((a, b) => (a.starts_at + a.id < b.starts_at + b.id ? -1 : 1));
            const [first] = stored
              .filter((game) => isToCome(game, at))
              .sort((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
            const scores = pluralize.flatMap((game) => (game.final_score === null ? [] : [game.final_score]));
            const total = scores.reduce<number>((sum, score) => sum + score, 0);
            const marks = { 20: "p", 10: "m", 0: "x" } as const;
            expect((await teamStats(db, [team], EVERYBODY, at)).get(team)).toEqual({
              teamId: team,
              totalScore: total,
              ratedGames: scores.length,
              sealedGames: 0,
              completedGames: pluralize.length,
              perfectGames: scores.filter((score) => score === 20).length,
              minorGames: scores.filter((score) => score === 10).length,
              majorGames: scores.filter((score) => score === 0).length,
              average: averageOf(total, scores.length),
              strip: pluralize
                .slice(-8)
                .map(({ final_score }) => (final_score === null ? "-" : marks[final_score]))
                .join(""),
              lastGameDate:
                pluralize
                  .map(({ date }) => date)
                  .sort()
                  .at(-1) ?? null,
              trend: trendOf(scores),
              firstGame: pluralize.length > 0 || !first ? null : { date: first.date, time: first.time },
            });
          });
        }
      },
    ),
    { numRuns: 25 },
  );
});

// product/billing.md#guarantee
test("a club's use counts from the payment of the year that is asked about", async () => {
  const oakHill = await world.club("Oak Hill");
  const kites = await world.team(oakHill, "Kites");
  const [before, since, after] = [
    "2026-08-30T12:00:00.000Z",
    "2026-09-01T00:00:00.000Z",
    "2026-09-02T12:00:00.000Z",
  ];
  const games = await Promise.all([1, 2, 3].map((n) => world.game(oakHill, kites, n * 24)));
  const agreement = { status: "signed", issue: 1, sent_at: before } as const;
  await addParents(world, oakHill, kites, 1, { name: "Unsent" });
  await addParents(world, oakHill, kites, 2, {
    name: "Early",
    agreement: { ...agreement, signed_at: before },
  });
  await addParents(world, oakHill, kites, 3, { name: "Late", agreement: { ...agreement, signed_at: after } });
  await addParents(world, oakHill, kites, 4, {
    name: "New",
    agreement: { ...agreement, status: "pending", sent_at: since },
  });
  const usage = await world.platform.clubs.use(oakHill.code, async (db) => {
    const [first = "", second = "", third = ""] = games;
    await db
      .insertInto("ratings")
      .values([
        ratingRow(first, { given_at: before }),
        ratingRow(second, { given_at: after }),
        // Corrected: one rating, not two.
        ratingRow(third, { given_at: after, superseded_at: after }),
        ratingRow(third, { id: "again", submission_key: "again", given_at: after, score: 10 }),
      ])
      .execute();
    const file = { subject: "games", file_name: "games.csv", payload: "", finished_at: null } as const;
    const counts = { added: 1, changed: 0, unchanged: 0, skipped: 0, created_by: "ada", created_teams: "[]" };
    await db
      .insertInto("imports")
      .values([
        { ...file, ...counts, id: "i1", status: "done", created_at: before },
        { ...file, ...counts, id: "i2", status: "done", created_at: after },
        { ...file, ...counts, id: "i3", status: "undone", created_at: after },
        { ...file, ...counts, id: "i4", status: "preview", created_at: after },
      ])
      .execute();
    return [await clubUsage(db, since), await clubUsage(db, "")];
  });
  expect(usage).toEqual([
    { ratings: 2, imports: 1, agreementsSent: 4, agreementsSigned: 3 },
    { ratings: 3, imports: 2, agreementsSent: 9, agreementsSigned: 5 },
  ]);
});
