import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { boardRows, readBoard } = await import("#app/domain/control/leaderboard/board.server.ts");
const { replaceEntries } = await import("#app/domain/control/leaderboard/entries.server.ts");
const { readBoardFilters } = await import("#app/domain/control/leaderboard/filters.ts");
const { compareRank, isRanked } = await import("#app/domain/control/leaderboard/ranking.ts");
beforeAll(async () => {
  await world.club("Lakeside", { code: "lakeside1" });
  await world.club("Prairie", { code: "prairie1", state: "OK" });
});
const clear = async () => {
  for (const clubCode of ["lakeside1", "prairie1"])
    await replaceEntries(world.control, { clubCode, teams: "all", entries: [] });
};
beforeEach(clear);
afterAll(() => world.close());

const entry = (team: Partial<LeaderboardEntry>): LeaderboardEntry => ({
  teamId: "hawks",
  clubCode: "lakeside1",
  clubName: "Lakeside",
  teamName: "Hawks",
  city: "Austin",
  state: "TX",
  ageGroup: "U-12",
  gender: "Boys",
  totalScore: 60,
  ratedGames: 3,
  completedGames: 3,
  perfectGames: 3,
  lastGameDate: "2026-03-01",
  trend: "stable",
  strip: "ppp",
  changesAt: null,
  ...team,
});
const put = (...teams: Partial<LeaderboardEntry>[]) =>
  replaceEntries(world.control, {
    clubCode: "lakeside1",
    teams: "all",
    entries: teams.map(entry),
  });
const filters = (query: string) => readBoardFilters(new URLSearchParams(query), "TX").filters;
const rowsOf = async (query: string) =>
  boardRows(world.control, filters(query), await readBoard(world.control, filters(query)));
const cardsOf = async (query: string) => (await readBoard(world.control, filters(query))).cards;
const totalsOf = async () => {
  const { mean, ranked } = (await readBoard(world.control, filters(""))).totals;
  return { mean, ranked };
};
const names = async (query: string) =>
  (await rowsOf(query)).map((row) => `${row.rank ?? "-"} ${row.teamName}`);

describe("a board", () => {
  test("a board has the ranks of the pure rule, whatever the teams played", async () => {
    const names = ["Hawks", "Owls", "Bears", "hawks", "Águilas", "🦅 Eagles", "\u{ffee} Owls"];
    const teamArbitrary = fc.record({
      totalScore: fc.integer({ min: 0, max: 30 }).map((tens) => tens * 10),
      ratedGames: fc.integer({ min: 0, max: 12 }),
      completedGames: fc.integer({ min: 0, max: 12 }),
      perfectGames: fc.integer({ min: 0, max: 3 }),
      teamName: fc.constantFrom(...names),
    });
    // Averages of 10 or 20 only: many teams are level, so perfect games, games and names decide.
    const level = fc
      .record({
        points: fc.constantFrom(10, 20),
        ratedGames: fc.integer({ min: 3, max: 6 }),
        perfectGames: fc.integer({ min: 0, max: 3 }),
        teamName: fc.constantFrom(...names),
      })
      .map(({ points, ...team }) => ({
        ...team,
        totalScore: points * team.ratedGames,
        completedGames: team.ratedGames,
      }));
    const any = fc.oneof(teamArbitrary, level);
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 30 }), async (list) => {
        const teams = list.map((team, id) => entry({ ...team, teamId: `t${String(id).padStart(3, "0")}` }));
        await put(...teams);
        const total = teams.reduce((sum, team) => sum + team.totalScore, 0);
        const rated = teams.reduce((sum, team) => sum + team.ratedGames, 0);
        const mean = rated === 0 ? 0 : total / rated;
        const ranked = teams.filter(isRanked).sort((a, b) => compareRank(a, b, mean));
        const rows = await rowsOf("");
        const placed = rows.filter((row) => row.rank !== null);
        expect(placed.map((row) => row.teamId)).toEqual(ranked.map((team) => team.teamId));
        expect(placed.map((row) => row.rank)).toEqual(ranked.map((_, index) => index + 1));
        expect(rows.slice(placed.length).every((row) => row.rank === null)).toBe(true);
        expect(rows).toHaveLength(teams.length);
        expect(await rowsOf("q=lakeside")).toEqual(rows);
        expect(await totalsOf()).toEqual({
          mean: rated === 0 ? null : total / rated,
          ranked: ranked.length,
        });
        const cards = await cardsOf("");
        expect(cards).toMatchObject({ teams: teams.length, ranked: ranked.length, matching: teams.length });
        expect(cards.average).toBe(rated === 0 ? null : total / rated);
      }),
      { numRuns: 60 },
    );
  });

  test("a board draws averages towards the mean of all clubs, not of the board", async () => {
    await put({ teamId: "a", totalScore: 60, ratedGames: 3 });
    await replaceEntries(world.control, {
      clubCode: "prairie1",
      teams: "all",
      entries: [entry({ teamId: "b", clubCode: "prairie1", state: "OK", totalScore: 0, ratedGames: 3 })],
    });
    expect(await totalsOf()).toEqual({ mean: 10, ranked: 2 });
    expect(await cardsOf("")).toMatchObject({ teams: 1, average: 20, clubs: 1 });
    expect(await cardsOf("view=national")).toMatchObject({ teams: 2, clubs: 2 });
  });

  test("a board searches by word prefixes and keeps the ranks of the whole board", async () => {
    await put(
      { teamId: "a", teamName: "Aces", totalScore: 60 },
      { teamId: "b", teamName: "São Bears", totalScore: 50, perfectGames: 2 },
      { teamId: "c", teamName: "Cubs", city: "Round Rock", totalScore: 40, perfectGames: 1 },
      { teamId: "d", teamName: "Dots", state: "OK", totalScore: 30, perfectGames: 1 },
      { teamId: "e", teamName: "Early", ratedGames: 1, totalScore: 20 },
    );
    expect(await names("")).toEqual(["1 Aces", "2 São Bears", "3 Cubs", "- Early"]);
    expect(await names("q=sao")).toEqual(["2 São Bears"]);
    expect(await names("q=ROCK+round")).toEqual(["3 Cubs"]);
    expect(await names("q=lake+ear")).toEqual(["- Early"]);
    expect(await names("q=ears")).toEqual([]);
    expect(await names("q=nobody")).toEqual([]);
    expect(await names("view=national&state=OK")).toEqual(["4 Dots"]);
    expect(await cardsOf("q=bears")).toMatchObject({ teams: 4, matching: 1 });
  });

  test("a board ignores wildcards and quotes in a search", async () => {
    await put({ teamId: "a", teamName: "Aces" }, { teamId: "b", teamName: "Bears" });
    expect(await names("q=%25")).toEqual(await names(""));
    expect(await names("q=_earz")).toEqual([]);
    expect(await names("q=%27%20or%201=1--")).toEqual([]);
  });

  test("a board has fifty teams on a page", async () => {
    const many = Array.from({ length: 120 }, (_, i) => ({
      teamId: `t${i}`,
      teamName: `Team ${String(i).padStart(3, "0")}`,
    }));
    await put(...many);
    expect((await names("page=2")).at(0)).toBe("51 Team 050");
    expect(await names("page=3")).toHaveLength(20);
    expect(await names("page=4")).toEqual([]);
  });
});
