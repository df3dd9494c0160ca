import { subscribe } from "node:diagnostics_channel";
import fc from "fast-check";
import { CompiledQuery, type Kysely, sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { BoardFilters } from "#app/domain/control/leaderboard/filters.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { control } = world;
const { boardRows, readBoard } = await import("#app/domain/control/leaderboard/board.server.ts");
const { teamsWith } = await import("#app/db/search-index.server.ts");
const { foundPlaces, walkedPlaces } = await import("#app/domain/control/leaderboard/reading.server.ts");
const { rebuildBoards, replaceEntries, entryRow } = await import(
  "#app/domain/control/leaderboard/entries.server.ts"
);
const { advanceBoards, renewEdition, settleBoards } = await import(
  "#app/domain/control/leaderboard/editions.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");
const { insertRows } = await import("#app/db/insert-rows.server.ts");
const { compareRank } = await import("#app/domain/control/leaderboard/ranking.ts");
const { searchText } = await import("#app/domain/values/search-text.ts");
afterAll(() => world.close());

/** More teams than follow the mean at once, and than stand in one step. */
const TEAMS = 600;
const STATES = ["TX", "OK"];
const AGES = ageGroups.slice(0, 3);
const CITIES = ["Austin", "San José", "Round Rock"];
const NAMES = ["Hawks", "Owls", "Águilas", "hawks", "🦅 Eagles", "\u{ffee} Owls", "U-12 Red"];
const clubs = await Promise.all(
  ["Lakeside", "Prairie FC", "Bayview"].map((name) => world.club(name, { state: "TX" })),
);

const stats = fc
  .record({
    // Most are ranked, so that ranks reach beyond the first steps.
    scores: fc.array(fc.constantFrom(0, 10, 20), { minLength: 2, maxLength: 8 }),
    unrated: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ scores, unrated }) => ({
    totalScore: scores.reduce<number>((sum, score) => sum + score, 0),
    ratedGames: scores.length,
    completedGames: scores.length + unrated,
    perfectGames: scores.filter((score) => score === 20).length,
  }));
const teamOf = (id: fc.Arbitrary<number>): fc.Arbitrary<LeaderboardEntry> =>
  fc
    .record({
      id,
      teamName: fc.constantFrom(...NAMES),
      city: fc.constantFrom(...CITIES),
      state: fc.constantFrom(...STATES),
      ageGroup: fc.constantFrom(...AGES),
      gender: fc.constantFrom(...genders),
      stats,
    })
    .map(({ id, stats, ...team }) => ({
      ...team,
      ...stats,
      teamId: `t${String(id).padStart(4, "0")}`,
      clubCode: clubs[id % clubs.length]?.code ?? "",
      clubName: clubs[id % clubs.length]?.name ?? "",
      lastGameDate: null,
      trend: "stable" as const,
      strip: "",
      changesAt: null,
    }));

const filtersOf: fc.Arbitrary<BoardFilters> = fc
  .record({
    view: fc.constantFrom("state" as const, "national" as const),
    state: fc.constantFrom(...STATES, "WY", null),
    ageGroup: fc.option(fc.constantFrom(...AGES)),
    gender: fc.option(fc.constantFrom(...genders)),
    q: fc.constantFrom(
      "",
      "",
      "",
      "hawks",
      "aw",
      "s",
      "rock ound",
      "aguil",
      "san lakeside",
      "fc",
      "none",
      "🦅",
    ),
    page: fc.integer({ min: 1, max: 14 }),
  })
  .map((given) => (given.view === "state" ? { ...given, state: given.state ?? "TX" } : given));

/** The boards as anybody would compute them from the rows, one by one. */
async function naive(filters: BoardFilters) {
  const rows = await control.selectFrom("standings").selectAll().execute();
  const edition = await control
    .selectFrom("board_editions")
    .selectAll()
    .where("status", "=", "current")
    .executeTakeFirstOrThrow();
  const sum = (list: typeof rows, figure: "ranked" | "total_score" | "rated_games" | "perfect_games") =>
    list.reduce((total, row) => total + row[figure], 0);
  const board = rows.filter(
    (row) =>
      (filters.view === "national" || row.state === filters.state) &&
      (!filters.ageGroup || row.age_group === filters.ageGroup) &&
      (!filters.gender || row.gender === filters.gender),
  );
  const asTeam = (row: (typeof rows)[number]) => ({
    teamId: row.team_id,
    teamName: row.team_name,
    totalScore: row.total_score,
    ratedGames: row.rated_games,
    completedGames: row.completed_games,
    perfectGames: row.perfect_games,
  });
  const ranked = board
    .filter((row) => row.ranked === 1)
    .sort((a, b) => compareRank(asTeam(a), asTeam(b), edition.mean));
  const others = board
    .filter((row) => row.ranked === 0)
    .sort(
      (a, b) =>
        b.rated_games - a.rated_games ||
        b.perfect_games - a.perfect_games ||
        Buffer.compare(Buffer.from(a.team_name), Buffer.from(b.team_name)) ||
        (a.team_id < b.team_id ? -1 : 1),
    );
  const words = searchText(filters.q).split(" ").filter(Boolean);
  const list = [...ranked, ...others]
    .map((row, at) => ({ row, rank: row.ranked === 1 ? at + 1 : null }))
    .filter(({ row }) => filters.state === null || row.state === filters.state)
    .filter(({ row }) => words.every((word) => row.search_text.includes(word)));
  const clubsIn = new Set(board.map((row) => `${row.club_code} ${row.state}`));
  return {
    rows: list
      .slice((filters.page - 1) * 50, filters.page * 50)
      .map(({ row, rank }) => `${rank} ${row.team_id}`),
    cards: {
      teams: board.length,
      ranked: ranked.length,
      clubs: clubsIn.size,
      perfectGames: sum(board, "perfect_games"),
      average: sum(board, "rated_games") === 0 ? null : sum(board, "total_score") / sum(board, "rated_games"),
      matching: list.length,
    },
    totals: {
      edition: edition.id,
      mean: sum(rows, "rated_games") === 0 ? null : edition.mean,
      ranked: sum(rows, "ranked"),
    },
  };
}

async function shown(filters: BoardFilters) {
  const board = await readBoard(control, filters);
  const rows = await boardRows(control, filters, board);
  const { totals, cards } = board;
  return { rows: rows.map((row) => `${row.rank} ${row.teamId}`), totals, cards };
}

const expectSame = async (filters: BoardFilters) =>
  expect(await shown(filters)).toEqual(await naive(filters));

async function fillWith(teams: readonly LeaderboardEntry[]): Promise<void> {
  await control.deleteFrom("standings").execute();
  await insertRows(control, "standings", teams.map(entryRow));
  await rebuildBoards(control);
}

/** Some of the clubs' teams become what is given; those that are named and not given are removed. */
async function change(teams: readonly LeaderboardEntry[], removed: readonly string[] = []): Promise<void> {
  for (const { code } of clubs) {
    const own = teams.filter(({ clubCode }) => clubCode === code);
    const gone = removed.filter((id) => clubs[Number(id.slice(1)) % clubs.length]?.code === code);
    const named = [...new Set([...own.map(({ teamId }) => teamId), ...gone])];
    await replaceEntries(control, {
      clubCode: code,
      teams: named,
      entries: own.filter(({ teamId }) => !gone.includes(teamId)),
    });
  }
}

const heard: { sql: string; parameters: readonly unknown[] }[] = [];
subscribe("goodside.statement", (statement) => heard.push(statement as (typeof heard)[number]));

/** How SQLite looks through the places for a page of a board: its index, as the query's plan names it. */
async function waysThroughPlaces(filters: BoardFilters): Promise<string[]> {
  const board = await readBoard(control, filters);
  const from = heard.length;
  await boardRows(control, filters, board);
  const ways: string[] = [];
  for (const { sql: text, parameters } of heard
    .slice(from)
    .filter((each) => each.sql.includes("board_places"))) {
    const plan = await control.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    ways.push(...plan.rows.map((row) => row.detail).filter((detail) => / [pq] USING /.test(detail)));
  }
  return ways;
}

const some = <T>(each: fc.Arbitrary<T>, size: number) => fc.array(each, { minLength: size, maxLength: size });
const population = fc.tuple(...Array.from({ length: TEAMS }, (_, id) => teamOf(fc.constant(id))));
const anyTeam = teamOf(fc.integer({ min: 0, max: TEAMS + 50 }));
const unique = (teams: LeaderboardEntry[]) => [...new Map(teams.map((team) => [team.teamId, team])).values()];

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant("change" as const), teams: some(anyTeam, 5).map(unique) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("remove" as const), teams: some(anyTeam, 5).map(unique) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant("advance" as const), steps: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.constant({ what: "edition" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant("rename" as const),
      name: fc.constantFrom("Northgate", "Ö Club"),
    }),
  },
);

describe("the books of the boards", () => {
  test("say what the rows say, whatever changes, also in the middle of a new edition", async () => {
    await fc.assert(
      fc.asyncProperty(
        population,
        fc.array(fc.tuple(step, filtersOf, filtersOf), { minLength: 8, maxLength: 14 }),
        async (teams, steps) => {
          await fillWith(teams);
          for (const [what, ...filters] of steps) {
            if (what.what === "change") await change(what.teams);
            if (what.what === "remove")
              await change(
                [],
                what.teams.map(({ teamId }) => teamId),
              );
            if (what.what === "edition") await inTransaction(control, renewEdition);
            if (what.what === "advance")
              for (let left = what.steps; left > 0; left -= 1) await advanceBoards(control);
            if (what.what === "rename") {
              const rows = await control
                .selectFrom("standings")
                .select("team_id")
                .where("club_code", "=", clubs[0]?.code ?? "")
                .limit(40)
                .execute();
              const named = new Set(rows.map((row) => row.team_id));
              await change(
                teams
                  .filter(({ teamId }) => named.has(teamId))
                  .map((team) => ({ ...team, clubName: what.name })),
              );
            }
            for (const each of filters) await expectSame(each);
          }
          await settleBoards(control);
          for (const [, each] of steps) await expectSame(each);
        },
      ),
      { numRuns: 5, endOnFailure: true },
    );
  });

  describe("with six hundred teams", () => {
    const everywhere: BoardFilters[] = [
      { view: "national", state: null, ageGroup: null, gender: null, q: "", page: 7 },
      { view: "national", state: "TX", ageGroup: null, gender: "Girls", q: "", page: 1 },
      { view: "national", state: null, ageGroup: null, gender: null, q: "aw", page: 1 },
      { view: "state", state: "OK", ageGroup: AGES[0] ?? null, gender: null, q: "", page: 2 },
      { view: "state", state: "OK", ageGroup: null, gender: null, q: "rock", page: 1 },
    ];
    const sameEverywhere = async () => {
      for (const filters of everywhere) await expectSame(filters);
    };
    beforeEach(async () => fillWith(fc.sample(population, { numRuns: 1, seed: 7 })[0] ?? []));

    test("move to another mean in one step, once it has drifted, and clear the old edition away", async () => {
      const before = await shown(everywhere[0] as BoardFilters);
      const perfect = fc.sample(some(anyTeam, 150).map(unique), { numRuns: 1, seed: 8 })[0] ?? [];
      await change(
        perfect.map((team) => ({
          ...team,
          totalScore: 120,
          ratedGames: 6,
          completedGames: 6,
          perfectGames: 6,
        })),
      );
      expect((await shown(everywhere[0] as BoardFilters)).totals.mean).toBe(before.totals.mean);
      await sameEverywhere();
      await settleBoards(control);
      const after = await shown(everywhere[0] as BoardFilters);
      expect(after.totals.mean).toBeGreaterThan(before.totals.mean ?? 0);
      expect(after.totals.edition).toBeGreaterThan(before.totals.edition);
      await sameEverywhere();
      await control.updateTable("board_editions").set({ since: "" }).where("status", "=", "old").execute();
      await settleBoards(control);
      const kept = await control.selectFrom("board_editions").selectAll().execute();
      expect(kept).toMatchObject([{ id: after.totals.edition, status: "current" }]);
      const places = await control.selectFrom("board_places").select("edition").distinct().execute();
      expect(places).toEqual([{ edition: after.totals.edition }]);
    });

    test("find the same by walking the board, as for common words, as by sorting what was found", async () => {
      const { edition } = (await shown(everywhere[0] as BoardFilters)).totals;
      const slices = [
        { state: null, ageGroup: null, gender: null },
        { state: "TX", ageGroup: null, gender: "Girls" },
        { state: null, ageGroup: AGES[1] ?? null, gender: null },
      ];
      for (const slice of slices)
        for (const words of [["hawks"], ["s", "aus"], ["ound", "rock"], ["none"]])
          for (const offset of [0, 20]) {
            const page = { edition, offset, limit: 30 };
            const walked = await walkedPlaces(control, { ...page, slice, words });
            expect(walked).toEqual(await foundPlaces(control, { ...page, teams: teamsWith(words, slice) }));
          }
    });

    test.each<[string, Partial<BoardFilters>, string]>([
      ["a state", { view: "state", state: "OK" }, "board_places_by_state "],
      ["a gender", { gender: "Girls", page: 2 }, "board_places_by_group "],
      ["an age group", { ageGroup: "U-6" }, "board_places_by_group "],
      ["a state's gender", { view: "state", state: "OK", gender: "Coed" }, "board_places_by_state_group "],
      [
        "a state's age group",
        { view: "state", state: "OK", ageGroup: "U-6" },
        "board_places_by_state_group ",
      ],
      [
        "a search in a state's age group",
        { view: "state", state: "OK", ageGroup: "U-6", q: "aw" },
        "board_places_by_state_group ",
      ],
    ])("lead to %s along its own index, past nobody else's teams", async (_, asked, index) => {
      const filters = { ...(everywhere[0] as BoardFilters), page: 1, ...asked };
      const ways = await waysThroughPlaces(filters);
      expect(ways.length).toBeGreaterThan(0);
      for (const way of ways.filter((each) => !each.includes("board_places_of_team")))
        expect(way).toContain(index);
    });

    test("are asked for the places of the few teams that a search finds, and for no others", async () => {
      const ways = await waysThroughPlaces({ ...(everywhere[0] as BoardFilters), page: 1, q: "hawks" });
      const places = ways.filter((way) => way.startsWith("SEARCH p "));
      expect(places).toEqual([expect.stringContaining("board_places_of_team (number=?)")]);
    });

    test("are searched as before after the migration that makes the words anew", async () => {
      const { up } = await import("#migrations/control/006-board-words.ts");
      await sql`delete from board_words where rowid % 2 = 0`.execute(control);
      await expect(sameEverywhere()).rejects.toThrow();
      await inTransaction(control, (tx) => up(tx as unknown as Kysely<unknown>));
      await sameEverywhere();
      await expectSame({ ...(everywhere[0] as BoardFilters), page: 1, gender: "Girls", q: "aguil jos" });
    });

    test("stay where the mean stays: no edition is made for a small drift", async () => {
      const { totals } = await shown(everywhere[0] as BoardFilters);
      await change(fc.sample(anyTeam, { numRuns: 1, seed: 9 }));
      expect(await advanceBoards(control)).toBe(false);
      expect((await shown(everywhere[0] as BoardFilters)).totals.edition).toBe(totals.edition);
    });

    test.each(["board_counts", "board_places", "board_block_counts"])(
      "are not touched by a change that cannot be entered whole (%s)",
      async (table) => {
        const before = await Promise.all(everywhere.map(shown));
        await sql
          .raw(
            `create temp trigger refuse before insert on main.${table} begin select raise(abort, 'disk full'); end`,
          )
          .execute(control);
        const changes = fc.sample(some(anyTeam, 5).map(unique), { numRuns: 1, seed: 10 })[0] ?? [];
        await expect(change(changes)).rejects.toThrow("disk full");
        await sql.raw("drop trigger refuse").execute(control);
        expect(await Promise.all(everywhere.map(shown))).toEqual(before);
        await sameEverywhere();
        await change(changes);
        await sameEverywhere();
      },
    );

    test.each([
      ["sums lost", "delete from board_counts"],
      ["places lost", "delete from board_places where number % 3 = 0"],
      ["steps wrong", "update board_step_counts set teams = teams + 1"],
      ["words lost", "delete from board_words where rowid % 2 = 0"],
      ["rows taken away", "delete from standings where team_id like '%7'"],
      ["an edition half made", "update board_editions set status = 'filling', filled_to = 100"],
    ])("are made anew by a rebuild: %s", async (_, damage) => {
      await sql.raw(damage).execute(control);
      await expect(sameEverywhere()).rejects.toThrow();
      await rebuildBoards(control);
      await sameEverywhere();
    });
  });
});
