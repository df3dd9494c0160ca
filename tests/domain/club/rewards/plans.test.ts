import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, expect, test } from "vitest";
import { QueryJudge } from "#tests/security/judges/queries.ts";
import { castOf } from "#tests/support/lakeside.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { lakeside, hawks } = await castOf(world);
const { listSeasons } = await import("#app/domain/club/seasons/seasons.server.ts");
const { seasonTallies, gamesOutside } = await import("#app/domain/club/seasons/season-games.server.ts");
const { readSeasonReport } = await import("#app/domain/club/seasons/season-report.server.ts");
const { listOwnTemplates } = await import("#app/domain/club/seasons/own-templates.server.ts");
const earned = await import("#app/domain/club/rewards/earned.server.ts");
const programs = await import("#app/domain/club/rewards/programs.server.ts");
const rewards = await import("#app/domain/club/rewards/rewards.server.ts");
const settling = await import("#app/domain/club/rewards/settle-rewards.server.ts");
const certificates = await import("#app/domain/club/rewards/certificates.server.ts");
type Db = Parameters<Parameters<typeof world.platform.clubs.use>[1]>[0];

const judge = new QueryJudge();
afterAll(async () => {
  judge.close();
  await world.close();
});

const AT = new Date("2026-11-26T18:00:00.000Z");
const TIMEZONE = "America/Chicago";
/** Tables that grow with a club's history, by every alias in these queries. */
const GROWING = /^SCAN (?:games|g|earned_rewards|e|ratings|only|other|incidents|audit)\b/;

await world.platform.clubs.use(lakeside.code, async (db) => {
  const at = AT.toISOString();
  const season = {
    ...{ id: "s1", name: "Fall 2026", name_key: "fall 2026", description: "", all_teams: 0 },
    ...{ starts_on: "2026-08-01", ends_on: "2026-11-20", planned_games: null, archived_at: null },
    ...{ created_at: at, updated_at: at },
  };
  await db.insertInto("seasons").values(season).execute();
  await db.insertInto("season_teams").values({ season_id: "s1", team_id: hawks, age_group: null }).execute();
  const program = {
    ...{ id: "p", name: "Heroes", description: "", type: "team" as const, season_id: null },
    ...{ starts_on: "2026-01-01", ends_on: null, is_active: 1, budget_cents: 500_00 },
    ...{ archived_at: null, created_at: at, updated_at: at },
  };
  await db.insertInto("reward_programs").values(program).execute();
  const reward = {
    ...{ id: "r", program_id: "p", title: "Cake", description: "", type: "perfect_game" as const },
    ...{ score_threshold: 20, game_count: 1, improvement_percent: 25, consecutive_games: 3 },
    ...{ counts_after: "any" as const, value_cents: 15_00, status: "active" as const, color: "gold" },
    ...{ auto_trigger: 1, notification_enabled: 1, last_triggered_at: at, created_at: at, updated_at: at },
  };
  await db.insertInto("rewards").values(reward).execute();
});

const queries: Record<string, (db: Db) => Promise<unknown>> = {
  "a season's tallies": async (db) =>
    seasonTallies(db, await listSeasons(db), { timezone: TIMEZONE, at: AT }),
  "games in no season": async (db) => gamesOutside(db, await listSeasons(db), TIMEZONE),
  "a season's report": async (db) => {
    const [season] = await listSeasons(db);
    if (season) await readSeasonReport(db, season, { timezone: TIMEZONE, at: AT });
  },
  "own templates": listOwnTemplates,
  "a budget": (db) => earned.leftOf(db, "p"),
  "one earned reward": (db) => earned.findEarned(db, "e1"),
  "what waits": (db) => earned.listEarned(db, "pending"),
  "what was awarded lately": earned.recentlyAwarded,
  "whom to notify": (db) => earned.rewardsToNotify(db, AT),
  "what changed since": (db) => earned.sinceRewards(db, AT),
  "whose result changed": (db) => earned.changedAwards(db, AT),
  "a certificate's last email": (db) => certificates.lastMailed(db, "e1", AT),
  "programs with what they gave": programs.listPrograms,
  "rewards with what was earned": rewards.listRewards,
  "what is to settle": (db) => settling.rewardsToSettle(db, "itself", AT),
  "one certificate": (db) => certificates.findCertificate(db, "e1", AT),
  "all certificates": (db) => certificates.listCertificates(db, "all", AT),
  "a team's certificates": (db) => certificates.listCertificates(db, [hawks], AT),
  "ticked certificates": (db) => certificates.listCertificates(db, [hawks], AT, ["e1", "e2"]),
};

test.each(Object.entries(queries))("%s are found by an index, however long the history", async (_, ask) => {
  const heard: { sql: string; file: string; parameters: readonly unknown[] }[] = [];
  const hear = (statement: unknown) => heard.push(statement as (typeof heard)[number]);
  await world.platform.clubs.use(lakeside.code, async (db) => {
    subscribe("goodside.statement", hear);
    await ask(db);
    unsubscribe("goodside.statement", hear);
  });
  const reads = heard.filter(({ sql }) => /^(?:select|with)\b/i.test(sql));
  expect(reads.length).toBeGreaterThan(0);
  for (const statement of reads)
    expect(
      judge.plan(statement).filter((step) => GROWING.test(step)),
      statement.sql,
    ).toEqual([]);
});
