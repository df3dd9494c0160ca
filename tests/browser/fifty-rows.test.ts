import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkPage, newPage } from "../support/browser.ts";
import { openDemo, openDemoWorld } from "../support/demo.ts";

const { site, browser, dataDir } = await openDemo();
const world = await openDemoWorld(dataDir);
afterAll(() => world.close());

const ROWS = 50;
/** Returns 'aa', 'ab', …: letters, because addresses are made of names. */
const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));

let cookie = "";
beforeAll(async () => {
  // A separate state, for the boards of others.
  const club = await world.club("Fifty Rows", { state: "WY" });
  cookie = await world.signIn(club.adminAccount, club.code);
  for (let n = 0; n < ROWS; n += 1) {
    const team = await world.team(club, `Georgetown Thunderbirds ${letters(n)}`);
    await world.person(`Guadalupe Hernandez Rios ${letters(n)}`, club, [{ team, role: "manager" }]);
    await world.person(`Samantha Armstrong-Reed ${letters(n)}`, club, [{ team, role: "coach" }]);
    await world.game(club, team, 30 + n, { opponent: "Dripping Springs Wanderers" });
    await world.game(club, team, -30 - n, { opponent: "Dripping Springs Wanderers" });
  }
}, 120_000);

/** Tallest row of a list on a phone, in px. A team's has three lines, and so has a blind game. */
const tallest = { "/teams": 96, "/rating/waiting": 80, "/schedule": 80, "/rating": 80 } as const;
const rowsOf = ".list-row, .game-row";

test.each(Object.entries(tallest))(
  "%s is a list of low rows that open, whole words in them",
  async (path, most) => {
    const page = await newPage(browser, { baseURL: site.url, width: 360, javaScript: true });
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.goto(path);
    const heights = await page
      .locator(rowsOf)
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));
    expect(heights.length).toBeGreaterThanOrEqual(path === "/schedule" || path === "/rating" ? 20 : ROWS);
    expect(heights.filter((height) => height < 44 || height > most)).toEqual([]);
    expect(await brokenWords(page)).toEqual([]);
    await checkPage(page);
    // The whole row is the link's target: its right end opens the game or the team.
    const row = page.locator(rowsOf).last();
    await row.scrollIntoViewIfNeeded();
    const box = await row.boundingBox();
    if (!box) throw new Error("The row has no box");
    const address = await row.locator("a").first().getAttribute("href");
    await page.mouse.click(box.x + box.width - 4, box.y + 6);
    await page.waitForURL(`**${address}`);
    await page.context().close();
  },
);

test.each([360, 1280] as const)(
  "teams before their first game are in whole rows, %d px wide",
  async (width) => {
    const club = await world.club(`First Week ${width}`, { state: "WY" });
    for (const name of ["Prairie Falcons", "Prairie Hawks"]) {
      const team = await world.team(club, name);
      await world.game(club, team, -40, { opponent: "Dripping Springs Wanderers" });
      await world.person(`Samantha Armstrong-Reed ${name}`, club, [{ team, role: "coach" }]);
    }
    const page = await newPage(browser, { baseURL: site.url, width, javaScript: true });
    const [name = "", value = ""] = (await world.signIn(club.adminAccount, club.code)).split(/=(.*)/s);
    await page.context().addCookies([{ name, value, url: site.url }]);
    await page.goto("/teams");
    expect(await page.locator(rowsOf).count()).toBe(2);
    expect(await page.locator(rowsOf).evaluateAll(outside)).toEqual([]);
    const cut = await page
      .locator(".list-row > p")
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut).toBe(0);
    await page.context().close();
  },
);

/** Finds cells outside their row, or over another cell of it. */
function outside(rows: (Element | HTMLElement)[]): string[] {
  const within = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  return rows.flatMap((row) => {
    const cells = [...row.children].map((cell) => ({
      text: cell.textContent ?? "",
      box: cell.getBoundingClientRect(),
    }));
    return cells
      .filter(
        ({ box }, index) =>
          !within(box, row.getBoundingClientRect()) ||
          cells.some(
            (other, place) =>
              place !== index &&
              box.left < other.box.right - 1 &&
              other.box.left < box.right - 1 &&
              box.top < other.box.bottom - 1 &&
              other.box.top < box.bottom - 1,
          ),
      )
      .map(({ text }) => text);
  });
}

/** Finds words of the rows that are broken over two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate((rowsOf) => {
    const found: string[] = [];
    const range = document.createRange();
    for (const row of document.querySelectorAll(rowsOf)) {
      const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest(".visually-hidden")) continue;
        for (const word of text.textContent?.matchAll(/[\p{L}\d:]+/gu) ?? []) {
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(word[0]);
        }
      }
    }
    return found;
  }, rowsOf);
}
