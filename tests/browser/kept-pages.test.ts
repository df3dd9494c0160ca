import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { chromiumPath } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";

const { site, dataDir, browser: shared } = await openDemo();
const world = await openDemoWorld(dataDir);
/** A real browser's settings: Playwright's own keeps no page in memory for Back. */
const whole = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu"],
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
});
afterAll(async () => {
  await whole.close();
  await world.close();
});

const club = await world.club("Keeping Football Club", { state: "VT" });
const team = await world.team(club, "Thunderbirds");

async function signedIn(browser: Browser, { javaScript = true } = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: javaScript });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) throw new Error(message.text());
  });
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(club.code);
  await page.getByLabel("Password", { exact: true }).fill("Sideline-2026");
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL(/dashboard/);
  return page;
}

/** Returns the server's status for the page, and its bytes. */
const answered = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as (PerformanceNavigationTiming & {
      responseStatus: number;
    })[];
    return { status: entry?.responseStatus, bytes: entry?.transferSize ?? 0 };
  });

const leavesNothing = async (page: Page) => {
  // There is no load event if a page comes from memory.
  await page.goBack({ waitUntil: "commit" });
  await page.waitForURL(/\/club\/login/);
  expect(await page.getByText("Thunderbirds").count()).toBe(0);
};

// product/security.md#kept-pages
test("a page that is opened again costs 300 bytes and works, and a changed one is new", async () => {
  const page = await signedIn(whole);
  await page.goto("/teams");
  expect((await answered(page)).status).toBe(200);
  await page.goto("/dashboard");
  await page.goto("/teams");
  expect((await answered(page)).bytes).toBeLessThanOrEqual(300);
  await page.getByRole("link", { name: "Thunderbirds" }).first().waitFor();
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).not.toBe('"Times New Roman"');
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Search" }).waitFor();
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("teams").set({ name: "Storks" }).where("id", "=", team).execute(),
  );
  await page.goto("/teams");
  await page.getByRole("link", { name: "Storks" }).first().waitFor();
  await world.platform.clubs.use(club.code, (db) =>
    db.updateTable("teams").set({ name: "Thunderbirds" }).where("id", "=", team).execute(),
  );
  await page.context().close();
});

describe.each([
  ["whole in memory", whole],
  ["on its disk alone", shared],
])("a browser that keeps pages %s", (_, browser) => {
  test.each([true, false])("Back shows no kept page after signing out (scripts: %s)", async (javaScript) => {
    const page = await signedIn(browser, { javaScript });
    await page.goto("/teams");
    await page.getByText("Thunderbirds").first().waitFor();
    await page.goto("/dashboard");
    await page.goto("/teams");
    await page.getByRole("button", { name: "Sign Out" }).first().click();
    await page.waitForURL(`${site.url}/`);
    await leavesNothing(page);
    await page.context().close();
  });

  test("Back shows no kept page once the session was ended elsewhere, and asks to sign in", async () => {
    const page = await signedIn(browser);
    await page.goto("/teams");
    await page.goto("/dashboard");
    await world.control.deleteFrom("sessions").where("account_id", "=", club.adminAccount).execute();
    await page.goto("/teams");
    await page.waitForURL(/\/club\/login/);
    await leavesNothing(page);
    await page.context().close();
  });
});
