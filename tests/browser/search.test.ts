import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";
import { addParents } from "../support/parents.ts";

const { site, dataDir, browser } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

const club = await world.club("Searching Football Club", { state: "WY" });
const team = await world.team(club, "Thunderbirds");
await addParents(world, club, team, 2, { name: "Guadalupe Rivera" });
await world.game(club, team, 30, { opponent: "Cedar Comets" });

async function open(width: 360 | 1280, javaScript = true): Promise<Page> {
  const [name = "", value = ""] = (await world.signIn(club.adminAccount, club.code)).split(/=(.*)/s);
  const page = await newPage(browser, { baseURL: site.url, width, javaScript });
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

// product/pages.md#search
test.each([360, 1280] as const)(
  "the menu's link opens the page without JavaScript at %i px",
  async (width) => {
    const page = await open(width, false);
    await page.goto("/teams");
    if (width === 360) await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Search", exact: true }).click();
    await page.getByRole("searchbox").fill("gaudalupe");
    await page.keyboard.press("Enter");
    await page.getByText("2 results for ‘gaudalupe’").waitFor();
    await checkPage(page);
    await page.goto("/search");
    await page.getByRole("heading", { name: "Recent searches" }).waitFor();
    await page.getByRole("button", { name: "Clear recent searches" }).click();
    await page.getByText("Your recent searches are cleared.").waitFor();
    expect(await page.getByRole("heading", { name: "Recent searches" }).count()).toBe(0);
    await checkPage(page);
    await page.context().close();
  },
);

test("Ctrl+K searches over the page by keyboard alone, and Escape gives the focus back", async () => {
  const page = await open(1280);
  await page.goto("/teams");
  await page.getByRole("link", { name: "Thunderbirds" }).first().focus();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("heading", { name: "Quick actions" }).waitFor();
  await page.keyboard.type("thunder");
  await dialog.getByText("results for ‘thunder’").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  expect(await focused()).toBe("Thunderbirds vs. Cedar Comets");
  await checkPage(page);
  await page.keyboard.press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
  expect(await focused()).toBe("Thunderbirds");
  // A second time, with the same script.
  await page.keyboard.press("Meta+k");
  await dialog.waitFor();
  await page.keyboard.type("rivera");
  await dialog.getByText("2 results for ‘rivera’").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/agreements\/[\w-]+$/);
  await page.context().close();
});

test("the drawer's link opens search on a phone, Enter opens the page, and a lost session signs in", async () => {
  const page = await open(360);
  await page.goto("/schedule");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Search", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.waitFor();
  expect(await page.locator("#menu:popover-open").count()).toBe(0);
  await page.keyboard.type("comets");
  await dialog.getByText("1 result for ‘comets’").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/search\?q=comets$/);
  await page.getByText("1 result for ‘comets’").waitFor();
  await page.context().clearCookies();
  await page.keyboard.press("Control+k");
  await page.waitForURL(/\/club\/login/);
  await page.context().close();
});
