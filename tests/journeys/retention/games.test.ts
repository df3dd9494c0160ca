import { afterAll, expect, test } from "vitest";
import { openLakeside } from "../../support/lakeside.ts";

const { world, lakeside, hawks } = await openLakeside();
afterAll(world.close);
const { runGameClock } = await import("#app/journeys/retention/clocks.server.ts");

const games = () =>
  world.platform.clubs.use(lakeside.code, (db) => db.selectFrom("games").select("id").execute());

test("the operator's run counts games of every club, and erases those seven years old, once", async () => {
  await world.platform.clubs.use(lakeside.code, (db) => db.deleteFrom("games").execute());
  const starting = (starts_at: string) =>
    world.game(lakeside, hawks, 0, { starts_at, date: starts_at.slice(0, 10), status: "completed" });
  await starting("2020-03-01T15:00:00.000Z");
  const young = await starting("2020-03-02T15:00:00.000Z");
  const at = new Date("2027-03-01T15:00:00.000Z");
  expect(await runGameClock(world.platform, { at, dryRun: true })).toEqual({ count: 1, unread: [] });
  expect(await games()).toHaveLength(2);
  expect(await runGameClock(world.platform, { at, dryRun: false })).toEqual({ count: 1, unread: [] });
  expect(await games()).toEqual([{ id: young }]);
  expect(await runGameClock(world.platform, { at, dryRun: false })).toEqual({ count: 0, unread: [] });
});
