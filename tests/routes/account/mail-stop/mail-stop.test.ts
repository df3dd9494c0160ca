import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world } = cast;
const { stopTokens } = await import("#app/domain/control/notifications/stop-links.server.ts");
const { preferencesOf } = await import("#app/domain/control/notifications/preferences.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");

afterAll(world.close);

const tokenFor = async (accountId: string, kind: Parameters<typeof stopTokens>[1][0]["kind"]) =>
  (
    await inTransaction(world.control, (tx) => stopTokens(tx, [{ accountId, clubCode: "lakeside", kind }]))
  )[0] as string;
const stored = (member: { id: string }) =>
  preferencesOf(world.control, { accountId: member.id, clubCode: "lakeside" });
const none = { emailOn: true, frequency: "immediate", quietHours: "none", switches: {} };
let token = "";

beforeEach(async () => {
  await world.control.deleteFrom("notification_preferences").execute();
  token = await tokenFor(cast.dana.id, "perfect-games");
});

const press = (change: string, of = token) => world.ask(`/mail/stop/${of}`, { form: { do: change } });

// product/notifications.md#stopping-mail
describe("a link that stops mails", () => {
  test("an unsubscribe link says what it stops, and changes nothing when it is opened", async () => {
    const html = await (await world.ask(`/mail/stop/${token}`)).text();
    expect(html).toContain("Perfect Game Alerts");
    expect(html).toContain("Stop all emails of Lakeside FC");
    expect(await stored(cast.dana)).toEqual(none);
  });

  test("an unsubscribe link stops its kind by the mail program's one click, without a cookie, idempotently", async () => {
    for (let times = 0; times < 2; times += 1) {
      const answer = await world.ask(`/mail/stop/${token}`, { form: { "List-Unsubscribe": "One-Click" } });
      expect(answer.status).toBe(200);
    }
    expect((await stored(cast.dana)).switches).toEqual({ "perfect-games": false });
    expect(await stored(cast.mia)).toEqual(none);
  });

  test("an unsubscribe link takes the one click as multipart too", async () => {
    const body = new FormData();
    body.set("List-Unsubscribe", "One-Click");
    expect((await world.ask(`/mail/stop/${token}`, { body })).status).toBe(200);
    expect((await stored(cast.dana)).switches).toEqual({ "perfect-games": false });
  });

  test("an unsubscribe link stops its kind by its button, and undoes it", async () => {
    expect((await press("stop-kind")).status).toBe(303);
    expect(await (await world.ask(`/mail/stop/${token}`)).text()).toContain("You get no more");
    await press("undo-kind");
    expect((await stored(cast.dana)).switches).toEqual({ "perfect-games": true });
  });

  test("an unsubscribe link stops all emails of the club, and undoes it", async () => {
    await press("stop-all");
    expect((await stored(cast.dana)).emailOn).toBe(false);
    await press("undo-all");
    expect(await stored(cast.dana)).toEqual(none);
  });

  test("a digest's unsubscribe link stops the kinds that come in digests", async () => {
    await press("stop-kind", await tokenFor(cast.dana.id, "digest"));
    expect((await stored(cast.dana)).switches).toEqual({
      "rating-submissions": false,
      "perfect-games": false,
      "rewards-earned": false,
      "achievement-milestones": false,
      "leaderboard-updates": false,
      "season-updates": false,
    });
  });

  test("an unsubscribe link ignores an empty post", async () => {
    expect((await world.ask(`/mail/stop/${token}`, { form: {} })).status).toBe(303);
    expect((await world.ask(`/mail/stop/${token}`, { form: { do: "drop table" } })).status).toBe(303);
    expect(await stored(cast.dana)).toEqual(none);
  });

  test.each([
    ["an unknown one", "k".repeat(43)],
    ["one of another purpose", "invitation"],
  ])("%s is a calm page and changes nothing", async (_, of) => {
    const answer = await world.ask(`/mail/stop/${of}`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("This link stops nothing");
    expect((await press("stop-all", of)).status).toBe(303);
    expect(await world.control.selectFrom("notification_preferences").selectAll().execute()).toEqual([]);
  });

  test("an unsubscribe link is stored as a hash only, and differs by person and kind", async () => {
    const tokens = new Set([
      token,
      await tokenFor(cast.mia.id, "perfect-games"),
      await tokenFor(cast.dana.id, "digest"),
    ]);
    expect(tokens.size).toBe(3);
    const rows = JSON.stringify(await world.control.selectFrom("mail_stops").selectAll().execute());
    for (const each of tokens) expect(rows).not.toContain(each);
  });

  test("an unsubscribe link is limited, even an unknown one", async () => {
    const ip = "198.51.100.9";
    let last = 200;
    for (let times = 0; times < 601; times += 1)
      last = (await world.ask(`/mail/stop/${"x".repeat(43)}`, { ip })).status;
    expect(last).toBe(429);
  });
});
