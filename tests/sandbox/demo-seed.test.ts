import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { seedDemo } = await import("../../sandbox/demo/seed.ts");
const { demoClubs } = await import("../../sandbox/demo/story.ts");
const { demoParents } = await import("../../sandbox/demo/parents.ts");
const { verifyData } = await import("../../scripts/verify/data.ts");

const clubs = () => world.control.selectFrom("clubs").select("code").execute();

test("the next start completes a demo whose seeding was killed", async () => {
  const [first] = demoClubs;
  if (!first) throw new Error("The demo has no clubs");
  // Writing the same club twice fails: the start ends after the first club.
  await expect(seedDemo(world.platform, [first, first])).rejects.toThrow(/unique/i);
  expect(await clubs()).toEqual([]);
  expect(await world.platform.clubs.codes()).toEqual([first.code]);

  expect(await seedDemo(world.platform)).toBe(true);
  expect(await clubs()).toHaveLength(demoClubs.length);
  const teams = demoClubs.reduce((sum, club) => sum + club.teams.length, 0);
  const onBoards = await world.control.selectFrom("standings").select("number").execute();
  expect(onBoards.filter(({ number }) => number !== null)).toHaveLength(teams);
  // Databases are verified as a role that sees all clubs: tests/scripts/database.test.ts.
  if (!process.env.DATABASE_URL)
    expect(await verifyData(world.dataDir, {}, () => {})).toMatchObject({ broken: 0 });
  expect(await seedDemo(world.platform)).toBe(false);
});

test("the demo's parents are in every state, with their histories, links and evidence", async () => {
  await seedDemo(world.platform);
  const { countAgreements } = await import("#app/domain/club/agreements/agreement-list.server.ts");
  const counts = await world.platform.clubs.use("demo1", (db) => countAgreements(db, {}, "all", new Date()));
  for (const [state, count] of Object.entries(counts)) expect(count, state).toBeGreaterThan(0);
  expect(counts).toMatchObject({ total: demoParents.length, signed: 13, toMatch: 2, undelivered: 2 });
  const heads = await world.control.selectFrom("evidence_heads").select(["club_code", "seq"]).execute();
  expect(heads).toEqual([{ club_code: "demo1", seq: 16 }]);
  const links = await world.control.selectFrom("agreement_links").select("issue").execute();
  expect(links).toHaveLength(counts.total - counts.unsent);
  const later = await world.platform.clubs.use("demo1", (db) =>
    db.selectFrom("agreement_events").select("id").where("at", ">", new Date().toISOString()).execute(),
  );
  expect(later).toEqual([]);
});

test("the demo's club has two programs, seven awarded rewards and one that waits, made by the product's own functions", async () => {
  await seedDemo(world.platform);
  const { listEarned } = await import("#app/domain/club/rewards/earned.server.ts");
  const { listPrograms } = await import("#app/domain/club/rewards/programs.server.ts");
  const { programs, earned, waiting } = await world.platform.clubs.use("demo1", async (db) => ({
    programs: await listPrograms(db),
    earned: await listEarned(db, "awarded"),
    waiting: await listEarned(db, "pending"),
  }));
  expect(programs.map(({ name }) => name).sort()).toEqual(["Good Sideline Awards", "Season's End"]);
  for (const { spentCents, budgetCents } of programs) expect(spentCents).toBeLessThanOrEqual(budgetCents);
  expect([earned.length, waiting.length]).toEqual([7, 1]);
});
