import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } from "../../sandbox/demo-people.ts";
import { newPage } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

async function signIn(page: Page, identifier: string, password: string): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(identifier);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

/**
 * Longest list on a phone with the demo's data, in px: 25 games, 20 games (a coach has a lead of three lines; on a
 * Saturday more games are played and wait), 8 teams.
 */
const longest = { "/schedule": 3_200, "/rating": 2_700, "/leaderboard": 1_800 } as const;
const people = {
  administrator: [DEMO_CLUB.code, DEMO_CLUB.password],
  coach: [DEMO_COACH.email, DEMO_COACH.password],
  manager: [DEMO_MANAGER.email, DEMO_MANAGER.password],
} as const;

describe.each([true, false])("on a phone, with JavaScript %s", (javaScript) => {
  test.each(Object.entries(people))(
    "the lists of the %s are short, and a row is a thumb high",
    async (_, [name, password]) => {
      const page = await newPage(browser, { baseURL: site.url, width: 360, javaScript });
      await signIn(page, name, password);
      for (const [path, most] of Object.entries(longest)) {
        await page.goto(path);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        expect({ path, height: height < most ? "fine" : height }).toEqual({ path, height: "fine" });
        const rows = await page
          .locator(".game-row, .board:not(.board-unranked) tbody tr")
          .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
        expect(rows.length).toBeGreaterThan(5);
        for (const row of rows) expect([path, row >= 44 && row < 110]).toEqual([path, true]);
      }
      await page.context().close();
    },
    60_000,
  );

  test("the filters open as a sheet and lead to an address", async () => {
    const page = await newPage(browser, { baseURL: site.url, width: 360, javaScript });
    await signIn(page, ...people.administrator);
    await page.goto("/schedule");
    const team = page.getByLabel("Team", { exact: true });
    expect(await team.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Filter" }).click();
    await team.selectOption({ label: "Hawks (U-12)" });
    if (!javaScript) await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/team=/);
    expect(await page.locator(".filter-count").textContent()).toMatch(
      /^\d+ games: Hawks \(U-12\)\. Show all$/,
    );
    await page.context().close();
  });
});

test("the fields of a 10 or a 0 never open behind the button", async () => {
  const page = await newPage(browser, { baseURL: site.url, width: 360, javaScript: false });
  await page.setViewportSize({ width: 360, height: 640 });
  await signIn(page, ...people.coach);
  await page.goto("/mobile-rating");
  // On a game day the coach sees Friday's game as well.
  const choice = page.locator(".field-games a").first();
  if (await choice.isVisible()) await choice.click();
  const tags = page.locator("#field-happened .choice, #field-happened legend");
  const submit = page.getByRole("button", { name: "Submit Rating" });
  for (const score of ["10", "0"]) {
    await page.locator(`input[name="score"][value="${score}"]`).check();
    expect(await tags.count()).toBeGreaterThan(6);
    const bar = await page.locator(".field-actions").boundingBox();
    for (const tag of await tags.all()) {
      const box = await tag.boundingBox();
      expect(box && bar && box.y + box.height <= bar.y).toBe(true);
    }
  }
  await page.locator('input[name="score"][value="20"]').check();
  expect((await submit.boundingBox())?.y).toBeLessThan(640);
  await page.context().close();
});

/**
 * Runs in the page.
 * @returns words that break inside, and what scrolls sideways.
 */
function tightSpots(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth) found.push("the page scrolls");
  for (const wrap of document.querySelectorAll(".table-wrap"))
    if (wrap.scrollWidth > wrap.clientWidth + 1) found.push("a table scrolls");
  const range = document.createRange();
  for (const part of document.querySelectorAll(".menu, main")) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement?.checkVisibility() || text.parentElement.closest(".visually-hidden, kbd, svg"))
        continue;
      for (const word of text.textContent?.matchAll(/[A-Za-z]{2,15}/g) ?? []) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(`broken: ${word[0]}`);
      }
    }
  }
  return found;
}

// product/pages.md#menu
test("a tablet has the menu beside its pages, and both have room", async () => {
  const page = await newPage(browser, { baseURL: site.url, width: 1280, javaScript: false });
  await signIn(page, ...people.administrator);
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const width of [767, 768, 900, 959, 960]) {
    await page.setViewportSize({ width, height: 1000 });
    for (const path of ["/agreements", "/schedule", "/leaderboard", "/seasons?tab=templates"]) {
      await page.goto(path);
      expect([width, path, await menu.isVisible()]).toEqual([width, path, width >= 768]);
      expect([width, path, await page.evaluate(tightSpots)]).toEqual([width, path, []]);
    }
  }
  await page.context().close();
}, 60_000);
