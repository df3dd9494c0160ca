import fc from "fast-check";
import { afterAll, beforeEach, expect, test } from "vitest";
import type { RatingPolicy } from "#app/db/club/schema.ts";
import type { Score } from "#app/domain/club/ratings/ratings.ts";
import { reconcile } from "#app/domain/club/ratings/reconcile.ts";
import { gameRow, ratingRow } from "#tests/support/rows.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { changePolicy, policyChanges, previewPolicy } = await import(
  "#app/domain/club/rating-policy/rating-policy.server.ts"
);
const { changedAverages, changesScore } = await import("#app/domain/club/rating-policy/recalculation.ts");
const { resultHistory } = await import("#app/domain/club/rating-policy/rating-policy.server.ts");
const { teamStats } = await import("#app/domain/club/stats/stats.server.ts");
const { ratingPolicyOf } = await import("#app/domain/club/settings/settings.server.ts");
const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
const { insertRows } = await import("#app/db/insert-rows.server.ts");

const lakeside = await world.club("Lakeside");
const hawks = await world.team(lakeside, "Hawks");
const otters = await world.team(lakeside, "Otters");
const lease = await world.platform.clubs.lease(lakeside.code);
afterAll(async () => {
  lease.release();
  await world.close();
});
const { db } = lease;
const ctx = { control: world.control, db, club: { code: lakeside.code } };
const ada = { accountId: lakeside.adminAccount, name: "Ada Admin" };
const at = new Date("2026-11-22T18:00:00.000Z");

interface Rated {
  manager: Score | null;
  coach: Score | null;
}

/** Writes rated games, settled by a policy, an hour apart and long open. */
async function play(games: readonly Rated[], policy: RatingPolicy, team = hawks) {
  const rows = games.map(({ manager, coach }, index) => {
    const id = `${team}-${index}`;
    const { finalScore, agreement } = reconcile(policy, manager, coach);
    const start = new Date(at.getTime() - (100 + index) * 3_600_000);
    return {
      ...gameRow(id, team, start),
      final_score: finalScore,
      agreement,
      final_policy: finalScore === null ? null : policy,
      finalized_at: finalScore === null ? null : start.toISOString(),
    };
  });
  const ratings = games.flatMap(({ manager, coach }, index) =>
    (["manager", "coach"] as const).flatMap((side) => {
      const score = side === "manager" ? manager : coach;
      return score === null ? [] : [ratingRow(`${team}-${index}`, { side, score })];
    }),
  );
  await db.updateTable("club").set({ rating_policy: policy }).execute();
  await insertRows(db, "games", rows);
  await insertRows(db, "ratings", ratings);
}
beforeEach(async () => {
  for (const table of ["result_changes", "policy_changes", "ratings", "games", "outbox"] as const) {
    await db.deleteFrom(table).execute();
  }
});

const results = () =>
  db.selectFrom("games").select(["id", "final_score", "agreement", "final_policy"]).orderBy("id").execute();
const openEvents = async () =>
  (await db.selectFrom("outbox").select(["kind", "payload"]).execute()).map(({ kind, payload }) => ({
    kind,
    ...(JSON.parse(payload) as object),
  }));
async function choose(policy: RatingPolicy, scope: "open" | "all") {
  const { version } = await previewPolicy(db, { policy, scope }, at);
  return changeClub(ctx, (tx) => changePolicy(tx, { policy, scope, version }, ada, at));
}

const anyGames = fc.array(
  fc
    .record({
      manager: fc.constantFrom<Score | null>(0, 10, 20, null),
      coach: fc.constantFrom<Score | null>(0, 10, 20, null),
    })
    .filter(({ manager, coach }) => manager !== null || coach !== null),
  { minLength: 1, maxLength: 10 },
);
const anyPolicy = fc.constantFrom<RatingPolicy>("coach-final", "average", "coach-first");

// product/ratings.md#changing-the-policy
test("confirming does what the preview said, also to the averages, and going back restores every result", async () => {
  await fc.assert(
    fc.asyncProperty(anyGames, anyPolicy, anyPolicy, async (games, first, second) => {
      for (const table of ["result_changes", "policy_changes", "ratings", "games"] as const) {
        await db.deleteFrom(table).execute();
      }
      await play(games, first);
      const before = await results();
      const preview = await previewPolicy(db, { policy: second, scope: "all" }, at);
      const scores = preview.changes.filter(changesScore).length;
      expect(await choose(second, "all")).toEqual({ ok: true, scores });
      const after = new Map(preview.changes.map((change) => [change.gameId, change.after]));
      expect(await results()).toEqual(
        before.map((game) => {
          const change = after.get(game.id);
          if (!change) return game;
          const { score: final_score, agreement, policy: final_policy } = change;
          return { id: game.id, final_score, agreement, final_policy };
        }),
      );
      for (const { teamId, after: average } of changedAverages(preview.games, preview.changes)) {
        expect((await teamStats(db, [teamId], { admin: true }, at)).get(teamId)?.average).toBe(average);
      }
      expect(await choose(second, "all")).toEqual({ ok: true, scores: 0 });
      await choose(first, "all");
      expect(await results()).toEqual(before);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test("final games stay by default, and games that wait become final where the new policy says so", async () => {
  await play(
    [
      { manager: 20, coach: 20 },
      { manager: null, coach: 10 },
    ],
    "average",
  );
  expect(await choose("coach-final", "open")).toEqual({ ok: true, scores: 1 });
  expect(await results()).toMatchObject([
    { final_score: 20, final_policy: "average" },
    { final_score: 10, agreement: "agreed", final_policy: "coach-final" },
  ]);
  expect(await ratingPolicyOf(db)).toBe("coach-final");
  const waited = await db.selectFrom("games").select("finalized_at").where("id", "=", `${hawks}-1`).execute();
  expect(waited).toEqual([{ finalized_at: at.toISOString() }]);
});

test("each team with another score gets one event, and other teams none", async () => {
  await play(
    [
      { manager: 20, coach: 10 },
      { manager: 20, coach: 0 },
    ],
    "coach-final",
  );
  await play([{ manager: 20, coach: 20 }], "coach-final", otters);
  await choose("average", "all");
  const events = (await openEvents()).filter(({ kind }) => kind !== "audit-head");
  expect(events).toEqual([{ kind: "leaderboard-entry", teamId: hawks }]);
});

test("a preview that ratings have changed since is refused, and nothing is changed", async () => {
  await play([{ manager: 20, coach: 10 }], "coach-final");
  const wanted = { policy: "average" as const, scope: "all" as const };
  const { version } = await previewPolicy(db, wanted, at);
  await db.updateTable("ratings").set({ score: 0 }).where("side", "=", "coach").execute();
  const before = await results();
  const refused = await changeClub(ctx, (tx) => changePolicy(tx, { ...wanted, version }, ada, at));
  expect(refused).toMatchObject({ ok: false, problem: "stale" });
  expect(await results()).toEqual(before);
  expect(await ratingPolicyOf(db)).toBe("coach-final");
  expect(await policyChanges(db)).toEqual([]);
});

test("the same confirmation sent twice is one change", async () => {
  await play([{ manager: 20, coach: 10 }], "coach-final");
  const wanted = { policy: "average" as const, scope: "all" as const };
  const { version } = await previewPolicy(db, wanted, at);
  const send = () => changeClub(ctx, (tx) => changePolicy(tx, { ...wanted, version }, ada, at));
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await policyChanges(db)).toMatchObject([
    { from_policy: "coach-final", to_policy: "average", games: 1, scores: 1, changed_by_name: "Ada Admin" },
  ]);
});

test("earlier results are kept and read as a sentence, newest first", async () => {
  await play([{ manager: 20, coach: 10 }], "coach-final");
  const said = async () => {
    const game = await db.selectFrom("games").selectAll().executeTakeFirstOrThrow();
    return resultHistory(db, game, "America/Chicago");
  };
  expect(await said()).toBeNull();
  await choose("average", "all");
  expect(await said()).toBe(
    "Final 20 by Fair Dual Scoring; until Sun, Nov 22, 2026 it was 10 by Coach Decides.",
  );
});
