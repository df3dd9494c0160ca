import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, ada, dana } = await openLakeside();
afterAll(() => world.close());

/** `activity` has filters only. */
const WITH_FORM = ["profile", "look", "games", "agreements", "teams", "users"];
const TABS = [...WITH_FORM, "activity"];
/** Sections with an address of their own elsewhere. */
const ELSEWHERE = [
  "/club/public-page",
  "/club/settings/rating-policy",
  "/notifications",
  "/teams/email-settings",
  "/club/leave",
];
const page = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();
const plain = (html: string) => html.replaceAll("&amp;", "&");

// product/clubs.md#settings
test("every section lists all, and the current one is marked, even for text browsers", async () => {
  for (const tab of TABS) {
    const html = await page(`/club/settings?tab=${tab}`);
    for (const other of TABS) expect(html).toContain(`href="/club/settings?tab=${other}"`);
    for (const other of ELSEWHERE) expect(html).toContain(`href="${other}"`);
    expect(html).toMatch(
      new RegExp(`tab=${tab}" aria-current="true">[^<]+</a><span class="text-only"> \\(shown\\)`),
    );
    expect(html).toContain("Back to Dashboard");
  }
  for (const path of ["/club/public-page", "/club/settings/rating-policy"])
    expect(await page(path)).toContain(`href="${path}" aria-current="true"`);
});

test("a section is the page's title and has one form to save", async () => {
  const titles = ["Club Profile", "Logo & Color", "Time Zone & Leaderboard", "Agreements"];
  for (const [index, tab] of ["profile", "look", "games", "agreements"].entries()) {
    const html = plain(await page(`/club/settings?tab=${tab}`));
    expect(html).toContain(`<h1>${titles[index]}</h1>`);
    expect(html).toContain(`<title>${titles[index]}, Club Settings`);
    expect(html.match(/name="version"/g)).toHaveLength(1);
  }
});

test("the settings without a tab are the list, beside the club's profile if there is room", async () => {
  const html = await page("/club/settings");
  expect(html).toContain("<h1>Club Settings</h1>");
  expect(html).toContain('class="settings settings-list"');
  expect(html).toContain('tab=profile" aria-current="true"');
  // A refused form is never hidden behind the list.
  const form = { intent: "profile", clubName: "" };
  const refused = await (await world.ask("/club/settings", { cookie: ada.cookie, form })).text();
  expect(refused).toContain("There is a problem");
  expect(refused).not.toContain('settings settings-list"');
});

test("an unknown tab shows the club's profile", async () => {
  for (const path of ["/club/settings?tab=", "/club/settings?tab=__proto__"]) {
    const html = await page(path);
    expect(html).toContain("<h1>Club Profile</h1>");
    expect(html).not.toContain('settings settings-list"');
  }
});

test("each tab's forms post to their own tab, even in w3m, which drops the query of a form without an action", async () => {
  for (const tab of WITH_FORM) {
    const forms = (await page(`/club/settings?tab=${tab}`)).match(/<form method="post"[^>]*>/g) ?? [];
    const own = forms.filter((form) => !form.includes('action="/sign-out"'));
    expect(own.length).toBeGreaterThan(0);
    for (const form of own) expect(form).toContain(`action="?tab=${tab}"`);
  }
});

test("only administrators open the settings or change them", async () => {
  for (const tab of [...TABS, "notifications"]) {
    const path = `/club/settings?tab=${tab}`;
    expect((await world.ask(path, { cookie: dana.cookie })).status).toBe(403);
    expect((await world.ask(path, { cookie: dana.cookie, form: { color: "" } })).status).toBe(403);
  }
});
