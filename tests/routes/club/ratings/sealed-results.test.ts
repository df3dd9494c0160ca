import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { GamesTable, RatingsTable } from "#app/db/club/schema.ts";
import type { Side } from "#app/domain/club/ratings/ratings.ts";
import { monthsAt } from "#app/domain/club/stats/stats.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import type { MemberRole } from "#app/permissions/club-permissions.ts";
import { readMails } from "#tests/support/mails.ts";
import { gameRow } from "#tests/support/rows.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld, type TestClub } from "#tests/support/world.ts";

// Compares every page, board entry and mail about a result, for every viewer and after any sequence of changes, with
// the definition of product/ratings.md#blind.

const world = await openWorld();
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { updateDueEntries } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
const { removeStaff } = await import("#app/journeys/staff/staff.server.ts");
const { cancelGame, findGame, gameVersion, restoreGame } = await import(
  "#app/domain/club/games/games.server.ts"
);
const { scheduleFilters } = await import("#app/domain/club/schedule/schedule-filters.ts");
const { changePolicy, previewPolicy } = await import(
  "#app/domain/club/rating-policy/rating-policy.server.ts"
);
const { loadDashboard } = await import("#app/domain/club/dashboard/dashboard-page.server.ts");
const { raterOf } = await import("#app/domain/club/ratings/rating-permission.ts");
const { loadRatingPage } = await import("#app/domain/club/ratings/rating-page.server.ts");
const { viewGame, viewHistory } = await import("#app/domain/club/ratings/rating-view.ts");
const { correctRating, rateGame, ratingVersions } = await import(
  "#app/domain/club/ratings/ratings.server.ts"
);
const { acceptInvitations, inviteStaff } = await import("#app/domain/club/staff/invitations.server.ts");
const { assignmentsOf } = await import("#app/domain/club/staff/staff.server.ts");
const { loadSchedulePage } = await import("#app/routes/club/games/schedule-page.server.ts");
const { loadGame } = await import("#app/routes/club/ratings/mobile/load-game.server.ts");
const { openRatings, viewContext } = await import("#app/routes/club/ratings/open-game.server.ts");
const { loadTeamPage } = await import("#app/routes/club/teams/team-page/load-team.server.ts");
const { loadTeamsPage } = await import("#app/routes/club/teams/teams-page.server.ts");
const { wakeClub } = await import("#app/domain/control/clubs/timetable.server.ts");
const { jobHandlers } = await import("#app/jobs/handlers.server.ts");
const { runDueJobs } = await import("#app/jobs/run.server.ts");
const { runDueClubs } = await import("#app/journeys/club-week/run-club-week.server.ts");
const { now } = await import("#app/runtime/clock.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");

/** Mails are read before they are sent. */
const silence = async () => {};
const silent = Object.fromEntries(Object.keys(jobHandlers).map((kind) => [kind, silence]));
const HOUR = 3_600_000;
const start = new Date("2026-10-10T18:00:00.000Z");
beforeAll(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(async () => {
  vi.useRealTimers();
  await world.close();
});

const people = ["dana", "abel", "mia"] as const;
const scores = [20, 10, 0] as const;
const GAMES = 3;

const anyChange = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("rate"),
      who: fc.constantFrom(...people),
      as: fc.constantFrom("coach", "manager"),
      game: fc.nat(GAMES - 1),
      score: fc.constantFrom(...scores),
    }),
  },
  fc.record({
    kind: fc.constant("correct"),
    as: fc.constantFrom("coach", "manager"),
    game: fc.nat(GAMES - 1),
    score: fc.constantFrom(...scores),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("join"),
      who: fc.constantFrom(...people),
      as: fc.constantFrom("coach", "manager"),
    }),
  },
  fc.record({ kind: fc.constant("leave"), nth: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom("cancel", "restore"), game: fc.nat(GAMES - 1) }),
  fc.record({
    kind: fc.constant("policy"),
    policy: fc.constantFrom("coach-final", "average", "coach-first"),
    scope: fc.constantFrom("open", "all"),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("wait"), hours: fc.integer({ min: 1, max: 40 }) }) },
);
const anySeason = fc.record({
  policy: fc.constantFrom("coach-final", "average", "coach-first"),
  /** Hours from a game's kick-off to the start; never whole, so that no limit falls between two steps. */
  kickOffs: fc.array(fc.integer({ min: -12, max: 80 }), { minLength: GAMES, maxLength: GAMES }),
  untimed: fc.nat(GAMES),
  changes: fc.array(anyChange, { minLength: 4, maxLength: 14 }),
});
type Season = typeof anySeason extends fc.Arbitrary<infer S> ? S : never;
type Change = Season["changes"][number];

/** A club with one team, whose season is played step by step. */
class Play {
  static made = 0;
  step = 0;
  private constructor(
    readonly club: TestClub,
    readonly ctx: Omit<ClubContext, "user">,
    readonly release: () => void,
    readonly team: string,
    readonly games: string[],
    readonly ids: Record<(typeof people)[number], string>,
  ) {}

  static async open(season: Season): Promise<Play> {
    vi.setSystemTime(start);
    Play.made += 1;
    const club = await world.club("Lakeside", { code: `lakeside${Play.made}` });
    const team = await world.team(club, "Hawks");
    const { db, release } = await world.platform.clubs.lease(club.code);
    await db.updateTable("club").set({ rating_policy: season.policy }).execute();
    const games = season.kickOffs.map((_, index) => `${club.code}-game-${index}`);
    for (const [index, id] of games.entries()) {
      const hours = season.kickOffs[index] ?? 0;
      const row = gameRow(id, team, new Date(start.getTime() - (hours + 0.5 + index / 10) * HOUR));
      await db
        .insertInto("games")
        .values({ ...row, time: index === season.untimed ? null : row.time })
        .execute();
    }
    const dana = await world.person("Dana", club, [{ team, role: "coach" }]);
    const mia = await world.person("Mia", club, [{ team, role: "manager" }]);
    const abel = await world.person("Abel", club, []);
    const ctx = {
      control: world.control,
      platform: world.platform,
      client: { ip: "203.0.113.7", userAgent: "", requestId: "test" },
      note: () => {},
      onFinish: (work: () => void) => work(),
      db,
      club: { code: club.code, name: club.name, state: "TX", timezone: "America/Chicago" },
    };
    await wakeClub(world.control, club.code);
    await runDueClubs(world.platform);
    return new Play(club, ctx, release, team, games, { dana, abel, mia });
  }

  async viewer(accountId: string, name: string, role: MemberRole): Promise<ClubContext> {
    const assignments = role === "club_admin" ? [] : await assignmentsOf(this.ctx.db, accountId);
    return { ...this.ctx, user: { accountId, name, email: null, role, assignments } };
  }

  /** Returns everybody who may see the team now. */
  async viewers(): Promise<ClubContext[]> {
    const staff = await Promise.all(people.map((name) => this.viewer(this.ids[name], name, "coach")));
    const ada = await this.viewer(this.club.adminAccount, "Ada", "club_admin");
    return [ada, ...staff.filter(({ user }) => user.assignments.length > 0)];
  }

  /** The id of a side's current rating of a game. */
  async currentRating(gameId: string, side: Side): Promise<string | undefined> {
    const versions = await ratingVersions(this.ctx.db, gameId);
    return versions.find((version) => version.side === side && version.superseded_at === null)?.id;
  }

  /** Changes something, then acts as the jobs process: it sends pending mails. */
  async change(change: Change): Promise<void> {
    await this.apply(change);
    await runDueJobs(world.platform, { ...silent, "rating.notify": jobHandlers["rating.notify"] ?? silence });
    await runDueClubs(world.platform);
  }

  private async apply(change: Change): Promise<void> {
    this.step += 1;
    vi.setSystemTime(now().getTime() + 1000);
    const { ctx, team, step } = this;
    const rated = async (score: 0 | 10 | 20, index: number, side: Side) => ({
      gameId: this.games[index] ?? "",
      score,
      tags: score === 20 ? [] : (["dissent"] as const),
      reason: `Step ${step}, said of a ${score}`,
      submission: `${newId()}`,
      version: (await this.currentRating(this.games[index] ?? "", side)) ?? "",
    });
    switch (change.kind) {
      case "rate": {
        const { user } = await this.viewer(this.ids[change.who], change.who, "coach");
        const rater = raterOf(user, team, change.as);
        const rating = await rated(change.score, change.game, change.as);
        if (rater) await changeClub(ctx, (tx) => rateGame(tx, rating, rater));
        return;
      }
      case "correct": {
        const admin = { accountId: this.club.adminAccount, name: "Ada" };
        const more = { side: change.as, correctionReason: "Heard both" };
        const rating = { ...(await rated(change.score, change.game, change.as)), ...more };
        await changeClub(ctx, (tx) => correctRating(tx, rating, admin));
        return;
      }
      case "join": {
        const person = {
          accountId: this.ids[change.who],
          name: change.who,
          email: `${change.who}@people.example`,
        };
        const coachRole = change.as === "coach" ? ("assistant" as const) : null;
        await changeClub(ctx, async (tx) => {
          await inviteStaff(tx, { teamId: team, role: change.as, coachRole, email: person.email });
          await acceptInvitations(tx, person, now());
        });
        return;
      }
      case "leave": {
        const staff = await ctx.db
          .selectFrom("staff")
          .select("id")
          .where("status", "=", "active")
          .orderBy("joined_at")
          .orderBy("name")
          .orderBy("role")
          .execute();
        const member = staff[change.nth];
        if (member) await removeStaff(ctx, { teamId: team, staffId: member.id });
        return;
      }
      case "cancel":
        await changeClub(ctx, async (tx) => {
          const game = await findGame(tx, this.games[change.game] ?? "");
          if (game) await cancelGame(tx, game.id, gameVersion(game));
        });
        return;
      case "restore":
        await changeClub(ctx, (tx) => restoreGame(tx, this.games[change.game] ?? ""));
        return;
      case "policy": {
        const { policy, scope } = change;
        const by = { accountId: this.club.adminAccount, name: "Ada" };
        await changeClub(ctx, async (tx) => {
          const { version } = await previewPolicy(tx, { policy, scope }, now());
          await changePolicy(tx, { policy, scope, version }, by, now());
        });
        return;
      }
      case "wait":
        vi.setSystemTime(now().getTime() + change.hours * HOUR);
        await updateDueEntries(world.platform);
    }
  }

  /** Applies the definition to each game, from the bare rows. */
  async truth() {
    const { db } = this.ctx;
    const games = await db.selectFrom("games").selectAll().orderBy("starts_at").orderBy("id").execute();
    const ratings = await db.selectFrom("ratings").selectAll().where("superseded_at", "is", null).execute();
    const staff = await db.selectFrom("staff").selectAll().where("status", "=", "active").execute();
    return games.map((game) => {
      const current = ratings.filter(({ game_id }) => game_id === game.id);
      const end = Date.parse(game.starts_at) + (game.time === null ? 24 : 2) * HOUR;
      const [first, second] = current;
      const canStillRateBlind =
        first !== undefined &&
        staff.some(({ role, account_id }) => role !== first.side && account_id !== first.given_by);
      const sealed = second === undefined && canStillRateBlind && now().getTime() < end + 48 * HOUR;
      const hasStarted = Date.parse(game.starts_at) <= now().getTime();
      return { ...game, current, sealed, counts: game.status !== "cancelled" && hasStarted };
    });
  }

  /** Returns everything that a viewer's pages are drawn from. */
  async pages(ctx: ClubContext) {
    const at = now();
    const view = viewContext(ctx);
    const games = await Promise.all(
      this.games.map(async (id) => {
        const { game, versions } = await openRatings(ctx, id);
        const mobile =
          ctx.user.role === "club_admin" ? null : await loadGame(ctx, id, new URLSearchParams("saved=1"));
        return { game: viewGame(game, versions, view), history: viewHistory(game, versions, view), mobile };
      }),
    );
    return {
      dashboard: await loadDashboard(ctx.db, ctx.user, {
        at,
        rated: null,
        months: monthsAt(at.toISOString().slice(0, 10)),
      }),
      team: await loadTeamPage(ctx, this.team),
      teams: await loadTeamsPage(ctx, { search: "", page: null }),
      schedule: await loadSchedulePage(ctx, scheduleFilters(new URLSearchParams())),
      week: await loadSchedulePage(ctx, scheduleFilters(new URLSearchParams("view=week"))),
      ratings: await loadRatingPage(ctx.db, ctx.user, view, new URLSearchParams("show=all")),
      games,
    };
  }

  entry() {
    const rows = world.control.selectFrom("standings").selectAll();
    return rows.where("team_id", "=", this.team).executeTakeFirst();
  }

  /** The club's mails to others than its administrators. */
  async mails() {
    const rows = world.control.selectFrom("mails").selectAll().where("club_code", "=", this.club.code);
    const admins = [`admin@${this.club.code}.example`];
    return (await readMails(rows.orderBy("created_at").orderBy("to_address").execute()))
      .filter(({ to_address }) => !admins.includes(to_address))
      .map(({ to_address, subject, text }) => ({ to_address, subject, text }));
  }

  async close() {
    this.release();
    await world.control.deleteFrom("standings").where("club_code", "=", this.club.code).execute();
  }
}

type Truth = Awaited<ReturnType<Play["truth"]>>[number];

function expectedStats(games: readonly Truth[], admin: boolean) {
  const counting = games.filter(({ counts }) => counts);
  const hidden = (game: Truth) => !admin && game.sealed && game.final_score !== null;
  const open = counting.filter((game) => game.final_score !== null && !hidden(game));
  const total = open.reduce((sum, { final_score }) => sum + (final_score ?? 0), 0);
  const mark = (game: Truth) =>
    hidden(game) ? "s" : game.final_score === null ? "-" : { 20: "p", 10: "m", 0: "x" }[game.final_score];
  return {
    completed: counting.length,
    open: open.length,
    sealed: counting.filter(hidden).length,
    perfect: open.filter(({ final_score }) => final_score === 20).length,
    total,
    strip: counting.map(mark).join(""),
  };
}

/** Returns what a viewer may know of a game. */
function expectedGame({ current, sealed, ...game }: Truth, viewer: { accountId: string; admin: boolean }) {
  const sees = viewer.admin || !sealed;
  const side = (name: RatingsTable["side"]) => {
    const rating = current.find((one) => one.side === name);
    if (!rating) return "missing";
    return sees || rating.given_by === viewer.accountId ? rating.score : "sealed";
  };
  const final = game.final_score === null ? "none" : sees ? game.final_score : "sealed";
  return { id: game.id, coach: side("coach"), manager: side("manager"), final };
}

type ViewedGame = ReturnType<typeof viewGame>;
const shownGame = ({ id, sides, final }: ViewedGame) => {
  const [coach, manager] = sides.map((side) => (side.state === "shown" ? side.score : side.state));
  return { id, coach, manager, final: final.state === "shown" ? final.score : final.state };
};

async function expectTruth(play: Play) {
  const games = await play.truth();
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  for (const ctx of await play.viewers()) {
    const viewer = { accountId: ctx.user.accountId, admin: ctx.user.role === "club_admin" };
    const stats = expectedStats(games, viewer.admin);
    const { dashboard, team, teams, schedule, week, ratings, games: opened } = await play.pages(ctx);
    expect(dashboard.club).toMatchObject({
      gamesCompleted: stats.completed,
      gamesRated: stats.open + stats.sealed,
      gamesSealed: stats.sealed,
      perfectGames: stats.perfect,
      clubScore: stats.total,
      average: stats.open === 0 ? null : stats.total / stats.open,
    });
    expect(dashboard.teams.map((team) => team.stats?.strip)).toEqual([stats.strip]);
    const average = stats.open === 0 ? null : stats.total / stats.open;
    expect(team.card.average).toBe(average);
    expect(team.season.filter(({ score }) => score !== null)).toHaveLength(stats.open);
    expect(
      team.season
        .map(({ mark }) => mark)
        .slice(-8)
        .join(""),
    ).toBe(stats.strip);
    expect(teams.rows.map(({ strip, average }) => [strip, average])).toEqual([[stats.strip, average]]);
    expect(ratings.summary).toMatchObject({
      played: stats.completed,
      rated: stats.open + stats.sealed,
      sealed: stats.sealed,
      perfect: stats.perfect,
    });
    const expected = games.map((game) => expectedGame(game, viewer)).sort(byId);
    expect(ratings.games.map(shownGame).sort(byId)).toEqual(expected);
    expect(opened.map(({ game }) => shownGame(game)).sort(byId)).toEqual(expected);
    const inRow = ({ id, score, sealed }: (typeof schedule.games)[number]) => ({
      id,
      final: sealed ? "sealed" : (score ?? "none"),
    });
    const rows = expected.map(({ id, final }) => ({ id, final }));
    expect(schedule.games.map(inRow).sort(byId)).toEqual(rows);
    // The week repeats the results of its days.
    const ofWeek = week.days?.days.flatMap(({ games }) => games) ?? [];
    expect(rows).toEqual(expect.arrayContaining(ofWeek.map(inRow)));
  }
  const everybody = expectedStats(games, false);
  const entry = await play.entry();
  // A team gets its entry with its first event.
  if (entry) {
    expect(entry).toMatchObject({
      total_score: everybody.total,
      rated_games: everybody.open,
      completed_games: everybody.completed - everybody.sealed,
      perfect_games: everybody.perfect,
      strip: everybody.strip,
    });
  }
}

test("every page, count, strip and board entry shows a result by the definition", async () => {
  await fc.assert(
    fc.asyncProperty(anySeason, async (season) => {
      const play = await Play.open(season);
      try {
        for (const change of season.changes) {
          await play.change(change);
          await expectTruth(play);
        }
      } finally {
        await play.close();
      }
    }),
    { numRuns: runs(3, 8) },
  );
}, 120_000);

/** Makes texts about the same things of two clubs equal: ids are random. */
function withoutIds(play: Play, value: unknown): string {
  const seen = new Map<string, string>();
  return JSON.stringify(value)
    .replaceAll(play.club.code, "CLUB")
    .replaceAll(play.team, "TEAM")
    .replaceAll(/[\w-]{22,}/g, (id) => seen.get(id) ?? seen.set(id, `ID${seen.size}`).get(id) ?? "");
}

test("a sealed score changes not a byte for readers other than its rater and administrators", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anySeason, fc.shuffledSubarray([...scores]), async (season, turned) => {
      const secret = 0;
      const other = (score: GamesTable["final_score"]) => turned[scores.indexOf(score ?? 0)] ?? score ?? 0;
      const one = { ...season, policy: "coach-final" as const, kickOffs: [5, ...season.kickOffs.slice(1)] };
      const plays = [await Play.open(one), await Play.open(one)] as const;
      try {
        // Dana rates the secret game first, so every season has a sealed game.
        let wasOpen = false;
        const first = { kind: "rate", who: "dana", as: "coach", game: secret, score: 20 } as const;
        for (const change of [first, ...season.changes]) {
          const at = now();
          await plays[0].change(change);
          vi.setSystemTime(at);
          const differs = "score" in change && change.game === secret;
          await plays[1].change(differs ? { ...change, score: other(change.score) } : change);
          const [game] = (await plays[0].truth()).filter(({ id }) => id === plays[0].games[secret]);
          if (!game?.sealed) {
            wasOpen = true;
            continue;
          }
          const all = await Promise.all(plays.map((play) => play.viewers()));
          for (const [index, ctx] of (all[0] ?? []).entries()) {
            const rated = await plays[0].ctx.db
              .selectFrom("ratings")
              .select("id")
              .where("game_id", "=", game.id)
              .where("given_by", "=", ctx.user.accountId)
              .execute();
            if (ctx.user.role === "club_admin" || rated.length > 0) continue;
            const twin = all[1]?.[index];
            if (!twin) throw new Error("the two clubs have different staff");
            const [seen, twinSeen] = [await plays[0].pages(ctx), await plays[1].pages(twin)];
            expect(withoutIds(plays[1], twinSeen)).toBe(withoutIds(plays[0], seen));
            compared += 1;
          }
          const [entry, twinEntry] = [await plays[0].entry(), await plays[1].entry()];
          // A result that was open is in mails, even if a new manager can still rate it blind.
          const [mails, twinMails] = wasOpen ? [] : [await plays[0].mails(), await plays[1].mails()];
          expect(withoutIds(plays[1], [{ ...twinEntry, number: 0 }, twinMails])).toBe(
            withoutIds(plays[0], [{ ...entry, number: 0 }, mails]),
          );
        }
      } finally {
        for (const play of plays) await play.close();
      }
    }),
    { numRuns: runs(3, 8) },
  );
  expect(compared).toBeGreaterThanOrEqual(runs(3, 8));
}, 120_000);
