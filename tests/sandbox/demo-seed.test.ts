import { afterAll, expect, test } from "vitest";
import { openWorld } from "../support/world.ts";

const world = await openWorld();
afterAll(() => world.close());
const { seedDemo } = await import("../../sandbox/demo/seed.ts");
const { demoClubs } = await import("../../sandbox/demo/story.ts");
const { verifyData } = await import("../../scripts/verify/data.ts");

const clubs = () => world.control.selectFrom("clubs").select("code").execute();

test("the next start completes a demo whose seeding was killed", async () => {
  const [first] = demoClubs;
  if (!first) throw new Error("The demo has no clubs");
  // Writing the same club twice fails: the start ends after the first club.
  await expect(seedDemo(world.platform, [first, first])).rejects.toThrow("UNIQUE");
  expect(await clubs()).toEqual([]);
  expect(world.platform.clubs.codes()).toEqual([first.code]);

  expect(await seedDemo(world.platform)).toBe(true);
  expect(await clubs()).toHaveLength(demoClubs.length);
  const teams = demoClubs.reduce((sum, club) => sum + club.teams.length, 0);
  const onBoards = await world.control.selectFrom("standings").select("number").execute();
  expect(onBoards.filter(({ number }) => number !== null)).toHaveLength(teams);
  expect(await verifyData(world.dataDir, {}, () => {})).toMatchObject({ broken: 0 });
  expect(await seedDemo(world.platform)).toBe(false);
});
