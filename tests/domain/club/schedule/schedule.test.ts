import { afterAll, describe, expect, test } from "vitest";
import type { GamesTable } from "#app/db/club/schema.ts";
import { endOf, type GamePhase, gamePhase, wasMoved } from "#app/domain/club/games/game-rules.ts";
import { phaseName } from "#app/domain/club/games/labels.ts";
import { GAMES_A_PAGE, scheduleFilters } from "#app/domain/club/schedule/schedule-filters.ts";
import { momentOf } from "#app/domain/values/times.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { countGames, gamesOfDays, listGames } = await import("#app/domain/club/schedule/schedule.server.ts");
afterAll(() => world.close());

// Lakeside has three teams, one of them deleted, and a year of games around noon of this day.
const at = new Date("2026-11-21T18:00:00.000Z");
const zone = "America/Chicago";
const lakeside = await world.club("Lakeside FC");
const hawks = await world.team(lakeside, "Hawks");
const owls = await world.team(lakeside, "Owls");
const gone = await world.team(lakeside, "Goners", { status: "deleted" });
const lease = await world.platform.clubs.lease(lakeside.code);
const games = await writeGames();

async function writeGames(): Promise<GamesTable[]> {
  const statuses = [
    "scheduled",
    "scheduled",
    "completed",
    "cancelled",
    "rescheduled",
    "in-progress",
  ] as const;
  for (let n = 0; n < 240; n += 1) {
    // Most lie within days of the present, where phases change; the others up to a year away.
    const hours = n % 3 === 0 ? (n - 120) * 70 : (n - 120) / 2;
    const start = new Date(at.getTime() + hours * 3_600_000).toISOString();
    const time = n % 4 === 0 ? null : `${start.slice(11, 16)}`;
    const date = start.slice(0, 10);
    await world.game(lakeside, [hawks, owls, gone][n % 5 === 0 ? 2 : n % 2] ?? hawks, 0, {
      date,
      time,
      starts_at: momentOf(date, time, zone),
      status: statuses[n % statuses.length] ?? "scheduled",
      ...(n % 7 === 0 ? { original_date: "2026-11-01", original_time: "09:00" } : {}),
    });
  }
  return lease.db.selectFrom("games").selectAll().where("team_id", "<>", gone).execute();
}

const phases = Object.keys(phaseName) as GamePhase[];
const scopes = { all: "all", "the Hawks'": [hawks], "both teams'": [hawks, owls], "nobody's": [] } as const;
const choices = Object.entries(scopes).flatMap(([whose, scope]) =>
  ["", hawks].flatMap((team) =>
    ["", "2026-11", "2026-12", "2030-01"].map((month) => ({ whose, scope, team, month })),
  ),
);
const those = (choice: (typeof choices)[number]) =>
  games.filter(
    ({ team_id, date }) =>
      (choice.scope === "all" || (choice.scope as readonly string[]).includes(team_id)) &&
      (choice.team === "" || choice.team === team_id) &&
      date.startsWith(choice.month),
  );

/** Tells whether a game is in a phase; moved games are counted and found whatever became of them. */
const isIn = (game: GamesTable, phase: GamePhase) =>
  phase === "rescheduled" ? wasMoved(game) : gamePhase(game, at) === phase;

describe.each(choices)("$whose games, team '$team', month '$month'", (choice) => {
  test("games are counted by phase", async () => {
    const counts = await countGames(lease.db, choice.scope, choice, at);
    for (const phase of phases) {
      const expected = those(choice).filter((game) => isIn(game, phase));
      expect({ phase, games: counts[phase] }).toEqual({ phase, games: expected.length });
    }
    const dates = those({ ...choice, month: "" })
      .map(({ date }) => date)
      .sort();
    expect(counts).toMatchObject({
      total: those(choice).length,
      from: dates[0] ?? null,
      to: dates.at(-1) ?? null,
    });
  });

  test.each(["", ...phases] as const)(
    "games are listed from the present outwards, phase '%s'",
    async (phase) => {
      const expected = inOrder(those(choice).filter((game) => phase === "" || isIn(game, phase)));
      for (let page = 1; page <= Math.ceil(expected.length / GAMES_A_PAGE) + 1; page += 1) {
        const filters = { ...scheduleFilters(new URLSearchParams()), ...choice, phase, page };
        const listed = await listGames(lease.db, choice.scope, filters, {
          viewer: { accountId: "nobody", admin: false },
          at,
        });
        const those = expected.slice((page - 1) * GAMES_A_PAGE, page * GAMES_A_PAGE);
        expect(listed.map(({ id, past }) => [id, past])).toEqual(
          those.map((game) => [game.id, at >= endOf(game)]),
        );
      }
    },
  );
});

test.each(choices)("$whose games of some days are read by kick-off, team '$team'", async (choice) => {
  const days = { from: "2026-11-16", to: "2026-11-22" };
  const expected = those({ ...choice, month: "" })
    .filter(({ date }) => date >= days.from && date <= days.to)
    .sort((one, other) => compare(one.starts_at, other.starts_at) || compare(one.id, other.id));
  const found = await gamesOfDays(
    lease.db,
    choice.scope,
    { team: choice.team, ...days },
    { viewer: { accountId: "nobody", admin: false }, at },
  );
  expect(found.map(({ id, past }) => [id, past])).toEqual(
    expected.map((game) => [game.id, at >= endOf(game)]),
  );
});

/** Orders games: future ones by time, then past ones, the latest first. A game without a time lasts its day. */
function inOrder(list: GamesTable[]): GamesTable[] {
  const by = (sign: number) => (one: GamesTable, other: GamesTable) =>
    sign * compare(one.starts_at, other.starts_at) || compare(one.id, other.id);
  return [
    ...list.filter((game) => at < endOf(game)).sort(by(1)),
    ...list.filter((game) => at >= endOf(game)).sort(by(-1)),
  ];
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
