import { readFileSync } from "node:fs";
import { HtmlValidate } from "html-validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { club as clubAddresses, site } from "#app/config/address-table.ts";
import { openLakeside } from "#tests/support/lakeside.ts";
import { addParents } from "#tests/support/parents.ts";

const cast = await openLakeside();
const { world, lakeside, hawks, otters, lynxes, riverside, ada, mia, dana, rita } = cast;
afterAll(() => world.close());

beforeAll(async () => {
  await addParents(world, lakeside, hawks, 8, { name: "Hawk Rivera" });
  await addParents(world, lakeside, otters, 1, { name: "Otter Rivera", domain: "otters.example" });
  await addParents(world, riverside, lynxes, 1, { name: "Lynx Rivera", domain: "lynxes.example" });
  await world.game(lakeside, hawks, 30, { opponent: "Cedar Comets", location: "Rivera Park" });
  await world.game(lakeside, otters, 30, { opponent: "Cedar Comets", location: "Otter Park" });
  await world.game(riverside, lynxes, 30, { opponent: "Cedar Comets", location: "Lynx Park" });
});

const ask = (query: string, cookie: string) =>
  world.ask(`/search?q=${encodeURIComponent(query)}`, { cookie });
const page = async (query: string, cookie: string) => (await ask(query, cookie)).text();
const main = (html: string) => /<main.*?<\/main>/s.exec(html)?.[0] ?? "";
const groups = (html: string) =>
  Object.fromEntries(
    [...main(html).matchAll(/<h2[^>]*>(.*?)<\/h2>\s*<ul[^>]*>(.*?)<\/ul>/gs)].map(
      ([, title = "", list = ""]) => [
        title,
        [...list.matchAll(/<a href="([^"]*)">(.*?)<\/a>/gs)].map(([, href = "", label = ""]) => ({
          href: href.replaceAll("&amp;", "&"),
          label,
        })),
      ],
    ),
  );
const labels = async (query: string, cookie: string) =>
  Object.fromEntries(
    Object.entries(groups(await page(query, cookie))).map(([title, hits]) => [
      title,
      hits.map(({ label }) => label),
    ]),
  );

// product/pages.md#search
test("an administrator finds the club's teams, parents, games and pages, and nothing of another club", async () => {
  const found = groups(await page("rivera", ada.cookie));
  expect(found.Parents).toHaveLength(6);
  expect(found.Parents?.every(({ href }) => /^\/agreements\/[\w-]+$/.test(href))).toBe(true);
  expect(await page("rivera", ada.cookie)).toContain("All parents with this name");
  expect(await labels("comets", ada.cookie)).toMatchObject({
    Games: ["Hawks vs. Cedar Comets", "Otters vs. Cedar Comets"],
  });
  expect(await labels("otters", ada.cookie)).toMatchObject({ Teams: ["Otters"] });
  for (const query of ["lynx", "lynxes", "Lynx Rivera", "lynx park", "rita", riverside.code]) {
    const html = main(await page(query, ada.cookie)).replace(/value="[^"]*"|‘[^’]*’/g, "");
    expect(html).not.toMatch(/lynx|Lynx Rivera|Lynx Park/i);
  }
  expect(await labels("rivera", rita.cookie)).toMatchObject({ Parents: ["Lynx Rivera 0001"] });
});

test("a manager and a coach find their own team; the coach is led to the list and sees no address", async () => {
  for (const { cookie } of [mia, dana]) {
    const found = await labels("rivera", cookie);
    expect(found.Parents).toHaveLength(6);
    expect(JSON.stringify(found)).not.toContain("Otter");
    expect((await labels("comets", cookie)).Games).toEqual(["Hawks vs. Cedar Comets"]);
    expect(await labels("otters", cookie)).toEqual({ "Quick actions": expect.anything() });
  }
  const html = await page("rivera", dana.cookie);
  expect(groups(html).Parents?.[0]?.href).toMatch(/^\/agreements\?q=/);
  expect(main(html)).not.toContain("@parents.example");
  expect(groups(await page("rivera", mia.cookie)).Parents?.[0]?.href).toMatch(/^\/agreements\/[\w-]+$/);
});

test("pages are found by title and by subject, within the role's permissions", async () => {
  const first = async (query: string, cookie: string) => groups(await page(query, cookie)).Pages?.[0]?.href;
  expect(await first("billing", ada.cookie)).toBe("/club/billing");
  expect(await first("users", ada.cookie)).toBe("/club/settings?tab=users");
  expect(await first("scheduel", ada.cookie)).toBe("/schedule");
  expect(await first("password", dana.cookie)).toBe("/account");
  expect(await first("billing", dana.cookie)).toBeUndefined();
  expect(await labels("rate game now", dana.cookie)).toMatchObject({ Pages: ["Rate Game Now"] });
  expect(await labels("rate a game", dana.cookie)).toMatchObject({
    Help: expect.arrayContaining(["How to rate a game"]),
  });
});

test("every destination opens for the users it is offered to", async () => {
  const { findDestinations, quickActions } = await import("#app/routes/club/search/destinations.ts");
  const { may } = await import("#app/permissions/club-permissions.ts");
  const pages = { ...site, ...clubAddresses, "/mobile-rating": { GET: "ratings.give" } } as Record<
    string,
    { GET: string }
  >;
  for (const role of ["club_admin", "team_manager", "coach"] as const) {
    const visitor = { roles: [role], readOnly: false };
    const all = [..."abcdefghijklmnopqrstuvwxyz"].flatMap((first) => findDestinations([first], visitor));
    expect(all.length).toBeGreaterThan(20);
    for (const { href } of [...all, ...quickActions(visitor)]) {
      const needs = pages[href.replace(/\?.*/, "")]?.GET;
      expect(needs, href).toBeDefined();
      expect(needs === "anybody" || may(role, needs as "club.see"), `${role} ${href}`).toBe(true);
    }
    const ended = quickActions({ ...visitor, readOnly: true });
    expect(ended.map(({ label }) => label)).toEqual(["View Rankings"]);
  }
});

test("empty and impossible searches and those without matches are answered with a hint", async () => {
  const none = await page("qqqqqq", ada.cookie);
  expect(none).toContain("No results found for ‘qqqqqq’");
  expect(none).toContain("Try fewer words");
  expect(Object.keys(groups(none))).toEqual(["Quick actions"]);
  expect(Object.keys(groups(await page("", ada.cookie)))).toEqual(["Quick actions"]);
  for (const query of [
    `"`,
    "*",
    `rivera" OR "a`,
    "NEAR(",
    "'; drop table games",
    "\u0000",
    "a".repeat(5000),
    "%",
    "👍",
  ])
    expect((await ask(query, ada.cookie)).status).toBe(200);
});

test("the latest five searches stay with the session, can be cleared, and are private", async () => {
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("searches="))
      ?.split(";")[0] ?? "";
  let kept = "";
  for (const query of ["rivera", "comets", "otters", "billing", "users", "hawks"]) {
    const answer = await world.ask(`/search?q=${query}`, { cookie: `${ada.cookie}; ${kept}` });
    kept = cookieOf(answer);
    expect(answer.headers.getSetCookie().join()).toMatch(/Path=\/search; HttpOnly/);
  }
  const recent = async (cookie: string) =>
    groups(await (await world.ask("/search", { cookie })).text())["Recent searches"]?.map(
      ({ label }) => label,
    );
  expect(await recent(`${ada.cookie}; ${kept}`)).toEqual(["hawks", "users", "billing", "otters", "comets"]);
  // The browser's next user, another session of the same person, and a changed cookie.
  expect(await recent(`${mia.cookie}; ${kept}`)).toBeUndefined();
  expect(await recent(`${await world.signIn(ada.id, lakeside.code)}; ${kept}`)).toBeUndefined();
  expect(await recent(`${ada.cookie}; ${kept.slice(0, -4)}aaaa`)).toBeUndefined();
  const cleared = await world.ask("/search", { cookie: `${ada.cookie}; ${kept}`, form: {} });
  expect(cleared.status).toBe(303);
  expect(cleared.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^searches=;.*Max-Age=0/));
  const out = await world.ask("/sign-out", { cookie: await world.signIn(ada.id, lakeside.code), form: {} });
  expect(out.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^searches=;.*Max-Age=0/));
  // Searches without results are not remembered.
  expect(cookieOf(await ask("qqqqqq", ada.cookie))).toBe("");
});

test("the dialog's results are the page's", async () => {
  const answer = await world.ask("/search/results?q=comets", { cookie: dana.cookie });
  const { count, groups: shown } = (await answer.json()) as {
    count: string;
    groups: { title: string; hits: { label: string }[] }[];
  };
  expect(count).toBe("1 result for ‘comets’");
  expect(shown.map(({ title, hits }) => [title, hits.length])).toEqual([["Games", 1]]);
});

test("the page is valid, and asks at most six things of the databases", async () => {
  const { QueryJudge } = await import("#tests/security/judges/queries.ts");
  const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
  const judge = new QueryJudge();
  for (const { cookie } of [ada, mia, dana])
    for (const query of ["rivera", "hawks 14 nov", "park", "12"]) {
      judge.taken();
      const html = await page(query, cookie);
      expect(judge.problems(judge.taken(), 6)).toEqual([]);
      const report = await validator.validateString(html.replace(/<style>.*?<\/style>/gs, ""));
      expect(
        report.results
          .flatMap(({ messages }) => messages.filter(({ severity }) => severity > 1))
          .map(({ message }) => message),
      ).toEqual([]);
    }
  judge.close();
});

test("the whole of its script is at most 1.5 kB", async () => {
  const { readdirSync } = await import("node:fs");
  const assets = new URL("../../../../build/client/assets/", import.meta.url);
  const name = readdirSync(assets).find((file) => /^search-.*\.js\.br$/.test(file)) ?? "";
  // The opener is in the script of every page: some 370 bytes.
  expect(readFileSync(new URL(name, assets)).length).toBeLessThan(1_166);
});

test("a text browser distinguishes a match from its kind", async () => {
  const words = main(await page("comets", ada.cookie))
    .replaceAll("<!-- -->", "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");
  expect(words).toMatch(/Hawks vs\. Cedar Comets: \w{3}, /);
  expect(words).toContain("[Search]");
});

// product/billing.md#term
test("a read-only club finds everything, and offers nothing that enters data", async () => {
  const year = (term_ends_at: string) =>
    world.control.updateTable("clubs").set({ term_ends_at }).where("code", "=", lakeside.code).execute();
  await year(new Date(Date.now() - 10 * 86_400_000).toISOString());
  expect(await labels("rivera", ada.cookie)).toHaveProperty("Parents");
  expect(await labels("comets", dana.cookie)).toMatchObject({ Games: ["Hawks vs. Cedar Comets"] });
  expect(await labels("", ada.cookie)).toEqual({ "Quick actions": ["View Rankings"] });
  for (const query of ["add team", "import", "send agreements", "announcements", "rate sideline"]) {
    const pages = groups(await page(query, ada.cookie)).Pages ?? [];
    expect(pages.filter(({ href }) => /new$|import$|send$|announcements$|rating$/.test(href))).toEqual([]);
  }
  expect((await world.ask("/search", { cookie: ada.cookie, form: {} })).status).toBe(303);
  await year("2099-01-01T00:00:00.000Z");
});

test("a name is found without its accents, an address of one letter by its beginning, a season by its name", async () => {
  await addParents(world, lakeside, hawks, 1, {
    name: "Łukasz Đại Sørensen",
    contact: {
      name_key: "łukasz đai sørensen 0001",
      email: "jo@fjord.example",
      email_key: "jo@fjord.example",
    },
  });
  await world.game(lakeside, hawks, 31, { opponent: "Bàng Đỏ FC", location: "Østerbro" });
  expect((await labels("lukasz dai", ada.cookie)).Parents).toHaveLength(1);
  expect((await labels("łukasz đại", ada.cookie)).Parents).toHaveLength(1);
  expect((await labels("bang do", ada.cookie)).Games).toEqual(["Hawks vs. Bàng Đỏ FC"]);
  expect((await labels("osterbro", ada.cookie)).Games).toEqual(["Hawks vs. Bàng Đỏ FC"]);
  const { createSeason } = await import("#app/domain/club/seasons/seasons.server.ts");
  const { changeClub } = await import("#app/journeys/club-events/change-club.server.ts");
  const season = {
    ...{ name: "Autumn 2028", startsOn: "2028-09-01", endsOn: "2028-11-30", description: "" },
    ...{ plannedGames: null, allTeams: true, teamIds: [] },
  };
  await world.platform.clubs.use(lakeside.code, async (db) => {
    await changeClub({ control: world.control, db, club: lakeside }, (tx) => createSeason(tx, season));
  });
  expect((await labels("jo@", ada.cookie)).Parents).toHaveLength(1);
  expect((await labels("autumn", ada.cookie))["Seasons and rewards"]).toEqual(["Autumn 2028"]);
  expect((await labels("autumn", mia.cookie))["Seasons and rewards"]).toBeUndefined();
});
