import { afterAll, expect, test } from "vitest";
import { openLakeside } from "#tests/support/lakeside.ts";

const { world, ada, dana } = await openLakeside();
afterAll(() => world.close());

const TABS = ["profile", "teams", "users", "notifications"];
const page = async (path: string) => (await world.ask(path, { cookie: ada.cookie })).text();

// product.md#settings
test("four tabs are links; the current one is marked, also for text browsers", async () => {
  for (const tab of TABS) {
    const html = await page(`/club/settings?tab=${tab}`);
    for (const other of TABS) expect(html).toContain(`href="/club/settings?tab=${other}"`);
    expect(html).toMatch(
      new RegExp(`tab=${tab}" aria-current="true">[^<]+</a><span class="text-only"> \\(shown\\)`),
    );
    expect(html).toContain("Back to Dashboard");
  }
});

test("without a tab, or with an unknown one, the settings open at the club's profile", async () => {
  for (const path of ["/club/settings", "/club/settings?tab=", "/club/settings?tab=__proto__"])
    expect(await page(path)).toContain('tab=profile" aria-current="true"');
});

test("each tab's forms post to their own tab, also in w3m, which drops the query of a form without an action", async () => {
  for (const tab of TABS) {
    const forms = (await page(`/club/settings?tab=${tab}`)).match(/<form method="post"[^>]*>/g) ?? [];
    const own = forms.filter((form) => !form.includes('action="/sign-out"'));
    expect(own.length).toBeGreaterThan(0);
    for (const form of own) expect(form).toContain(`action="?tab=${tab}"`);
  }
});

test("only administrators open the settings or change them", async () => {
  for (const tab of TABS) {
    const path = `/club/settings?tab=${tab}`;
    expect((await world.ask(path, { cookie: dana.cookie })).status).toBe(403);
    expect((await world.ask(path, { cookie: dana.cookie, form: { color: "" } })).status).toBe(403);
  }
});
