import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, ada } = await openLakeside();
afterAll(() => world.close());

const NEW = 120;
const use = <T>(work: Parameters<typeof world.platform.clubs.use<T>>[1]) =>
  world.platform.clubs.use(lakeside.code, work);
const added = Array.from({ length: NEW }, (_, n) => `team-${String(n).padStart(3, "0")}`);
await use(async (db) => {
  const hawks = await db
    .selectFrom("teams")
    .selectAll()
    .where("name", "=", "Hawks")
    .executeTakeFirstOrThrow();
  const rows = added.map((id, n) => ({
    ...{ ...hawks, id, name: `Zebras ${String(n).padStart(3, "0")}` },
    ...{ name_key: id, age_group: n < 5 ? "U-8" : "U-12" },
  }));
  await db.insertInto("teams").values(rows).execute();
});

const read = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
const linksTo = (html: string) => [...html.matchAll(/href="\/teams\/(team-\d+)"/g)].map(([, id]) => id);
const switches = () =>
  use((db) =>
    db.selectFrom("teams").select(["id", "weekly_reports", "coach_updates"]).orderBy("id").execute(),
  );

test("a long list of teams has pages, and a search looks through all of them", async () => {
  const [first, last] = [await read("/teams"), await read("/teams?page=3")];
  expect(first).toContain("Page 1 of 3");
  expect(new Set([...linksTo(first), ...linksTo(await read("/teams?page=2")), ...linksTo(last)])).toEqual(
    new Set(added),
  );
  expect(linksTo(await read("/teams?q=zebras+119"))).toEqual(["team-119"]);
  expect(linksTo(await read("/teams?q=u8&page=7"))).toEqual(added.slice(0, 5));
});

test("calendars of many teams have pages and a search; 'all teams' is first", async () => {
  expect(await read("/schedule/calendars")).toContain("Page 1 of 5");
  expect(await read("/schedule/calendars")).toContain('action="/schedule/calendars/all"');
  const found = await read("/schedule/calendars?q=zebras+007");
  expect(found.match(/action="\/schedule\/calendars\/[^"]+"/g)).toEqual([
    'action="/schedule/calendars/team-007"',
  ]);
  expect(await read("/schedule/calendars?q=nobody")).toContain("No teams found");
});

// product/notifications.md#team-emails
test("a page of email settings saves its own teams and leaves the others as they are", async () => {
  const path = "/teams/email-settings?page=2";
  const html = await read(path);
  const shown = [...html.matchAll(/name="team" value="([^"]+)"/g)].map(([, id = ""]) => id);
  expect(shown).toHaveLength(25);
  const before = await switches();
  const saved = await world.ask(path, {
    cookie: ada.cookie,
    form: { team: shown, coachUpdates: shown, version: versionOn(html) },
  });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, path]);
  for (const [index, { id, coach_updates, weekly_reports }] of (await switches()).entries()) {
    const wanted = shown.includes(id) ? { coach_updates: 1, weekly_reports: 0 } : before[index];
    expect({ coach_updates, weekly_reports }, id).toMatchObject({
      coach_updates: wanted?.coach_updates,
      weekly_reports: wanted?.weekly_reports,
    });
  }
});

// product/notifications.md#team-emails
test("a setting for all teams applies to those on other pages too", async () => {
  const path = "/teams/email-settings?q=zebras+003";
  const html = await read(path);
  const form = { team: ["team-003"], allWeeklyReports: "on", version: versionOn(html) };
  expect((await world.ask(path, { cookie: ada.cookie, form })).status).toBe(303);
  expect(new Set((await switches()).map(({ weekly_reports }) => weekly_reports))).toEqual(new Set([1]));
});
