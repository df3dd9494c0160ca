import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const cast = await openLakeside();
const { world } = cast;
afterAll(() => world.close());

const page = async (path: string, cookie: string) => (await world.ask(path, { cookie })).text();
const nav = (html: string, label: string) =>
  new RegExp(`<nav[^>]*aria-label="${label}".*?</nav>`, "s").exec(html)?.[0] ?? "";
const links = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, label = ""]) => `${label.replaceAll(/<[^>]+>/g, "").trim()} ${href}`,
  );

// product/pages.md#menu
test("an administrator's menu has the club's settings and no rating, which administrators may not give", async () => {
  const menu = links(nav(await page("/dashboard", cast.ada.cookie), "Main"));
  for (const link of [
    "Dashboard /dashboard",
    "Teams /teams",
    "Leaderboard /leaderboard",
    "Parents /agreements",
    "Parent Pulse /reports/pulse",
    "Schedule /schedule",
    "Printables /printables",
    "Announcements /club/announcements",
    "Rating /rating",
    "Waiting Ratings /rating/waiting",
    "Rained-out Day /schedule/rained-out",
    "Calendars /schedule/calendars",
    "Incidents /incidents",
    "Notifications /notifications",
    "Club Settings /club/settings",
    "Email Templates /email-templates",
    "Data Import /advanced-import",
    "View Rankings /leaderboard",
  ]) {
    expect(menu).toContain(link);
  }
  expect(menu.filter((link) => link.includes("/mobile-rating"))).toEqual([]);
});

test.each(["mia", "dana"] as const)("the menu of %s rates, and has no settings of the club", async (who) => {
  const html = await page("/dashboard", cast[who].cookie);
  const menu = links(nav(html, "Main"));
  expect(menu).toContain("Rate Sideline /mobile-rating");
  expect(menu).toContain("Rate Game Now /mobile-rating");
  expect(
    menu.filter((link) => /\/club\/settings|\/schedule\/import|\/incidents|\/email-templates/.test(link)),
  ).toEqual([]);
  expect(menu.includes("Parent Pulse /reports/pulse")).toBe(who === "mia");
  expect(links(nav(html, "Quick"))).toHaveLength(5);
});

test("one entry is marked as the page, and an import belongs to its subject", async () => {
  const marked = async (path: string) =>
    [...nav(await page(path, cast.ada.cookie), "Main").matchAll(/href="([^"]*)" aria-current="(\w+)"/g)].map(
      ([, href, mark]) => `${href} ${mark}`,
    );
  expect(await marked("/schedule")).toEqual(["/schedule page"]);
  expect(await marked("/schedule/new")).toEqual(["/schedule true"]);
  expect(await marked("/advanced-import")).toEqual(["/agreements true"]);
  expect(await marked("/schedule/import")).toEqual(["/schedule true"]);
  expect(await marked("/schedule/imports")).toEqual(["/schedule true"]);
  expect(await marked("/leaderboard")).toEqual(["/leaderboard page"]);
  expect(await marked("/rating/waiting")).toEqual(["/rating/waiting page"]);
  expect(await marked("/schedule/calendars")).toEqual(["/schedule/calendars page"]);
  expect(await marked("/email-collection/qr")).toEqual(["/agreements true"]);
  expect(await marked("/reports/pulse")).toEqual(["/reports/pulse page"]);
  expect(await marked("/reports/referees")).toEqual(["/reports true"]);
});

test("the settings are folded away, and open on their own pages", async () => {
  const isOpen = async (path: string) =>
    /<details open="">/.test(nav(await page(path, cast.ada.cookie), "Main"));
  expect(await isOpen("/dashboard")).toBe(false);
  expect(await isOpen("/notifications")).toBe(true);
});

// product/parents.md#parents
test("parents have one place: its parts, as far as the role may open them", async () => {
  for (const path of ["/agreements", "/agreements/new", "/advanced-import", "/email-collection"]) {
    expect(links(nav(await page(path, cast.ada.cookie), "Parents"))).toEqual([
      "List /agreements",
      "Import /advanced-import",
      "QR &amp; Registrations /email-collection",
      "Add One /agreements/new",
    ]);
  }
  expect(links(nav(await page("/agreements", cast.mia.cookie), "Parents"))).toEqual([
    "List /agreements",
    "Add One /agreements/new",
  ]);
  expect(nav(await page("/agreements", cast.dana.cookie), "Parents")).toBe("");
});

test("signed-in pages end with links to the FAQ, terms and privacy", async () => {
  expect(links(nav(await page("/teams", cast.dana.cookie), "More"))).toEqual([
    "FAQ /faq",
    "Terms of Service /terms",
    "Privacy Policy /privacy",
  ]);
});

test("breadcrumbs start at the dashboard, and are left out there", async () => {
  expect(nav(await page("/dashboard", cast.ada.cookie), "Breadcrumb")).toBe("");
  expect(links(nav(await page("/schedule/rained-out", cast.ada.cookie), "Breadcrumb"))).toEqual([
    "Dashboard /dashboard",
    "Schedule /schedule",
  ]);
});

test("a page with a longer title has the menu's word in its breadcrumb and in the browser's tab", async () => {
  for (const [path, title, word] of [
    ["/schedule", "Game Schedule Management", "Schedule"],
    ["/teams", "Team Management", "Teams"],
    ["/rating", "Sideline Behavior Rating", "Rating"],
    ["/schedule/calendars", "Calendar on your phone", "Calendars"],
    ["/club/announcements", "Club Announcements", "Announcements"],
    ["/verification", "Player Count Verification", "Verification"],
  ] as const) {
    const html = await page(path, cast.ada.cookie);
    expect(html).toContain(`<h1>${title}</h1>`);
    expect(html).toContain(`<title>${word} · `);
    expect(nav(html, "Breadcrumb")).toContain(`<span aria-current="page">${word}</span>`);
  }
});

test("the dashboard shows the club's real state, and links the role's pages", async () => {
  const words = async (cookie: string) =>
    (await page("/dashboard", cookie))
      .replaceAll("<!-- -->", "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
  expect(await words(cast.ada.cookie)).toMatch(/Club Status Active until \w+ \d+, \d{4}/);
  const before = await world.control
    .selectFrom("clubs")
    .select("term_ends_at")
    .where("code", "=", cast.lakeside.code)
    .executeTakeFirstOrThrow();
  const ends = (term_ends_at: string) =>
    world.control.updateTable("clubs").set({ term_ends_at }).where("code", "=", cast.lakeside.code).execute();
  await ends(new Date(Date.now() - 5 * 86_400_000).toISOString());
  expect(await words(cast.ada.cookie)).toMatch(/Club Status Ended since \w+ \d+, \d{4}/);
  await ends(before.term_ends_at);
  const coach = await words(cast.dana.cookie);
  expect(coach).not.toContain("Club Status");
  expect(coach).toContain("Rate Sideline");
  expect(coach).not.toContain("Rained-out Day");
});
