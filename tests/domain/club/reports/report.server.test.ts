import { afterAll, expect, test } from "vitest";
import type { ClubDb } from "#app/db/club/schema.ts";
import type { Against, ReportOf } from "#app/domain/club/reports/report.server.ts";
import type { TeamMonth } from "#app/domain/club/reports/report.ts";
import type { GamePick } from "#app/domain/club/reports/report-filters.ts";
import { gameRow, ratingRow } from "#tests/support/rows.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld } from "#tests/support/world.ts";
import { type RatedGame as Game, type Rater, slowReport } from "./slow-report.ts";

const world = await openWorld();
const { hourTallies, latestScores, opponentTallies, reportGames, tagCounts, tallies } = await import(
  "#app/domain/club/reports/report.server.ts"
);
const { gameKinds, raterGaps } = await import("#app/domain/club/reports/report-filters.ts");
const { addUp, compared } = await import("#app/domain/club/reports/report.ts");
const { isSealed } = await import("#app/domain/club/ratings/seal.ts");
const { addDays } = await import("#app/domain/values/days.ts");
const { tagGroups, tagNames } = await import("#app/domain/values/rating-tags.ts");
afterAll(() => world.close());

const timezone = "America/Chicago";
const at = new Date("2026-11-21T18:00:00.000Z");
/** Returns a small repeatable generator of random numbers. */
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const of = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item;
  return { next, of, upTo: (most: number) => Math.floor(next() * (most + 1)) };
}

const HOUR = 3_600_000;
const teams = ["hawks", "owls", "otters", "gone"];
const raters: Rater[] = [
  { team: "hawks", side: "coach", accountId: "dana" },
  { team: "hawks", side: "manager", accountId: "mia" },
  { team: "owls", side: "coach", accountId: "cleo" },
];

function anySeason(seed: number): Game[] {
  const any = random(seed);
  return Array.from({ length: 10 + any.upTo(60) }, (_, index) => {
    // Half of them around the limits of a seal, the rest over a year.
    const hoursAgo = any.next() < 0.5 ? any.upTo(90) - 10 : any.upTo(24 * 330);
    const id = `game-${seed}-${index}`;
    const start = new Date(at.getTime() - hoursAgo * HOUR);
    const row = gameRow(id, any.of(teams), start);
    const time = any.next() < 0.2 ? null : row.time;
    const versions = (["coach", "manager"] as const).flatMap((side) => {
      if (any.next() < 0.3) return [];
      const first = ratingRow(id, {
        side,
        id: `${id}-${side}-1`,
        submission_key: `${id}-${side}-1`,
        score: any.of([0, 10, 20] as const),
        tags: JSON.stringify(tagNames.filter(() => any.next() < 0.15)),
        given_by: side === "coach" ? any.of(["dana", "cleo"]) : "mia",
        given_as: any.next() < 0.1 ? "admin" : side === "coach" ? "head" : "manager",
        saw_other: any.next() < 0.2 ? 1 : 0,
        given_at: new Date(start.getTime() + 1).toISOString(),
      });
      if (any.next() < 0.7) return [first];
      const given_at = new Date(start.getTime() + 2).toISOString();
      const second = { ...first, id: `${id}-${side}-2`, submission_key: `${id}-${side}-2`, given_at };
      return [
        { ...first, superseded_at: given_at },
        { ...second, score: any.of([0, 10, 20] as const) },
      ];
    });
    const isFinal = versions.length > 0 && any.next() < 0.8;
    return {
      ...row,
      time,
      home_away: any.of(["home", "away"] as const),
      opponent: any.of(["Foxes", "Comets", "Storm"]),
      status: any.of(["scheduled", "completed", "cancelled", "rescheduled"] as const),
      ...(isFinal
        ? {
            final_score: any.of([0, 10, 20] as const),
            agreement: "agreed" as const,
            final_policy: "coach-final" as const,
            finalized_at: at.toISOString(),
          }
        : {}),
      versions,
    };
  });
}

const slow = (games: readonly Game[], of: ReportOf) =>
  slowReport(games, of, { raters, isDeleted: (teamId) => teamId === "gone" });

/** Returns random filters of a report's games. */
function anyPick(any: ReturnType<typeof random>): GamePick {
  const maybe = <Value>(value: () => Value) => (any.next() < 0.3 ? value() : undefined);
  return {
    games: maybe(() => any.of(gameKinds.filter((kind) => kind !== "trend"))),
    month: maybe(() => any.of(["2026-09", "2026-10", "2026-11"])),
    half: maybe(() => any.of(["recent", "before"] as const)),
    noted: maybe(() => any.of([...tagGroups, ...tagNames])),
    place: maybe(() => any.of(["home", "away"] as const)),
    opponent: maybe(() => any.of(["Foxes", "Comets"])),
    weekday: maybe(() => any.upTo(6)),
    hour: maybe(() => any.upTo(23)),
    raters: maybe(() => any.of(raterGaps)),
  };
}

/** Returns another season, of any teams. */
const anyAgainst = (any: ReturnType<typeof random>): Against => {
  const to = addDays("2026-11-25", -any.upTo(250));
  const scope = any.of(["all", ["hawks"], ["owls", "otters"], []] as const);
  return { scope, from: addDays(to, -any.upTo(200)), to };
};

/** Returns the sum of a team's months. */
function byTeam(months: readonly TeamMonth[]) {
  const sums = new Map<string, object>();
  for (const teamId of new Set(months.map((month) => month.teamId))) {
    const own = months.filter((month) => month.teamId === teamId);
    const lastGame = own
      .map((month) => month.lastGame)
      .sort()
      .at(-1);
    sums.set(teamId, { ...addUp(own), lastGame });
  }
  return sums;
}

/** Computes the verdict of two seasons from the published formula: Wilson's interval of the share of all points. */
function slowVerdict(now: readonly TeamMonth[], before: readonly TeamMonth[]) {
  const [one, other] = [now, before].map((months) => {
    let [points, n] = [0, 0];
    for (const month of months) {
      points += month.points;
      n += month.rated;
    }
    const [p, z] = [points / (20 * n), 1.96];
    const reach = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
    const edge = (sign: number) => (p + (z * z) / (2 * n) + sign * reach) / (1 + (z * z) / n);
    return { n, low: edge(-1), high: edge(1) };
  }) as [{ n: number; low: number; high: number }, { n: number; low: number; high: number }];
  if (one.n < 5 || other.n < 5) return null;
  if (one.low > other.high) return "better";
  return one.high < other.low ? "worse" : "unclear";
}

const sorted = <Item>(items: readonly Item[]) =>
  items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

async function write(db: ClubDb, games: readonly Game[]): Promise<void> {
  await db.deleteFrom("ratings").execute();
  await db.deleteFrom("games").execute();
  await db
    .insertInto("games")
    .values(games.map(({ versions, ...game }) => game))
    .execute();
  await db
    .insertInto("ratings")
    .values(games.flatMap(({ versions }) => versions))
    .execute();
}

const club = await world.club("Random FC");
for (const name of teams)
  await world.team(club, name, { id: name, status: name === "gone" ? "deleted" : "active" });
await world.platform.clubs.use(club.code, async (db) => {
  const member = { issue: 1, invited_at: "", expires_at: "", joined_at: "" };
  for (const { team, side, accountId } of raters)
    await db
      .insertInto("staff")
      .values({
        ...member,
        ...{ id: `${team}-${side}`, team_id: team, role: side, email: `${accountId}@people.example` },
        ...{ coach_role: side === "coach" ? "head" : null, name: accountId, status: "active" },
        ...{ account_id: accountId, last_activity_at: null },
      })
      .execute();
});

// product/reports.md#reports
test("reports of random seasons say what a slow count of the games says", {
  timeout: 120_000,
}, async () => {
  await world.platform.clubs.use(club.code, async (db) => {
    for (let seed = 1; seed <= runs(5, 20); seed += 1) {
      const games = anySeason(seed);
      await write(db, games);
      for (let n = 0; n < 15; n += 1) {
        const any = random(seed * 100 + n);
        const to = addDays("2026-11-25", -any.upTo(200));
        const of: ReportOf = {
          scope: any.of(["all", ["hawks"], ["owls", "otters"], ["gone"]] as const),
          viewer: { admin: any.next() < 0.5 },
          ...{ from: addDays(to, -any.upTo(150)), to, timezone, at },
        };
        const expected = slow(games, of);
        const against = anyAgainst(any);
        const other = slow(games, { ...of, ...against });
        const { months, halves, agreement, ...rest } = await tallies(db, of, against);
        expect(addUp(rest.against)).toEqual(addUp(other.months));
        for (const { teamId, month, ...tally } of rest.against)
          expect(tally, month).toEqual(byTeam(other.months).get(teamId));
        expect(compared(addUp(months), addUp(rest.against)).verdict).toBe(
          slowVerdict(expected.months, other.months),
        );
        expect(sorted(await opponentTallies(db, of, 9))).toEqual(sorted(expected.opponents));
        for (let picks = 0; picks < 4; picks += 1) {
          const pick = anyPick(any);
          const found = await reportGames(db, of, pick);
          const games = expected.picked(pick);
          expect(found.games.map(({ id }) => id).sort()).toEqual(games.map(({ id }) => id).sort());
        }
        expect(sorted(months)).toEqual(sorted(expected.months));
        expect(halves).toEqual(expected.halves);
        expect(await latestScores(db, of)).toEqual(expected.latest);
        expect(agreement).toEqual(expected.agreement);
        expect(sorted(await hourTallies(db, of))).toEqual(sorted(expected.hours));
        const tags = new Map<string, number>();
        for (const row of await tagCounts(db, of))
          for (const name of tagNames)
            if (row.tags[name] > 0) tags.set(`${row.teamId} ${row.homeAway} ${name}`, row.tags[name]);
        expect(sorted([...tags])).toEqual(sorted([...expected.tags]));
        for (const kind of gameKinds) {
          const found = await reportGames(db, of, { games: kind });
          expect(found.games.map(({ id }) => id).sort()).toEqual(
            expected.kinds[kind].map(({ id }) => id).sort(),
          );
          expect(found.total).toBe(expected.kinds[kind].length);
        }
      }
    }
  });
});

// product/ratings.md#blind
test("no report of staff changes with the result of a sealed game", { timeout: 120_000 }, async () => {
  await world.platform.clubs.use(club.code, async (db) => {
    let sealedGames = 0;
    for (let seed = 100; seed < 100 + runs(6, 20); seed += 1) {
      const games = anySeason(seed);
      const isHidden = (game: Game) =>
        isSealed(
          game,
          game.versions,
          raters.filter(({ team }) => team === game.team_id),
          at,
        );
      const reports = async () => {
        const all = [];
        for (let n = 0; n < 8; n += 1) {
          const any = random(seed * 100 + n);
          const from = addDays("2026-11-21", -any.upTo(n < 4 ? 6 : 100));
          const of: ReportOf = {
            scope: any.of(["all", ["hawks"], ["owls", "otters"]] as const),
            viewer: { admin: false },
            ...{ from, to: addDays(from, any.upTo(20)), timezone, at },
          };
          all.push(await tallies(db, of), [...(await latestScores(db, of))], await tagCounts(db, of));
          all.push(await hourTallies(db, of));
          for (const kind of gameKinds) all.push(await reportGames(db, of, { games: kind }));
          for (let picks = 0; picks < 4; picks += 1) all.push(await reportGames(db, of, anyPick(any)));
          all.push(await tallies(db, of, anyAgainst(any)), await opponentTallies(db, of, 9));
        }
        return all;
      };
      await write(db, games);
      const before = await reports();
      sealedGames += games.filter((game) => isHidden(game) && game.final_score !== null).length;
      await write(
        db,
        games.map((game) =>
          isHidden(game)
            ? {
                ...game,
                final_score: game.final_score === null ? null : game.final_score === 0 ? 20 : 0,
                versions: game.versions.map((version) => ({
                  ...version,
                  score: version.score === 0 ? 20 : 0,
                  tags: JSON.stringify(tagNames),
                })),
              }
            : game,
        ),
      );
      expect(await reports()).toEqual(before);
    }
    expect(sealedGames).toBeGreaterThan(runs(2, 10));
  });
});
