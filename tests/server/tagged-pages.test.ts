import { rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { QueryJudge } from "#tests/security/judges/queries.ts";
import { castOf } from "#tests/support/lakeside.ts";
import { ratingRow, staffRow } from "#tests/support/rows.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { builtApp } = await import("#tests/support/built-app.ts");
const { serveBuild } = await import("#tests/support/served-build.ts");
const { clockFile } = await import("#app/runtime/clock.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
const cast = await castOf(world);
const { lakeside, hawks, otters, ada, mia, dana } = cast;
const build = await builtApp(false);
const { ask, post, bytesOf, close } = await serveBuild(build);
const HOUR = 3_600_000;
const moveClock = (ms: number) => writeFileSync(clockFile(world.dataDir), String(ms));
afterEach(() => rmSync(clockFile(world.dataDir), { force: true }));
afterAll(async () => {
  close();
  await world.close();
});

/** Cookies of people who ticked 'Remember me'. */
const remembered: Record<"ada" | "mia" | "dana", string> = { ada: "", mia: "", dana: "" };
beforeAll(async () => {
  for (const [name, { id }] of Object.entries({ ada, mia, dana }))
    remembered[name as "ada"] = await world.signIn(id, lakeside.code, { keepsPages: true });
});

/** Every page that says what it is made of, and the tables of the platform that its tag counts the changes of. */
const PAGES: Record<string, RegExp | null> = {
  "/dashboard": null,
  "/teams": null,
  "/rating": null,
  "/leaderboard": /^(leaderboard\w*|standings|search_teams\w*)$/,
};
const PEOPLE = ["ada", "mia", "dana"] as const;
const cells = Object.keys(PAGES).flatMap((path) => PEOPLE.map((name) => [path, name] as const));

test("the table above has every page that is kept", () => {
  const kept = Object.values(build.routes).flatMap((route) =>
    (route?.module.handle as { madeOf?: unknown } | undefined)?.madeOf ? [`/${route?.path}`] : [],
  );
  expect(kept.sort()).toEqual(Object.keys(PAGES).sort());
});

/** The page's tag, after a look that settles what a first look changes, as a leaderboard's snapshot. */
async function tagOf(path: string, cookie: string): Promise<string> {
  await ask(path, { Cookie: cookie });
  const page = await ask(path, { Cookie: cookie });
  expect(page.status, path).toBe(200);
  return page.headers.get("ETag") ?? "";
}

const again = async (path: string, cookie: string, tag: string) =>
  ask(path, { Cookie: cookie, "If-None-Match": tag });

const judge = new QueryJudge();
afterAll(() => judge.close());

/** What the app asks its databases while something is done. */
async function statementsOf(work: () => Promise<unknown>) {
  judge.taken();
  await work();
  return judge.taken().map((statement) => ({ ...statement, file: basename(statement.file, ".sqlite") }));
}

const tablesIn = (sql: string) =>
  [...sql.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, name = ""]) => name);

// product.md#kept-pages
describe.each(cells)("%s of %s, who is remembered", (path, name) => {
  test("is kept by the browser alone, and an unchanged one is answered by 304 in 300 bytes", async () => {
    const cookie = remembered[name];
    const tag = await tagOf(path, cookie);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const page = await ask(path, { Cookie: cookie });
    expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(page.headers.get("Vary")).toContain("Cookie");
    const answer = await bytesOf(path, { Cookie: cookie, "If-None-Match": tag, "Accept-Encoding": "br" });
    expect(answer).toMatch(/^HTTP\/1.1 304 Not Modified\r\n/);
    expect(answer).not.toMatch(/Content-Security-Policy/i);
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(300);
  });

  test("costs three questions at most, along indexes, where nothing has changed: no loader runs", async () => {
    const tag = await tagOf(path, remembered[name]);
    judge.taken();
    expect((await again(path, remembered[name], tag)).status).toBe(304);
    expect(judge.problems(judge.taken(), 3)).toEqual([]);
    await ask(path, { Cookie: remembered[name] });
    expect(judge.problems(judge.taken(), 8)).toEqual([]);
  });

  test("reads nothing that its tag does not hang on", async () => {
    const cookie = remembered[name];
    const tag = await tagOf(path, cookie);
    const byTag = await statementsOf(() => again(path, cookie, tag));
    const byPage = await statementsOf(() => ask(path, { Cookie: cookie }));
    expect(byPage.length).toBeGreaterThan(byTag.length);
    // Of the club's file every change counts; what the tag itself asks, it holds.
    const more = byPage.filter(
      ({ file, sql }) => file !== lakeside.code && !byTag.some((known) => known.sql === sql),
    );
    const tables = PAGES[path];
    expect(more.flatMap(({ sql }) => tablesIn(sql)).filter((table) => !tables?.test(table))).toEqual([]);
  });
});

describe("a page that its browser has is sent anew", () => {
  test("after a change of one's own, and after nobody else's club changed", async () => {
    const tags = new Map<string, string>();
    for (const path of Object.keys(PAGES)) tags.set(path, await tagOf(path, remembered.dana));
    await world.team(cast.riverside, "Foxes");
    for (const [path, tag] of tags) expect((await again(path, remembered.dana, tag)).status, path).toBe(304);
    const game = await world.game(lakeside, hawks, 5);
    for (const [path, tag] of tags) expect((await again(path, remembered.dana, tag)).status, path).toBe(200);
    const tag = await tagOf("/rating", remembered.dana);
    const form = { score: "20", reason: "A calm game", submission: newId(), version: "" };
    const saved = await world.ask(`/rating/${game}`, { cookie: remembered.dana, form });
    expect(saved.status).toBe(303);
    expect((await again("/rating", remembered.dana, tag)).status).toBe(200);
  });

  test("to another person, another session of the same person, and another address", async () => {
    const tag = await tagOf("/teams", remembered.dana);
    expect((await again("/teams", remembered.mia, tag)).status).toBe(200);
    const other = await world.signIn(dana.id, lakeside.code, { keepsPages: true });
    expect((await again("/teams", other, tag)).status).toBe(200);
    expect((await again("/teams?q=Hawks", remembered.dana, tag)).status).toBe(200);
    expect((await again("/dashboard", remembered.dana, tag)).status).toBe(200);
    const lite = await ask("/teams", { Cookie: remembered.dana, "If-None-Match": tag, "Save-Data": "on" });
    expect([lite.status, lite.headers.get("ETag")]).toEqual([200, null]);
    expect((await again("/teams", remembered.dana, tag)).status).toBe(304);
  });

  test("where the role, the name, the club or a setting of it changed", async () => {
    const person = await world.person("Nia Novak", lakeside, [{ team: otters, role: "coach" }]);
    const cookie = await world.signIn(person, lakeside.code, { keepsPages: true });
    const { control } = world;
    const changes: (() => Promise<unknown>)[] = [
      () => control.updateTable("accounts").set({ name: "Nia N." }).where("id", "=", person).execute(),
      () =>
        control
          .updateTable("memberships")
          .set({ role: "club_admin" })
          .where("account_id", "=", person)
          .execute(),
      () =>
        control.updateTable("clubs").set({ color: "#123456" }).where("code", "=", lakeside.code).execute(),
      () => world.person("Nia Novak", lakeside, [{ team: hawks, role: "coach" }]),
      () =>
        control.updateTable("accounts").set({ lite_since: "2026-01-01" }).where("id", "=", person).execute(),
    ];
    for (const change of changes) {
      const tag = await tagOf("/teams", cookie);
      expect(tag).not.toBe("");
      await change();
      expect((await again("/teams", cookie, tag)).status, String(change)).toBe(200);
    }
  });
});

describe("no cache may keep", () => {
  const isStored = ({ headers }: Response) =>
    headers.has("ETag") || headers.get("Cache-Control") !== "no-store";

  test("a page of a session that ends with its browser, or of a browser without scripts", async () => {
    const form = { identifier: "dana.reyes@people.example", password: "Sideline-2026" };
    for (const [ticked, kept] of [
      [{}, false],
      [{ scripts: "yes" }, false],
      [{ remember: "on" }, false],
      [{ remember: "on", scripts: "yes" }, true],
    ] as const) {
      const opened = await post("/club/login", {}, { ...form, ...ticked });
      const [session = ""] = opened.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
      for (const path of Object.keys(PAGES)) {
        const page = await ask(path, { Cookie: session });
        expect([page.status, isStored(page)], path).toEqual([200, kept]);
        expect((await page.text()).includes("data-kept"), path).toBe(kept);
      }
    }
  });

  test("a message that is shown once, data, another page, and staff's", async () => {
    const cookie = remembered.ada;
    const { redirectWith } = await import("#app/auth/flash.server.ts");
    const flash = (await redirectWith("/teams", "Team added")).headers.get("Set-Cookie")?.split(";")[0];
    const shown = await ask("/teams", { Cookie: `${cookie}; ${flash}` });
    expect(await shown.text()).toContain("Team added");
    expect(isStored(shown)).toBe(false);
    const staff = await world.signInStaff("super_admin");
    const { storePreferences } = await import("#app/auth/preferences.server.ts");
    const refused = (await storePreferences({ remember: false, lite: false })).split(";")[0];
    const lite = (await storePreferences({ remember: true, lite: true })).split(";")[0];
    for (const [path, sent] of [
      ["/teams?_data=routes/club/teams/index", cookie],
      ["/club/settings", cookie],
      ["/account", cookie],
      ["/teams", `${cookie}; ${refused}`],
      ["/teams", `${cookie}; ${lite}`],
      ["/teams", await world.signIn(ada.id, lakeside.code)],
      ["/sign-out", cookie],
      ["/teams", `${cookie}; ${staff}`],
      ["/admin", staff],
    ] as const)
      expect(isStored(await ask(path, { Cookie: sent })), path).toBe(false);
  });

  test("a session that was ended elsewhere is asked to sign in, and its browser forgets its pages", async () => {
    const cookie = await world.signIn(dana.id, lakeside.code, { keepsPages: true });
    const tag = await tagOf("/teams", cookie);
    const { hashOf } = await import("#app/runtime/ids.server.ts");
    const secret = JSON.parse(
      Buffer.from(decodeURIComponent(cookie.split("=")[1] ?? ""), "base64").toString(),
    ) as string;
    await world.control.deleteFrom("sessions").where("token_hash", "=", hashOf(secret)).execute();
    const answer = await again("/teams", cookie, tag);
    expect([answer.status, answer.headers.get("Clear-Site-Data")]).toEqual([302, '"cache"']);
    expect(answer.headers.get("Location")).toContain("/club/login");
  });
});

test("whatever ends the session of a browser, or gives it another, has it forget its pages", async () => {
  const signedIn = () => world.signIn(dana.id, lakeside.code, { keepsPages: true });
  const forgets = ({ headers }: Response) => headers.get("Clear-Site-Data") === '"cache"';
  const out = await post("/sign-out", { Cookie: await signedIn() }, {});
  expect([out.status, forgets(out)]).toEqual([303, true]);
  const email = "mia.manager@people.example";
  const form = { identifier: email, password: "Sideline-2026" };
  const over = await post("/club/login", { Cookie: await signedIn() }, form);
  expect([over.status, forgets(over)]).toEqual([303, true]);
  const first = await post("/club/login", {}, form);
  expect([first.status, forgets(first)]).toEqual([303, false]);
  expect(forgets(await ask("/teams", { Cookie: await signedIn() }))).toBe(false);
});

// product.md#blind
test("a sealed result opens by the clock alone, and is never answered by the page before", async () => {
  const game = await world.game(lakeside, hawks, 49.9, { final_score: 10, agreement: "agreed" });
  const rating = ratingRow(game, { given_by: dana.id, score: 10 });
  await world.platform.clubs.use(lakeside.code, (db) => db.insertInto("ratings").values(rating).execute());
  const [mine, theirs] = [await tagOf("/teams", remembered.mia), await tagOf("/rating", remembered.mia)];
  expect(await (await ask("/rating", { Cookie: remembered.mia })).text()).toMatch(/Sealed/i);
  expect((await again("/teams", remembered.mia, mine)).status).toBe(304);
  moveClock(0.2 * HOUR);
  expect((await again("/teams", remembered.mia, mine)).status).toBe(200);
  expect((await again("/rating", remembered.mia, theirs)).status).toBe(200);
});

test("equal tags are equal pages at every moment at which something changes by itself", async () => {
  await fillWithMoments();
  const pages = new Map<string, string>();
  let kept = 0;
  for (const offset of await offsetsOfInterest()) {
    moveClock(offset);
    for (const [path, name] of cells) {
      const page = await ask(path, { Cookie: remembered[name] });
      const tag = page.headers.get("ETag");
      expect([page.status, tag !== null], `${path} of ${name} after ${offset / HOUR} h`).toEqual([200, true]);
      const text = await page.text();
      const before = pages.get(`${path} ${tag}`);
      if (before !== undefined) kept += 1;
      if (before !== undefined && before !== text)
        expect.fail(`${path} of ${name} changed at ${offset / HOUR} h without its tag`);
      pages.set(`${path} ${tag}`, text);
    }
  }
  expect(kept).toBeGreaterThan(100);
}, 120_000);

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
/** In hours from now. */
const MOMENTS = {
  kickOffs: [-60, -30, -3, 1.01, 30, 200, 500],
  expires: 61.3,
  deleted: -490,
  closed: -90,
  due: 77.7,
};

/** What changes by the clock within the 29 days of a session. */
async function fillWithMoments(): Promise<void> {
  for (const [index, hours] of MOMENTS.kickOffs.entries()) {
    const rated = hours < 0 ? { final_score: 10 as const, agreement: "agreed" as const } : {};
    const game = await world.game(lakeside, hawks, -hours, { ...rated, time: index % 2 ? null : "10:00" });
    const rating = ratingRow(game, { given_by: dana.id, score: 10 });
    if (hours < 0)
      await world.platform.clubs.use(lakeside.code, (db) =>
        db.insertInto("ratings").values(rating).execute(),
      );
  }
  await world.team(lakeside, "Gone", { status: "deleted", status_since: at(MOMENTS.deleted) });
  const invited = {
    role: "manager",
    status: "pending",
    account_id: null,
    expires_at: at(MOMENTS.expires),
  } as const;
  await world.platform.clubs.use(lakeside.code, async (db) => {
    await db
      .insertInto("staff")
      .values(staffRow("invited", otters, invited))
      .execute();
    await db
      .insertInto("pulses")
      .values({
        ...{ id: "pulse", team_ids: JSON.stringify([hawks]), recipients: 9, answers: 7 },
        ...{ sent_at: at(-200), sent_by: "Ada", reminds_at: null, closed_by: "" },
        ...{ closes_at: at(MOMENTS.closed), closed_at: at(MOMENTS.closed) },
      })
      .execute();
  });
  await world.control
    .updateTable("clubs")
    .set({ term_ends_at: at(40 * 24), verification_due_at: at(MOMENTS.due) })
    .where("code", "=", lakeside.code)
    .execute();
}

/** A second before and after each moment that a rule may count from one in the data, and a few days between. */
async function offsetsOfInterest(): Promise<number[]> {
  const rows = await world.platform.clubs.use(lakeside.code, (db) =>
    db.selectFrom("games").select("starts_at").execute(),
  );
  const kickOffs = rows.map(({ starts_at }) => Date.parse(starts_at) - Date.now());
  const games = kickOffs.flatMap((start) =>
    [0, 2, 24, 48, 50, 72, -168, 336].map((hours) => start + hours * HOUR),
  );
  const others = [MOMENTS.expires, MOMENTS.deleted + 720, MOMENTS.closed + 336, MOMENTS.due, 240].map(
    (hours) => hours * HOUR,
  );
  const days = Array.from({ length: 14 }, (_, day) => day * 48 * HOUR + 5_000);
  return [...games, ...others]
    .flatMap((moment) => [moment - 30_000, moment - 25_000, moment + 30_000, moment + 35_000])
    .concat(days)
    .filter((offset) => offset > 0 && offset < 29 * 24 * HOUR)
    .sort((a, b) => a - b);
}
