import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { join } from "node:path";
import fc from "fast-check";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { BoardFilters } from "#app/domain/control/leaderboard/filters.ts";
import { ageGroups, genders } from "#app/domain/values/age-groups.ts";
import type { LeaderboardEntry } from "#app/domain/values/leaderboard-entry.ts";
import { migrations } from "#migrations/control/index.ts";
import { runs } from "#tests/support/runs.ts";
import { breakTable } from "#tests/support/triggers.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { control } = world;
const { boardRows, findTeams, readBoard } = await import("#app/domain/control/leaderboard/board.server.ts");
const { addEntries, countChange, rebuildWords, replaceEntries } = await import(
  "#app/domain/control/leaderboard/entries.server.ts"
);
const { deleteRetiredSnapshots, makeSnapshot, refreshSnapshot, SMALL_PLATFORM_TEAMS } = await import(
  "#app/domain/control/leaderboard/snapshot.server.ts"
);
const { inTransaction } = await import("#app/db/engine.server.ts");
const { kyselyOver, openFile } = await import("#app/db/file-engine.server.ts");
const { migrate } = await import("#app/db/migrate.server.ts");
const { compareRank } = await import("#app/domain/control/leaderboard/ranking.ts");
const { searchText } = await import("#app/domain/values/names.ts");
afterAll(() => world.close());

const TEAMS = 400;
const STATES = ["TX", "OK"];
const AGES = ageGroups.slice(0, 3);
const CITIES = ["Austin", "San José", "Round Rock"];
const NAMES = ["Hawks", "Owls", "Águilas", "hawks", "🦅 Eagles", "\u{ffee} Owls", "U-12 Red"];
const clubs = await Promise.all(
  ["Lakeside", "Prairie FC", "Bayview"].map((name) => world.club(name, { state: "TX" })),
);

const stats = fc
  .record({
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
      "ha",
      "s",
      "rock rou",
      "aguil",
      "san lakeside",
      "fc",
      "none",
      "🦅",
    ),
    page: fc.integer({ min: 1, max: 9 }),
  })
  .map((given) => (given.view === "state" ? { ...given, state: given.state ?? "TX" } : given));

/** Computes the board as anybody would compute it from the entries, one by one. */
async function naive(filters: BoardFilters) {
  const rows = await control.selectFrom("standings").selectAll().execute();
  const sum = (list: typeof rows, column: "ranked" | "total_score" | "rated_games" | "perfect_games") =>
    list.reduce((total, row) => total + row[column], 0);
  const mean = sum(rows, "rated_games") === 0 ? null : sum(rows, "total_score") / sum(rows, "rated_games");
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
    .sort((a, b) => compareRank(asTeam(a), asTeam(b), mean ?? 0));
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
    .map((row, index) => ({ row, rank: row.ranked === 1 ? index + 1 : null }))
    .filter(({ row }) => filters.state === null || row.state === filters.state)
    .filter(({ row }) => words.every((word) => ` ${row.search_text}`.includes(` ${word}`)));
  return {
    rows: list
      .slice((filters.page - 1) * 50, filters.page * 50)
      .map(({ row, rank }) => `${rank} ${row.team_id} ${row.total_score}`),
    cards: {
      teams: board.length,
      ranked: ranked.length,
      clubs: new Set(board.map((row) => row.club_code)).size,
      perfectGames: sum(board, "perfect_games"),
      average: sum(board, "rated_games") === 0 ? null : sum(board, "total_score") / sum(board, "rated_games"),
      matching: list.length,
    },
    totals: { mean, ranked: sum(rows, "ranked") },
  };
}

async function shown(filters: BoardFilters) {
  const board = await readBoard(control, filters);
  const rows = await boardRows(control, filters, board);
  const { totals, cards } = board;
  return { rows: rows.map((row) => `${row.rank} ${row.teamId} ${row.totalScore}`), totals, cards };
}

const expectSame = async (filters: BoardFilters) =>
  expect(await shown(filters)).toEqual(await naive(filters));

async function fillWith(teams: readonly LeaderboardEntry[]): Promise<void> {
  for (const { code } of clubs) await replaceEntries(control, { clubCode: code, teams: "all", entries: [] });
  await inTransaction(control, (tx) => addEntries(tx, teams));
}

/** Replaces entries of the clubs' teams; those named in `removed` are removed. */
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

const many = <T>(one: fc.Arbitrary<T>, size: number) => fc.array(one, { minLength: size, maxLength: size });
const population = (teams: number) =>
  fc.tuple(...Array.from({ length: teams }, (_, id) => teamOf(fc.constant(id))));
const anyTeam = teamOf(fc.integer({ min: 0, max: TEAMS + 50 }));
const unique = (teams: LeaderboardEntry[]) => [...new Map(teams.map((team) => [team.teamId, team])).values()];
const sample = <T>(one: fc.Arbitrary<T>, seed: number) => fc.sample(one, { numRuns: 1, seed })[0] as T;

const all: BoardFilters = { view: "national", state: null, ageGroup: null, gender: null, q: "", page: 1 };
const everywhere: BoardFilters[] = [
  { ...all, page: 7 },
  { ...all, state: "TX", gender: "Girls" },
  { ...all, q: "ha" },
  { ...all, view: "state", state: "OK", ageGroup: AGES[0] ?? null, page: 2 },
  { ...all, view: "state", state: "OK", q: "rock" },
];
const sameEverywhere = async () => {
  for (const filters of everywhere) await expectSame(filters);
};

const snapshots = () => control.selectFrom("leaderboard_snapshots").selectAll().orderBy("id").execute();
const activeSnapshot = async () =>
  (await control.selectFrom("leaderboard").select("snapshot").executeTakeFirstOrThrow()).snapshot;
/** Makes the snapshots older. */
const age = async (minutes: number) => {
  const before = new Date(Date.now() - minutes * 60_000).toISOString();
  await control.updateTable("leaderboard_snapshots").set({ made_at: before }).execute();
  await control
    .updateTable("leaderboard_snapshots")
    .set({ retired_at: before })
    .where("retired_at", "is not", null)
    .execute();
};

describe("on a small platform", () => {
  test("every look shows the current entries, after any changes", async () => {
    const step = fc.record({
      what: fc.constantFrom("change", "remove", "rename", "jobs"),
      teams: many(anyTeam, 5).map(unique),
    });
    await fc.assert(
      fc.asyncProperty(
        population(TEAMS),
        fc.array(fc.tuple(step, filtersOf, filtersOf), { minLength: 4, maxLength: 8 }),
        async (teams, steps) => {
          await fillWith(teams);
          for (const [{ what, teams: chosen }, ...looks] of steps) {
            if (what === "change") await change(chosen);
            if (what === "remove")
              await change(
                [],
                chosen.map(({ teamId }) => teamId),
              );
            if (what === "rename") await change(chosen.map((team) => ({ ...team, clubName: "Ö Club" })));
            if (what === "jobs") await refreshSnapshot(control);
            for (const look of looks) await expectSame(look);
          }
        },
      ),
      { numRuns: runs(2, 5), endOnFailure: true },
    );
  });

  describe("with four hundred teams", () => {
    beforeEach(() => fillWith(sample(population(TEAMS), 7)));

    test("only the first look after a change makes a snapshot", async () => {
      await sameEverywhere();
      const first = await activeSnapshot();
      await sameEverywhere();
      expect(await activeSnapshot()).toBe(first);
      await change([sample(anyTeam, 9)]);
      await sameEverywhere();
      expect(await activeSnapshot()).not.toBe(first);
    });

    test("looks at the same time share one snapshot", async () => {
      await sameEverywhere();
      const before = (await snapshots()).length;
      await change([sample(anyTeam, 9)]);
      await Promise.all(Array.from({ length: 10 }, () => expectSame(all)));
      expect(await snapshots()).toHaveLength(before + 1);
      const looking = Promise.all(Array.from({ length: 10 }, () => shown(all)));
      await change([sample(anyTeam, 10)]);
      await expectSame(all);
      await looking;
    });

    test("looks at the same time share one failure, and the next look tries again", async () => {
      await sameEverywhere();
      const before = await shown(all);
      await change([sample(anyTeam, 9)]);
      let attempts = 0;
      const count = (statement: unknown) => {
        if (/^insert into "?leaderboard_snapshots\b/.test((statement as { sql: string }).sql)) attempts += 1;
      };
      const mend = await breakTable(control, "leaderboard_ranks");
      subscribe("goodside.statement", count);
      try {
        const looks = await Promise.all(Array.from({ length: 10 }, () => shown(all)));
        expect(looks).toEqual(looks.map(() => before));
        expect(attempts).toBe(1);
        await shown(all);
        expect(attempts).toBe(2);
      } finally {
        unsubscribe("goodside.statement", count);
        await mend();
      }
      await sameEverywhere();
    });

    test("a retired snapshot is deleted after a minute", async () => {
      await sameEverywhere();
      await change([sample(anyTeam, 9)]);
      await sameEverywhere();
      await deleteRetiredSnapshots(control);
      expect((await snapshots()).length).toBeGreaterThan(1);
      await age(2);
      await deleteRetiredSnapshots(control);
      const active = await activeSnapshot();
      expect((await snapshots()).map(({ id }) => id)).toEqual([active]);
      for (const table of ["leaderboard_boards", "leaderboard_pages", "leaderboard_ranks"] as const)
        expect(await control.selectFrom(table).select("snapshot").distinct().execute()).toEqual([
          { snapshot: active },
        ]);
      await sameEverywhere();
    });

    test.each(["leaderboard_boards", "leaderboard_pages", "leaderboard_ranks", "leaderboard_snapshots"])(
      "if a snapshot cannot be written (%s), the one before it is shown",
      async (table) => {
        // The text index is always up to date, so a search may find another team at its old rank.
        const looks = everywhere.filter(({ q }) => q === "");
        const before = await Promise.all(looks.map(shown));
        await change([sample(anyTeam, 9)]);
        const mend = await breakTable(control, table);
        try {
          expect(await Promise.all(looks.map(shown))).toEqual(before);
        } finally {
          await mend();
        }
        await sameEverywhere();
      },
    );

    test("the first hundred of too many matches are in the order of the board", async () => {
      for (const filters of [
        all,
        { ...all, gender: "Girls" },
        { ...all, view: "state" as const, state: "OK" },
      ])
        for (const q of ["hawks", "l", "haw aus", "rou rock"]) {
          const asked = { ...filters, q, page: 2 };
          const board = await readBoard(control, asked);
          const found = board.found?.slice(0, 100);
          expect(found?.length).toBeGreaterThan(0);
          expect(await findTeams(control, board, asked, 0)).toEqual({ matching: null, found });
        }
    });

    // PostgreSQL plans by how many rows there are, which are few here.
    test.skipIf(process.env.DATABASE_URL)("no page scans a table", async () => {
      await shown(all);
      const heard: { sql: string; parameters: readonly unknown[] }[] = [];
      subscribe("goodside.statement", (statement) => heard.push(statement as (typeof heard)[number]));
      for (const filters of everywhere) await shown(filters);
      const reading = heard.filter(
        (one) => one.sql.trimStart().startsWith("select") && !one.sql.includes("leaderboard_words"),
      );
      expect(reading.length).toBeGreaterThan(8);
      for (const { sql: text, parameters } of reading) {
        const plan = await control.executeQuery<{ detail: string }>(
          CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
        );
        const scans = plan.rows.map(({ detail }) => detail).filter((detail) => /^SCAN (?!l\b)/.test(detail));
        expect(scans).toEqual([]);
      }
    });

    test.each([
      ["ranks lost", "delete from leaderboard_ranks where number % 3 = 0"],
      ["boards lost", "delete from leaderboard_boards"],
      ["pages mixed up", "update leaderboard_pages set teams = '1 2 3'"],
      ["words lost", "delete from leaderboard_words where rowid % 2 = 0"],
      ["entries taken away", "delete from standings where team_id like '%7'"],
    ])("a rebuild repairs %s", async (_, damage) => {
      await sameEverywhere();
      await sql.raw(damage).execute(control);
      await expect(sameEverywhere()).rejects.toThrow();
      await rebuildWords(control);
      await countChange(control);
      await makeSnapshot(control);
      await sameEverywhere();
    });
  });
});

describe("on a large platform", () => {
  const LARGE = SMALL_PLATFORM_TEAMS + 100;
  const changed = { ...sample(anyTeam, 9), totalScore: 0, perfectGames: 0 };

  beforeEach(async () => {
    const teams = sample(population(100), 7);
    await fillWith(
      Array.from({ length: LARGE }, (_, id) => ({
        ...(teams[id % 100] as LeaderboardEntry),
        teamId: `t${String(id).padStart(4, "0")}`,
        clubCode: clubs[id % clubs.length]?.code ?? "",
      })),
    );
    await makeSnapshot(control);
  });

  test("a change shows when the jobs process has made the next snapshot", async () => {
    await sameEverywhere();
    const before = await shown(all);
    await change([changed]);
    expect(await shown(all)).toEqual(before);
    await refreshSnapshot(control);
    expect(await shown(all)).toEqual(before);
    await age(4);
    await refreshSnapshot(control);
    expect(await shown(all)).not.toEqual(before);
    await sameEverywhere();
    await expectSame({ ...all, page: Math.ceil(LARGE / 50) });
  });

  test("a snapshot is invisible until it is activated, and deleted if it never is", async () => {
    const before = await shown(all);
    await change([changed]);
    const stop = new AbortController();
    const making = makeSnapshot(control, stop.signal);
    while ((await snapshots()).length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(await shown(all)).toEqual(before);
    stop.abort();
    await making;
    expect(await shown(all)).toEqual(before);
    await makeSnapshot(control);
    await sameEverywhere();
    await age(2);
    await deleteRetiredSnapshots(control);
    expect((await snapshots()).map(({ id }) => id)).toEqual([await activeSnapshot()]);
  });

  test.each([
    ["the same entries", async () => {}],
    ["newer entries", () => change([{ ...changed, totalScore: 20 }])],
  ])("the shown one of two snapshots made at once is kept, the second of %s", async (_, between) => {
    await change([changed]);
    const before = (await snapshots()).length;
    const first = makeSnapshot(control);
    while ((await snapshots()).length === before) await new Promise((resolve) => setTimeout(resolve, 1));
    await between();
    await Promise.all([first, makeSnapshot(control)]);
    await age(2);
    await deleteRetiredSnapshots(control);
    expect((await snapshots()).map(({ id }) => id)).toEqual([await activeSnapshot()]);
    await sameEverywhere();
  });

  test("no transaction writes more than a thousand rows", async () => {
    await change([changed]);
    let rows = 0;
    const transactions: number[] = [];
    const listen = (statement: unknown) => {
      const { sql: text, parameters } = statement as { sql: string; parameters: readonly unknown[] };
      if (text.startsWith("begin")) rows = 0;
      if (text.startsWith('insert into "leaderboard')) rows += text.split("), (").length;
      if (text === "commit") transactions.push(rows);
      expect(parameters.length).toBeLessThanOrEqual(500);
    };
    subscribe("goodside.statement", listen);
    try {
      await makeSnapshot(control);
    } finally {
      unsubscribe("goodside.statement", listen);
    }
    if (process.env.DATABASE_URL) transactions.push(...(await rowsByTransaction()));
    expect(Math.max(...transactions)).toBe(1_000);
    expect(transactions.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(LARGE);
  });

  test("a club that leaves is hidden at once", async () => {
    const [club] = clubs;
    const { rows } = await readAll(all);
    expect(rows.some(({ clubCode }) => clubCode === club?.code)).toBe(true);
    await replaceEntries(control, { clubCode: club?.code ?? "", teams: "all", entries: [] });
    const after = await readAll(all);
    expect(after.rows.some(({ clubCode }) => clubCode === club?.code)).toBe(false);
  });
});

/** Counts rows by the writing transaction, which PostgreSQL notes: begin and commit cannot be heard there. */
async function rowsByTransaction(): Promise<number[]> {
  const ofSnapshots = sql.join(
    ["leaderboard_boards", "leaderboard_pages", "leaderboard_ranks"].map(
      (table) => sql`select xmin::text as wrote from ${sql.table(table)}`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${ofSnapshots}) as one
    group by wrote`.execute(control);
  return rows.map(({ n }) => n);
}

async function readAll(filters: BoardFilters) {
  const board = await readBoard(control, filters);
  return { board, rows: await boardRows(control, filters, board) };
}

test("an older snapshot never replaces a newer one", async () => {
  await fillWith(sample(population(20), 3));
  await change([sample(anyTeam, 9)]);
  await makeSnapshot(control);
  const newer = await activeSnapshot();
  await control.updateTable("leaderboard").set({ revision: 1 }).execute();
  await makeSnapshot(control);
  expect(await activeSnapshot()).toBe(newer);
});

test.skipIf(process.env.DATABASE_URL)(
  "a database of the previous release shows its board at the first look",
  async () => {
    const file = join(world.dataDir, "previous.sqlite");
    const old = kyselyOver<import("#app/db/control/schema.ts").ControlSchema>(
      openFile(file, { create: true }),
    );
    // Migrations that need the snapshot's tables come with it.
    const later = ["007-leaderboard-snapshot", "085-clubs-with-ratings", "097-plain-letters"];
    const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => !later.includes(name)));
    await migrate(old, before);
    const club = await control.selectFrom("clubs").selectAll().limit(1).executeTakeFirstOrThrow();
    await old.insertInto("clubs").values(club).execute();
    const row = {
      ...{ club_code: club.code, club_name: "Lakeside", city: "Austin", state: "TX", age_group: "U-12" },
      ...{ gender: "Girls", total_score: 60, rated_games: 3, completed_games: 3, perfect_games: 3 },
      ...{ last_game_date: null, trend: "stable" as const, strip: "ppp", changes_at: null, ranked: 1 },
    };
    // The previous release inserted entries first and numbered them later.
    const numbered = {
      ...row,
      team_id: "a",
      team_name: "Hawks",
      search_text: "hawks lakeside austin",
      number: 4,
    };
    const unnumbered = { ...row, team_id: "b", team_name: "Owls", search_text: "owls lakeside austin" };
    await old.insertInto("standings").values(numbered).execute();
    await sql`insert into standings ${sql.raw(`(${Object.keys(unnumbered).join(", ")})`)}
    values (${sql.join(Object.values(unnumbered))})`.execute(old);
    await migrate(old, migrations);
    const look = async (filters: BoardFilters) =>
      (await boardRows(old, filters, await readBoard(old, filters))).map(
        ({ rank, teamName }) => `${rank} ${teamName}`,
      );
    expect(await look(all)).toEqual(["1 Hawks", "2 Owls"]);
    expect(await look({ ...all, q: "ow lake" })).toEqual(["2 Owls"]);
    expect(await look({ ...all, view: "state", state: "TX", gender: "Boys" })).toEqual([]);
    const entry = {
      teamId: "c",
      clubCode: club.code,
      clubName: "Lakeside",
      teamName: "Cubs",
      city: "Austin",
    };
    const scores = { totalScore: 50, ratedGames: 3, completedGames: 3, perfectGames: 2 };
    const more = {
      state: "TX",
      ageGroup: "U-12",
      gender: "Girls",
      lastGameDate: null,
      strip: "",
      changesAt: null,
    };
    await replaceEntries(old, {
      clubCode: club.code,
      teams: ["c"],
      entries: [{ ...entry, ...scores, ...more, trend: "stable" }],
    });
    expect(await look(all)).toEqual(["1 Hawks", "2 Owls", "3 Cubs"]);
    await old.destroy();
  },
);
