import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lakeside, openLakeside } from "#tests/support/lakeside.ts";

// It is the evening of New Year's Eve at Lakeside in Texas, and next year already in UTC.
const year = new Date().getUTCFullYear();
const newYearsEve = new Date(`${year + 1}-01-01T02:00:00.000Z`);
const weekday = new Date(`${year}-12-31T12:00:00Z`).toLocaleDateString("en-US", {
  weekday: "long",
  timeZone: "UTC",
});

let cast: Lakeside;
beforeAll(async () => {
  cast = await openLakeside();
  const { clockFile } = await import("#app/runtime/clock.server.ts");
  const offset = newYearsEve.getTime() - Date.now();
  writeFileSync(clockFile(cast.world.dataDir), String(offset));
  const { world, lakeside, hawks } = cast;
  const starts_at = new Date(newYearsEve.getTime() - 9 * 3_600_000).toISOString();
  await world.game(lakeside, hawks, 0, { date: `${year}-12-31`, time: "11:00", starts_at });
});
afterAll(() => cast.world.close());

const page = async (address: string) => {
  const { world, lakeside } = cast;
  const cookie = await world.signIn(lakeside.adminAccount, lakeside.code);
  return (await world.ask(address, { cookie })).text();
};

test.each(["/schedule", "/rating"])("%s calls a game of the club's date today's", async (address) => {
  expect(await page(address)).toContain(`Today, ${weekday}, December 31`);
});

test("a new team's season is the one of the club's date", async () => {
  expect(await page("/teams/new")).toContain(`value="Fall ${year}"`);
});
