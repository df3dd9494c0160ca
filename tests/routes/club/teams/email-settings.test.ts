import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const { world, lakeside, hawks, otters, ada, mia } = await openLakeside();
afterAll(() => world.close());

const PATH = "/teams/email-settings";
const stored = () =>
  world.platform.clubs.use(lakeside.code, (db) =>
    db
      .selectFrom("teams")
      .select(["name", "manager_updates", "coach_updates", "weekly_reports", "incident_alerts"])
      .orderBy("name")
      .execute(),
  );
const all = { manager_updates: 1, coach_updates: 1, weekly_reports: 0, incident_alerts: 1 };

// product/notifications.md#team-emails
test("a form sets the switches of each team, and of all teams at once", async () => {
  const saved = await world.save(PATH, {
    cookie: ada.cookie,
    form: {
      team: [hawks, otters],
      managerUpdates: [hawks],
      coachUpdates: [hawks, otters],
      incidentAlerts: [otters],
      allWeeklyReports: "on",
    },
  });
  expect(saved.status).toBe(303);
  expect(await stored()).toEqual([
    { name: "Hawks", ...all, weekly_reports: 1, incident_alerts: 0 },
    { name: "Otters", ...all, weekly_reports: 1, manager_updates: 0 },
  ]);
  const cookie = `${ada.cookie}; ${saved.headers.get("Set-Cookie")?.split(";")[0]}`;
  const page = await (await world.ask(PATH, { cookie })).text();
  expect(page).toContain("Email notification settings updated successfully");
});

test("a team's settings show its four switches to administrators and its manager, and set them", async () => {
  const path = `/teams/${hawks}/edit`;
  const before = await stored();
  const basics = { name: "Hawks", ageGroup: "U-12", gender: "Boys", season: "Fall 2026", playerCount: "14" };
  for (const { cookie } of [ada, mia]) {
    const html = await (await world.ask(path, { cookie })).text();
    for (const name of ["managerUpdates", "coachUpdates", "weeklyReports", "incidentAlerts"])
      expect(html).toMatch(new RegExp(`<input[^>]*type="checkbox"[^>]*name="${name}"`));
    expect((await world.save(path, { cookie, form: { ...basics, coachUpdates: "on" } })).status).toBe(303);
    expect((await stored())[0]).toMatchObject({ manager_updates: 0, coach_updates: 1, weekly_reports: 0 });
    const form = { ...basics, managerUpdates: "on", coachUpdates: "on", weeklyReports: "on" };
    expect((await world.save(path, { cookie, form })).status).toBe(303);
    expect(await stored()).toEqual(before);
  }
});

test("a form of an older version changes nothing and shows both values", async () => {
  const page = await (await world.ask(PATH, { cookie: ada.cookie })).text();
  await world.platform.clubs.use(lakeside.code, (db) =>
    db.updateTable("teams").set({ weekly_reports: 0 }).where("id", "=", hawks).execute(),
  );
  const form = {
    team: [hawks, otters],
    weeklyReports: [hawks, otters],
    version: versionOn(page),
  };
  const refused = await world.ask(PATH, { cookie: ada.cookie, form });
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(text).toContain("Hawks, Fall 2026: Weekly report");
  expect((await stored())[0]?.weekly_reports).toBe(0);
  const again = await world.ask(PATH, { cookie: ada.cookie, form: { ...form, version: versionOn(text) } });
  expect(again.status).toBe(303);
  expect((await stored())[0]).toEqual({
    name: "Hawks",
    manager_updates: 0,
    coach_updates: 0,
    weekly_reports: 1,
    incident_alerts: 0,
  });
});
