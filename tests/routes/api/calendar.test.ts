import ICAL from "ical.js";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, ada, mia, dana } = cast;
afterAll(() => world.close());

/**
 * Makes a new address.
 * @returns its path.
 */
async function addressOf(cookie: string, team = "all"): Promise<string> {
  const path = `/schedule/calendars/${team}`;
  await world.ask(path, { cookie, form: { intent: "make" } });
  const page = await (await world.ask(path, { cookie })).text();
  const found = /http:\/\/goodside\.test(\/calendar\/[\w-]{43}\.ics)/.exec(page)?.[1];
  if (!found) throw new Error("No address is shown");
  return found;
}

async function eventsAt(path: string) {
  const text = await (await world.ask(path)).text();
  const events = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  return events.map((event) => ({
    summary: String(event.getFirstPropertyValue("summary")),
    uid: String(event.getFirstPropertyValue("uid")),
    sequence: Number(event.getFirstPropertyValue("sequence")),
    status: String(event.getFirstPropertyValue("status")),
    url: event.getFirstPropertyValue("url"),
    description: String(event.getFirstPropertyValue("description")),
  }));
}

const inClub = world.platform.clubs;
let past = "";
let coming = "";
beforeEach(async () => {
  await inClub.use(lakeside.code, (db) => db.deleteFrom("games").execute());
  past = await world.game(lakeside, hawks, 30, { opponent: "Lions" });
  coming = await world.game(lakeside, hawks, -30, { opponent: "Comets", notes: "Lucy's father drives" });
  await world.game(lakeside, otters, -40, { opponent: "Minnows" });
});

// product/games.md#calendars
describe("the address of a calendar", () => {
  test("a calendar shows a coach the games of their own teams, without a cookie, and where to rate", async () => {
    const path = await addressOf(dana.cookie);
    const answer = await world.ask(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
    const events = await eventsAt(path);
    expect(events.map(({ summary }) => summary)).toEqual(["Hawks vs. Lions", "Hawks vs. Comets"]);
    expect(events[0]?.url).toBe(`http://goodside.test/rating/${past}`);
    expect(events[0]?.description).toContain("Rate this game");
    expect(events[1]?.url).toBeNull();
    expect(JSON.stringify(events)).not.toContain("Lucy");
  });

  test("a calendar shows an administrator every team, or one team alone", async () => {
    expect(await eventsAt(await addressOf(ada.cookie))).toHaveLength(3);
    expect((await eventsAt(await addressOf(ada.cookie, otters))).map(({ summary }) => summary)).toEqual([
      "Otters vs. Minnows",
    ]);
  });

  test("a calendar cannot be made for a team that is not the user's", async () => {
    for (const intent of ["add", "make"]) {
      const answer = await world.ask(`/schedule/calendars/${otters}`, {
        cookie: mia.cookie,
        form: { intent },
      });
      expect(answer.status).toBe(403);
    }
  });

  test("a calendar is two taps away: a button for each team, then the link of the calendar app", async () => {
    const lou = await world.person("Lou Late", lakeside, [
      { team: hawks, role: "coach", coachRole: "assistant" },
    ]);
    const cookie = await world.signIn(lou, lakeside.code);
    const feeds = () =>
      world.control.selectFrom("calendar_feeds").selectAll().where("account_id", "=", lou).execute();
    const read = async (path: string, agent = "") =>
      (await world.ask(path, { cookie, headers: { "User-Agent": agent } })).text();

    const list = await read("/schedule/calendars");
    expect(list).toContain(`action="/schedule/calendars/${hawks}"`);
    expect(list).toContain("Add to my calendar");
    await read(`/schedule/calendars/${hawks}`);
    // Reading creates no feed.
    expect(await feeds()).toEqual([]);

    const add = () => world.ask(`/schedule/calendars/${hawks}`, { cookie, form: { intent: "add" } });
    const to = (await add()).headers.get("Location") ?? "";
    const page = await read(to);
    const webcal = /<a class="button button-primary" href="(webcal:\/\/[^"]+\.ics)"/.exec(page)?.[1] ?? "";
    expect(webcal).toMatch(/^webcal:\/\/goodside\.test\/calendar\/[\w-]{43}\.ics$/);
    expect(page).toContain(`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`);
    expect(page).toContain(`value="${webcal.replace("webcal:", "http:")}"`);
    expect(page).not.toContain('http-equiv="refresh"');
    // Apple devices have an app for it, which opens automatically; once, not on each visit.
    expect(await read(to, "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)")).toContain(
      `http-equiv="refresh" content="0;url=${webcal}"`,
    );
    expect(await read(`/schedule/calendars/${hawks}`, "iPhone")).not.toContain('http-equiv="refresh"');

    // The button again uses the address of the other devices.
    const before = await feeds();
    await add();
    expect(await feeds()).toEqual(before);
  });

  test("a calendar's address stops working when it is replaced or stopped", async () => {
    const first = await addressOf(dana.cookie, hawks);
    const second = await addressOf(dana.cookie, hawks);
    expect(second).not.toBe(first);
    expect((await world.ask(first)).status).toBe(404);
    expect((await world.ask(second)).status).toBe(200);
    await world.ask(`/schedule/calendars/${hawks}`, { cookie: dana.cookie, form: { intent: "stop" } });
    expect((await world.ask(second)).status).toBe(404);
  });

  test("a calendar's address is stored as a hash only", async () => {
    const path = await addressOf(dana.cookie);
    const token = path.slice("/calendar/".length, -".ics".length);
    const rows = await world.control.selectFrom("calendar_feeds").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each(["/calendar/unknown.ics", `/calendar/${"a".repeat(43)}.ics`, `/calendar/${"a".repeat(43)}`])(
    "%s is unknown",
    async (path) => {
      expect((await world.ask(path)).status).toBe(404);
    },
  );

  test("a suspended club's calendar stays reachable, and is empty", async () => {
    const path = await addressOf(dana.cookie);
    const setStatus = (status: "active" | "suspended") =>
      world.control.updateTable("clubs").set({ status }).where("code", "=", lakeside.code).execute();
    await setStatus("suspended");
    const answer = await world.ask(path);
    await setStatus("active");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("Retry-After")).toBe("86400");
    expect(await answer.text()).not.toContain("Hawks");
  });
});

describe("who loses access", () => {
  test("a removed coach gets an empty calendar", async () => {
    const sam = await world.person("Sam Short", lakeside, [
      { team: hawks, role: "coach", coachRole: "assistant" },
    ]);
    const cookie = await world.signIn(sam, lakeside.code);
    const paths = [await addressOf(cookie), await addressOf(cookie, hawks)];
    for (const path of paths) expect(await eventsAt(path)).toHaveLength(2);
    await inClub.use(lakeside.code, (db) =>
      db.updateTable("staff").set({ status: "removed" }).where("account_id", "=", sam).execute(),
    );
    for (const path of paths) expect(await eventsAt(path)).toEqual([]);
  });

  test("a person who left the club gets an empty calendar", async () => {
    const lee = await world.person("Lee Leaves", lakeside, [
      { team: hawks, role: "coach", coachRole: "assistant" },
    ]);
    const path = await addressOf(await world.signIn(lee, lakeside.code));
    await world.control.deleteFrom("memberships").where("account_id", "=", lee).execute();
    expect(await eventsAt(path)).toEqual([]);
  });

  test("an archived team's calendar is empty until the team is restored", async () => {
    const path = await addressOf(ada.cookie, otters);
    const setStatus = (status: "active" | "archived") =>
      inClub.use(lakeside.code, (db) =>
        db.updateTable("teams").set({ status }).where("id", "=", otters).execute(),
      );
    await setStatus("archived");
    expect(await eventsAt(path)).toEqual([]);
    await setStatus("active");
    expect(await eventsAt(path)).toHaveLength(1);
  });
});

describe("a change of a game", () => {
  const comets = async (path: string) =>
    (await eventsAt(path)).find(({ uid }) => uid === `${coming}@goodside`);

  test("a moved, cancelled or restored game has a higher number under the same id", async () => {
    const path = await addressOf(dana.cookie);
    expect(await comets(path)).toMatchObject({ sequence: 0, status: "CONFIRMED" });
    const edit = {
      opponent: "Comets",
      location: "Field 2",
      home_away: "home",
      status: "scheduled",
      reason: "moved",
    };
    await world.save(`/schedule/${coming}/edit`, {
      cookie: ada.cookie,
      form: { ...edit, date: "2030-01-05", time: "10:00" },
    });
    expect(await comets(path)).toMatchObject({ sequence: 1, status: "CONFIRMED" });
    await world.save(`/schedule/${coming}/cancel`, { cookie: ada.cookie, form: { intent: "cancel" } });
    expect(await comets(path)).toMatchObject({ sequence: 2, status: "CANCELLED" });
    await world.save(`/schedule/${coming}/cancel`, { cookie: ada.cookie, form: { intent: "restore" } });
    expect(await comets(path)).toMatchObject({ sequence: 3, status: "CONFIRMED" });
  });

  test("an ineffective change of a game leaves the number", async () => {
    await inClub.use(lakeside.code, (db) =>
      db
        .updateTable("games")
        .set({ opponent: "Comets", updated_at: "2031-01-01" })
        .where("id", "=", coming)
        .execute(),
    );
    expect(await comets(await addressOf(dana.cookie))).toMatchObject({ sequence: 0 });
  });
});

describe("asking again", () => {
  const ask = (path: string, etag: string) => world.ask(path, { headers: { "If-None-Match": etag } });
  const etagOf = async (path: string) => (await world.ask(path)).headers.get("ETag") ?? "";

  test("a repeated request costs nothing while nothing changed", async () => {
    const path = await addressOf(dana.cookie);
    const again = await ask(path, await etagOf(path));
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("ETag")).toBe(await etagOf(path));
  });

  test.each([
    ["a game is cancelled", () => cancel()],
    ["a game is added", () => world.game(lakeside, hawks, -50)],
    [
      "a game is deleted",
      () => inClub.use(lakeside.code, (db) => db.deleteFrom("games").where("id", "=", coming).execute()),
    ],
    ["the team gets another name", () => rename("Falcons")],
  ])("a repeated request gets the calendar when %s", async (_, change) => {
    const path = await addressOf(dana.cookie);
    const etag = await etagOf(path);
    await change();
    expect((await ask(path, etag)).status).toBe(200);
    await rename("Hawks");
  });

  test("requests for the whole calendar are limited, those with a known version are not", async () => {
    const path = await addressOf(dana.cookie);
    const etag = await etagOf(path);
    for (let read = 1; read < 60; read += 1) await world.ask(path);
    const refused = await world.ask(path);
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "3600"]);
    expect((await ask(path, etag)).status).toBe(304);
    expect((await world.ask(await addressOf(dana.cookie))).status).toBe(200);
  });

  test("a calendar reveals no rating, not even that there is one", async () => {
    const path = await addressOf(dana.cookie);
    const etag = await etagOf(path);
    await inClub.use(lakeside.code, (db) =>
      db
        .updateTable("games")
        .set({ final_score: 20, agreement: "agreed", finalized_at: "2026-01-01", updated_at: "2031-01-01" })
        .where("id", "=", past)
        .execute(),
    );
    expect((await ask(path, etag)).status).toBe(304);
  });

  const cancel = () =>
    inClub.use(lakeside.code, (db) =>
      db.updateTable("games").set({ status: "cancelled" }).where("id", "=", coming).execute(),
    );
  const rename = (name: string) =>
    inClub.use(lakeside.code, (db) =>
      db.updateTable("teams").set({ name }).where("id", "=", hawks).execute(),
    );
});
