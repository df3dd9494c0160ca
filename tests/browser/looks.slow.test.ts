import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { type ExtremeClub, emptyClub, largeClub, longNamedClub } from "../support/extremes.ts";
import { type RunningServer, startServer } from "../support/server.ts";
import { openWorld, type World } from "../support/world.ts";

/** Folder for screenshots of every page: LOOKS_TO=<folder> npx vitest run -c … looks */
const pictures = process.env.LOOKS_TO;
const widths = [320, 360, 768, 1280];

let world: World;
let server: RunningServer;
let browser: Browser;
/** A browser whose text is twice the default size, which media queries see too. */
let largeBrowser: Browser;
let clubs: Record<"empty" | "long names" | "a thousand games", ExtremeClub>;

beforeAll(async () => {
  world = await openWorld();
  clubs = {
    empty: await emptyClub(world),
    "long names": await longNamedClub(world),
    "a thousand games": await largeClub(world),
  };
  const { rebuildLeaderboard } = await import("#app/journeys/leaderboard/update-leaderboard.server.ts");
  await rebuildLeaderboard(world.platform);
  [server, browser, largeBrowser] = await Promise.all([
    startServer({ dataDir: world.dataDir }),
    launchBrowser(),
    launchBrowser("--blink-settings=defaultFontSize=32"),
  ]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await largeBrowser.close();
  await server.stop();
  await world.close();
});

const publicPages = [
  "/",
  "/tour",
  "/leaders",
  "/terms",
  "/signup",
  "/signup/details",
  "/club/login",
  "/contact",
  "/faq",
  "/help",
  "/help/lessons/how-to-rate",
  "/account/forgot-password?for=club",
  "/success",
  "/pay",
  "/no-such-page",
];

function adminPages({ teamId, staffId, incidentId, toComeId }: ExtremeClub): string[] {
  const fixed = ["/dashboard", "/teams", "/teams/new", "/schedule", "/schedule/new", "/schedule/import"];
  const boards = ["/rating", "/leaderboard", "/leaderboard?view=national", "/leaderboard?q=nobody"];
  if (!teamId) return [...fixed, ...boards];
  return [
    ...fixed,
    ...boards,
    `/teams/${teamId}/edit`,
    `/teams/${teamId}/delete`,
    `/teams/${teamId}/invite?role=coach`,
    `/teams/${teamId}/staff/${staffId}/remove`,
    `/schedule/${toComeId}/edit`,
    `/schedule/${toComeId}/cancel`,
    `/schedule/${toComeId}/delete`,
    `/rating/${incidentId}`,
    `/rating/${incidentId}/correction/coach`,
    `/rating/${incidentId}/incident`,
  ];
}

/** The pages that a thousand games change. */
const listPages = [
  "/dashboard",
  "/teams",
  "/schedule",
  "/rating",
  "/leaderboard",
  "/leaderboard?view=national",
];
const coachPages = ["/dashboard", "/teams", "/schedule", "/rating", "/mobile-rating", "/leaderboard"];

describe.each(["empty", "long names", "a thousand games"] as const)("a club with %s", (kind) => {
  test("the administrator's pages fit every width, in large text and on paper", async () => {
    const club = clubs[kind];
    const pages = kind === "a thousand games" ? listPages : adminPages(club);
    expect(await problemsOf(`${kind} admin`, club.admin, pages)).toEqual([]);
  }, 240_000);
});

test("a club with long names fits for its coach too", async () => {
  expect(await problemsOf("long names coach", clubs["long names"].coach, coachPages)).toEqual([]);
}, 120_000);

test("public pages fit every width too", async () => {
  expect(await problemsOf("public", undefined, publicPages)).toEqual([]);
}, 120_000);

/** Checks each page in every shape. @returns the problems. */
async function problemsOf(name: string, cookie: string | undefined, paths: string[]): Promise<string[]> {
  const problems: string[] = [];
  const page = await openPage(browser, cookie);
  const largePage = await openPage(largeBrowser, cookie);
  const look = async (page: Page, path: string, shape: string) => {
    for (const problem of await page.evaluate(misfits)) problems.push(`${path}, ${shape}: ${problem}`);
    if (pictures) await picture(page, [name, path, shape]);
  };
  for (const path of paths) {
    await page.goto(path);
    for (const shape of shapes) {
      // Colors change no layout.
      if (shape.colors && !pictures) continue;
      await shape.take(page);
      await look(page, path, shape.name);
      await shape.leave?.(page);
    }
    for (const problem of await keyboardProblems(page)) problems.push(`${path}, keyboard: ${problem}`);
    await largePage.goto(path);
    for (const width of [1280, 360]) {
      await largePage.setViewportSize({ width, height: 800 });
      await look(largePage, path, `large text at ${width} px`);
    }
  }
  await page.context().close();
  await largePage.context().close();
  return problems;
}

async function openPage(browser: Browser, cookie: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
  if (cookie) await signIn(context, cookie);
  return context.newPage();
}

async function signIn(context: BrowserContext, cookie: string) {
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
}

interface Shape {
  name: string;
  colors?: true;
  take(page: Page): Promise<void>;
  leave?(page: Page): Promise<void>;
}

const shapes: Shape[] = [
  ...widths.map((width) => ({
    name: `${width} px`,
    take: (page: Page) => page.setViewportSize({ width, height: 800 }),
  })),
  {
    name: "dark at 360 px",
    colors: true,
    async take(page) {
      await page.setViewportSize({ width: 360, height: 800 });
      await page.emulateMedia({ colorScheme: "dark" });
    },
    leave: (page) => page.emulateMedia({ colorScheme: "light" }),
  },
  {
    name: "forced colors at 360 px",
    colors: true,
    take: (page) => page.emulateMedia({ forcedColors: "active" }),
    leave: (page) => page.emulateMedia({ forcedColors: "none" }),
  },
  {
    // US Letter without its margins, at 96 px per inch.
    name: "paper",
    async take(page) {
      await page.setViewportSize({ width: 720, height: 960 });
      await page.emulateMedia({ media: "print" });
    },
    async leave(page) {
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  },
];

/** Runs in the page. @returns what overflows, is cut off or overlaps something else. */
function misfits(): string[] {
  const found: string[] = [];
  const wide = document.documentElement.scrollWidth - window.innerWidth;
  if (wide > 0) found.push(`wider than the window by ${wide} px`);
  const hidden = "[popover], .visually-hidden, .skip, svg, thead, .brand span";
  // Hidden by the ellipsis of an intentionally truncated line.
  const isBehindEllipsis = (element: HTMLElement): boolean => {
    const parent = element.parentElement;
    if (!parent) return false;
    const { overflowX, textOverflow } = getComputedStyle(parent);
    return (overflowX === "hidden" && textOverflow === "ellipsis") || isBehindEllipsis(parent);
  };
  const said = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} '${element.textContent?.trim().slice(0, 30)}'`;
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width === 0 || style.visibility === "hidden" || element.closest(hidden)) continue;
    if (style.position === "fixed" || element.closest("[popover], .visually-hidden, .skip-link, svg"))
      continue;
    const cut = style.overflowX === "hidden" && style.textOverflow !== "ellipsis";
    if (cut && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${said(element)}`);
    const scrolls = element.closest(".table-wrap, pre");
    if (!scrolls && box.right > window.innerWidth + 1 && !isBehindEllipsis(element))
      found.push(`sticks out: ${said(element)}`);
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (
      text &&
      style.overflowX === "visible" &&
      element.scrollWidth > element.clientWidth + 1 &&
      style.display !== "inline"
    )
      found.push(`runs over: ${said(element)}`);
  }
  // Long names may break anywhere; our own words may not.
  const range = document.createRange();
  for (const part of document.querySelectorAll("header, nav, h1, h2, h3, th, dt, label, button, .stat")) {
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const word of text.textContent?.matchAll(/(?<![^\s(])[A-Za-z]{2,10}(?=[\s.,:)]|$)/g) ?? []) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken word: ${word[0]} in ${said(part)}`);
      }
    }
  }
  return found;
}

async function picture(page: Page, name: string[]) {
  const file = `${name.join(" ").replace(/[^a-z0-9]+/gi, "-")}.png`;
  mkdirSync(pictures ?? "", { recursive: true });
  await page.screenshot({ path: join(pictures ?? "", file), fullPage: true });
}

/** Tabs through the page: every stop is visible, shows its focus, and none is skipped. */
async function keyboardProblems(page: Page): Promise<string[]> {
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  const stops = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    const radios = new Set<string>();
    let count = 0;
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(":disabled")) continue;
      if (element instanceof HTMLInputElement && element.type === "radio") {
        if (radios.has(element.name)) continue;
        radios.add(element.name);
      }
      count += 1;
    }
    return count;
  });
  const problems: string[] = [];
  const most = Math.min(stops, 60);
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press("Tab");
    const seen = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return "nowhere";
      const box = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const label = element.matches("input") ? (element.closest("label") ?? element) : element;
      // The browser draws the focus of a date field's parts itself.
      const marked =
        element.matches("[type=date], [type=time]") ||
        style.outlineStyle !== "none" ||
        getComputedStyle(label).outlineStyle !== "none" ||
        style.boxShadow !== "none";
      const visible = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < window.innerHeight;
      const name = `${element.tagName.toLowerCase()} '${element.textContent?.trim().slice(0, 30)}'`;
      if (!marked) return `no focus mark: ${name}`;
      return visible ? "" : `out of sight: ${name}`;
    });
    if (seen) problems.push(`stop ${n + 1} of ${stops}: ${seen}`);
  }
  return problems;
}
