import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { kindsFor } from "#app/domain/values/notification-kinds.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { versionOn } from "#tests/support/world.ts";

const cast = await openLakeside();
const { world } = cast;
const { preferencesOf } = await import("#app/domain/control/notifications/preferences.server.ts");

afterAll(world.close);
beforeEach(async () => {
  await world.control.deleteFrom("notification_preferences").execute();
});

const page = async (cookie: string, path = "/notifications") => (await world.ask(path, { cookie })).text();
const stored = (member: { id: string }) =>
  preferencesOf(world.control, { accountId: member.id, clubCode: "lakeside" });
const switches = (html: string) => html.match(/<input[^>]*name="kinds"[^>]*>/g) ?? [];
const kindOf = (input: string) => /value="([\w-]+)"/.exec(input)?.[1] ?? "";
const kindsOn = (html: string) => switches(html).map(kindOf);
const ticked = (html: string) =>
  switches(html)
    .filter((input) => input.includes("checked"))
    .map(kindOf);
const form = (more: Record<string, string | string[]> = {}) => ({
  emailOn: "on",
  kinds: ["game-reminders", "weekly-reports"],
  frequency: "daily",
  quietHours: "evening",
  ...more,
});

describe("/notifications", () => {
  test("/notifications offers the role's notifications, with their defaults", async () => {
    const html = await page(cast.dana.cookie);
    expect(kindsOn(html)).toEqual(kindsFor({ admin: false, roles: ["coach"] }));
    expect(html).not.toContain("Incident Alerts");
    expect(kindsOn(await page(cast.mia.cookie))).toContain("incident-alerts");
    expect(ticked(html)).toEqual(kindsOn(html));
    expect(html).toContain("dana.reyes@people.example");
    expect(ticked(await page(cast.mia.cookie))).not.toContain("leaderboard-updates");
  });

  test("/notifications saves the choices, and shows them", async () => {
    const saved = await world.save("/notifications", { cookie: cast.dana.cookie, form: form() });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/notifications"]);
    expect(await stored(cast.dana)).toMatchObject({
      emailOn: true,
      frequency: "daily",
      quietHours: "evening",
      switches: { "game-reminders": true, "perfect-games": false },
    });
    const html = await page(cast.dana.cookie);
    expect(ticked(html)).toEqual(["game-reminders", "weekly-reports"]);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="daily"/);
  });

  test("/notifications switches everything off", async () => {
    await world.save("/notifications", {
      cookie: cast.dana.cookie,
      form: { kinds: [], frequency: "immediate", quietHours: "none" },
    });
    expect(await stored(cast.dana)).toMatchObject({ emailOn: false, switches: { "weekly-reports": false } });
  });

  test("/notifications keeps the choices for notifications that one role may not get", async () => {
    await world.save("/notifications", {
      cookie: cast.dana.cookie,
      form: form({ kinds: ["incident-alerts", "leaderboard-updates"] }),
    });
    expect(Object.keys((await stored(cast.dana)).switches)).not.toContain("incident-alerts");
    expect(Object.keys((await stored(cast.dana)).switches)).not.toContain("leaderboard-updates");
  });

  test("/notifications refuses a form that is older than the stored one, and shows both", async () => {
    const version = versionOn(await page(cast.dana.cookie));
    await world.save("/notifications", { cookie: cast.dana.cookie, form: form({ frequency: "weekly" }) });
    const stale = await world.ask("/notifications", { cookie: cast.dana.cookie, form: form({ version }) });
    const html = await stale.text();
    expect(stale.status).toBe(422);
    expect(html).toContain("Frequency");
    expect(html).toMatch(/Weekly/);
    expect((await stored(cast.dana)).frequency).toBe("weekly");
  });

  test("/notifications refuses an invalid frequency, and keeps the checked boxes", async () => {
    const answer = await world.save("/notifications", {
      cookie: cast.dana.cookie,
      form: form({ frequency: "hourly" }),
    });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain("Choose how often");
    expect(ticked(html)).toEqual(["game-reminders", "weekly-reports"]);
  });

  test("/notifications tells a person that their address takes no mail", async () => {
    const address = "dana.reyes@people.example";
    await world.control
      .insertInto("dead_addresses")
      .values({ address, delivery: "bounced", since: new Date().toISOString() })
      .execute();
    expect(await page(cast.dana.cookie)).toContain("Our mail does not reach you");
    await world.control.deleteFrom("dead_addresses").execute();
  });
});

test("the settings' tab leads here, and the emails of teams are linked for the people who set them", async () => {
  const answer = await world.ask("/club/settings?tab=notifications", { cookie: cast.ada.cookie });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/notifications"]);
  expect(await page(cast.ada.cookie)).toContain('href="/teams/email-settings"');
  expect(await page(cast.dana.cookie)).not.toContain('href="/teams/email-settings"');
});
