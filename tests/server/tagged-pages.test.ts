import { rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { addresses } from "#tests/architecture/addresses.ts";
import { fill, thingsOf } from "#tests/architecture/things.ts";
import { QueryJudge } from "#tests/security/judges/queries.ts";
import { castOf } from "#tests/support/lakeside.ts";
import { ratingRow, staffRow } from "#tests/support/rows.ts";
import { runs } from "#tests/support/runs.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { builtApp } = await import("#tests/support/built-app.ts");
const { serveBuild } = await import("#tests/support/served-build.ts");
const { clockFile } = await import("#app/runtime/clock.server.ts");
const { newId } = await import("#app/runtime/ids.server.ts");
const { letKeep } = await import("#app/server/kept-pages.ts");
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

/** Cookies of people who checked 'Remember me'. */
const remembered = {
  ada: await world.signIn(ada.id, lakeside.code, { keepsPages: true }),
  mia: await world.signIn(mia.id, lakeside.code, { keepsPages: true }),
  dana: await world.signIn(dana.id, lakeside.code, { keepsPages: true }),
};

const PEOPLE = ["ada", "mia", "dana"] as const;

/** Routes that declare their page's sources. */
const TAGGED = Object.values(build.routes).flatMap((route) => {
  const { madeOf } = (route?.module.handle ?? {}) as { madeOf?: readonly string[] };
  return madeOf ? [{ path: `/${route?.path}`, madeOf }] : [];
});
const things = await thingsOf(world, lakeside, hawks);
const addressOf = (path: string): string => {
  const address = addresses.find((known) => known.path === path);
  if (!address) throw new Error(`${path} is not in the table of addresses`);
  return fill(address, things);
};
/** Tables that the tag covers by a count of their changes instead of their own statement. */
const COUNTS: Record<string, RegExp> = {
  board: /^(leaderboard\w*|standings|search_teams\w*)$/,
};
/** Forms with a number of their own, so that no cache may keep them. */
const NUMBERED = ["/rating/:gameId of mia"];
/** Most views of a page, by its own tabs and filters, that are checked. */
const MOST_VIEWS = 12;

interface Cell {
  path: string;
  address: string;
  name: (typeof PEOPLE)[number];
}

/** Tagged pages by person; beside the plain address those that its own links lead to. */
const cells: Cell[] = [];
const viewsOf: Cell[] = [];
const refused: string[] = [];
for (const { path } of TAGGED)
  for (const name of PEOPLE) {
    const page = await ask(addressOf(path), { Cookie: remembered[name] });
    if (page.status === 403) continue;
    if (page.status !== 200 || !page.headers.has("ETag")) {
      refused.push(`${path} of ${name}`);
      continue;
    }
    const cell = { path, address: addressOf(path), name };
    cells.push(cell);
    for (const address of ownLinks(await page.text(), cell.address)) viewsOf.push({ ...cell, address });
  }

/** Lists the links of a page to itself with another query, those with other names first. */
function ownLinks(html: string, address: string): string[] {
  const base = new URL(address, "http://goodside.test");
  const byNames = new Map<string, string[]>();
  for (const [, link = ""] of html.matchAll(/<a [^>]*?href="([^"#]*)/g)) {
    const url = new URL(link.replaceAll("&amp;", "&"), base);
    if (url.pathname !== base.pathname || url.search === base.search) continue;
    const names = [...url.searchParams.keys()].sort().join();
    byNames.set(names, [...(byNames.get(names) ?? []), url.pathname + url.search]);
  }
  return [...new Set([...byNames.values()].flatMap((links) => links.slice(0, 4)))].slice(0, MOST_VIEWS);
}

test("every page that declares its sources is kept for users who may open it", () => {
  expect(refused).toEqual(NUMBERED);
  expect(new Set(cells.map(({ path }) => path)).size).toBe(TAGGED.length);
  expect(viewsOf.length).toBeGreaterThan(40);
});

/** Returns the page's tag, after a first request that settles its changes, such as a leaderboard's snapshot. */
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

/** Records the app's database statements during some work. */
async function statementsOf(work: () => Promise<unknown>) {
  judge.taken();
  await work();
  return judge.taken().map((statement) => ({ ...statement, file: basename(statement.file, ".sqlite") }));
}

const tablesIn = (sql: string) =>
  [...sql.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/gi)].map(([, name = ""]) => name);

// product/security.md#kept-pages
describe.each(TAGGED)("$path of somebody who is remembered", ({ path, madeOf }) => {
  const [plain, all] = [cells, [...cells, ...viewsOf]].map((list) =>
    list.filter((cell) => cell.path === path),
  );

  test.each(plain ?? [])(
    "the page is kept by the browser of $name alone, and an unchanged one is answered by 304 in 300 bytes",
    async ({ address, name }) => {
      const cookie = remembered[name];
      const tag = await tagOf(address, cookie);
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const page = await ask(address, { Cookie: cookie });
      expect(page.headers.get("Cache-Control")).toBe("private, no-cache");
      expect(page.headers.get("Vary")).toContain("Cookie");
      const answer = await bytesOf(address, {
        Cookie: cookie,
        "If-None-Match": tag,
        "Accept-Encoding": "br",
      });
      expect(answer).toMatch(/^HTTP\/1.1 304 Not Modified\r\n/);
      expect(answer).not.toMatch(/Content-Security-Policy/i);
      expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(300);
    },
  );

  test("an unchanged page costs three queries at most, along indexes, and no loader runs", async () => {
    for (const { address, name } of all ?? []) {
      const tag = await tagOf(address, remembered[name]);
      judge.taken();
      expect((await again(address, remembered[name], tag)).status, address).toBe(304);
      expect(judge.problems(judge.taken(), 3), address).toEqual([]);
      await ask(address, { Cookie: remembered[name] });
      expect(judge.problems(judge.taken(), 9), address).toEqual([]);
    }
  });

  test("the page reads only what its tag covers, and changes nothing", async () => {
    for (const { address, name } of all ?? []) {
      const cookie = remembered[name];
      const tag = await tagOf(address, cookie);
      const byTag = await statementsOf(() => again(address, cookie, tag));
      const byPage = await statementsOf(() => ask(address, { Cookie: cookie }));
      expect(byPage.length, address).toBeGreaterThanOrEqual(byTag.length);
      expect(
        byPage.filter(({ sql }) => !/^\s*(select|with)\b/i.test(sql)),
        address,
      ).toEqual([]);
      // Every change of the club's file counts; the tag covers its own statements.
      const more = byPage.filter(
        ({ file, sql }) => file !== lakeside.code && !byTag.some((known) => known.sql === sql),
      );
      const isKnown = (table: string) => madeOf.some((source) => COUNTS[source]?.test(table));
      expect(
        more.flatMap(({ sql }) => tablesIn(sql)).filter((table) => !isKnown(table)),
        address,
      ).toEqual([]);
    }
  });
});

describe("a page that its browser has is sent anew", () => {
  test("a page is sent again after a change of one's own, and not after another club's", async () => {
    const tags = new Map<string, string>();
    for (const { address, name } of cells)
      if (name === "dana") tags.set(address, await tagOf(address, remembered.dana));
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

  test("a page is sent again to another person, another session of the same person, and another address", async () => {
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

  test("a page is sent again after a change of the role, the name, the club or one of its settings", async () => {
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
      for (const { address, name } of cells) {
        if (name !== "dana") continue;
        const page = await ask(address, { Cookie: session });
        expect([page.status, isStored(page)], address).toEqual([200, kept]);
        expect((await page.text()).includes("data-kept"), address).toBe(kept);
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

test("an answer that ends or replaces a browser's session makes it forget its pages", async () => {
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

// product/ratings.md#blind
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

test("equal tags are equal pages at every moment at which something changes by the clock", async () => {
  const games = await fillWithMoments();
  const ofGames = games.flatMap((id) =>
    PEOPLE.map((name) => ({ path: "/rating/:gameId", address: `/rating/${id}`, name })),
  );
  const pages = new Map<string, string>();
  const changed = new Map<string, string>();
  let kept = 0;
  const started = Date.now();
  for (const moment of await momentsOfInterest(games)) {
    moveClock(moment - Date.now());
    for (const { path, address, name } of lookedAt(ofGames)) {
      const page = await ask(address, { Cookie: remembered[name] });
      const about = `${address} of ${name} after ${(moment - started) / HOUR} h`;
      const tag = page.headers.get("ETag");
      expect(page.status, about).toBe(200);
      if (path !== "/rating/:gameId") expect(tag, about).not.toBeNull();
      if (tag === null) continue;
      const text = await page.text();
      const before = pages.get(tag);
      if (before !== undefined) kept += 1;
      if (before !== undefined && before !== text)
        changed.set(path, `${about} changed without its tag: ${firstDifference(before, text)}`);
      pages.set(tag, text);
    }
  }
  expect([...changed.values()]).toEqual([]);
  expect(kept).toBeGreaterThan(500);
}, 1_200_000);

/** Picks each page as one person sees it, for whom more is sealed; in the slow suite each view as everybody does. */
function lookedAt(ofGames: readonly Cell[]): readonly Cell[] {
  if (runs(0, 1) === 1) return [...cells, ...viewsOf, ...ofGames];
  const ofEach = TAGGED.flatMap(({ path }) => cells.filter((cell) => cell.path === path).slice(-1));
  /** Pages that the others do not see. */
  const ofAda = [...cells, ...viewsOf].filter(
    ({ address, name }) => name === "ada" && ["/agreements", "/rewards?tab=analytics"].includes(address),
  );
  const [, , , ...later] = ofGames;
  return [...ofEach, ...ofAda, ...later.slice(0, PEOPLE.length)];
}

function firstDifference(one: string, other: string): string {
  let start = 0;
  while (one[start] === other[start]) start += 1;
  return [one, other].map((text) => text.slice(start - 60, start + 60)).join(" -> ");
}

const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
/** Hours from now. */
const MOMENTS = {
  kickOffs: [-60, -30, -3, 1.01, 30, 200, 500, -(366 - 9) * 24],
  expires: 61.3,
  deleted: -490,
  closed: -90,
  due: 77.7,
};

/**
 * Adds games and other data that change by the clock within the 29 days of a session.
 * @returns the games
 */
async function fillWithMoments(): Promise<string[]> {
  const games: string[] = [];
  for (const [index, hours] of MOMENTS.kickOffs.entries()) {
    const rated = hours < 0 ? { final_score: 10 as const, agreement: "agreed" as const } : {};
    const game = await world.game(lakeside, hawks, -hours, { ...rated, time: index % 2 ? null : "10:00" });
    games.push(game);
    const rating = ratingRow(game, { given_by: dana.id, score: 10, given_at: at(hours) });
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
  return games;
}

/** Hours after the kick-off, of games with and without a time, at which a rule counts. */
const AFTER_KICK_OFF = { timed: [0, 2, 50], untimed: [0, 24, 72], both: [-168, 336, 366 * 24] };
const A_DAY_MS = 24 * HOUR;

/**
 * Lists times shortly before and after each moment that a rule may count from one in the data, and a few days between.
 */
async function momentsOfInterest(games: readonly string[]): Promise<number[]> {
  const { kickOffs, mails, rollOvers } = await world.platform.clubs.use(lakeside.code, async (db) => ({
    kickOffs: await db.selectFrom("games").select(["starts_at", "time"]).where("id", "in", games).execute(),
    mails: await db.selectFrom("agreement_mails").select("created_at as at").execute(),
    rollOvers: await db.selectFrom("roll_overs").select("done_at as at").execute(),
  }));
  const since = (rows: readonly { at: string | null }[], days: number) =>
    rows.flatMap(({ at }) => (at === null ? [] : [Date.parse(at) + days * A_DAY_MS]));
  const moments = [
    ...kickOffs.flatMap(({ starts_at, time }) =>
      [...AFTER_KICK_OFF[time === null ? "untimed" : "timed"], ...AFTER_KICK_OFF.both].map(
        (hours) => Date.parse(starts_at) + hours * HOUR,
      ),
    ),
    ...since(mails, 1).slice(0, 1),
    ...since(rollOvers, 7),
    ...[MOMENTS.expires, MOMENTS.deleted + 720, MOMENTS.closed + 336, MOMENTS.due, 240].map(
      (hours) => Date.now() + hours * HOUR,
    ),
  ];
  const days = Array.from({ length: 9 }, (_, day) => Date.now() + day * 3 * A_DAY_MS + 600_000);
  return [...moments.flatMap((moment) => [moment - 60_000, moment + 10_000]), ...days]
    .filter((moment) => moment > Date.now() && moment < Date.now() + 29 * A_DAY_MS)
    .sort((a, b) => a - b);
}

// product/security.md#kept-pages
describe("a page is not kept", () => {
  test("a page whose answer sets a cookie is not kept", () => {
    const kept = (cookie: boolean) => {
      const set: Record<string, string>[] = [];
      const res = {
        statusCode: 200,
        hasHeader: () => cookie,
        set: (headers: Record<string, string>) => set.push(headers),
      };
      letKeep(res as unknown as Parameters<typeof letKeep>[0], 'W/"tag"');
      return set.length;
    };
    expect([kept(false), kept(true)]).toEqual([1, 0]);
  });

  test("a page past the end of the club's year is not kept, even if nothing changed", async () => {
    const ofTerm = (term_ends_at: string) =>
      world.control.updateTable("clubs").set({ term_ends_at }).where("code", "=", lakeside.code).execute();
    const { term_ends_at: before } = await world.control
      .selectFrom("clubs")
      .select("term_ends_at")
      .where("code", "=", lakeside.code)
      .executeTakeFirstOrThrow();
    await ofTerm(new Date(Date.now() + HOUR / 60).toISOString());
    const path = "/teams";
    const tag = await tagOf(path, remembered.ada);
    expect((await again(path, remembered.ada, tag)).status).toBe(304);
    moveClock(HOUR / 30);
    expect((await again(path, remembered.ada, tag)).status).toBe(200);
    await ofTerm(before ?? "");
  });
});
