import { afterAll, expect, test } from "vitest";
import { castOf } from "#tests/support/lakeside.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { lakeside } = await castOf(world);
afterAll(() => world.close());
const { listTeams } = await import("#app/domain/club/teams/teams.server.ts");

test("teams are listed as people sort names, those of one name by season", async () => {
  for (const name of ["Zebras", "Ávila"]) await world.team(lakeside, name);
  await world.team(lakeside, "lions", { season: "Winter 2026" });
  await world.team(lakeside, "Lions", { season: "Spring 2027" });
  await world.team(lakeside, "Lions", { season: "Fall 2026" });
  const teams = await world.platform.clubs.use(lakeside.code, (db) => listTeams(db, "all"));
  expect(teams.map(({ name }) => name)).toEqual([
    ...["Ávila", "Hawks", "Lions", "Lions", "lions", "Otters", "Zebras"],
  ]);
  expect(teams.filter(({ name }) => name === "Lions").map(({ season }) => season)).toEqual([
    "Fall 2026",
    "Spring 2027",
  ]);
});
