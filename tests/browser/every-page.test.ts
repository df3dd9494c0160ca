import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_CLUB, DEMO_COACH, DEMO_MANAGER } from "../../sandbox/demo-people.ts";
import { checkPage, launchBrowser, newPage } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

// The demo's ids are made of names. Week 3 of the Hawks is the game with the red card.
const hawks = "demo-demo1-hawks";
const incident = `${hawks}-game-3`;
const toCome = `${hawks}-game-14`;
const pendingInvitation = "demo-demo1-lions-coach-assistant";

const people = {
  administrator: {
    identifier: DEMO_CLUB.code,
    password: DEMO_CLUB.password,
    pages: [
      "/dashboard",
      "/dashboard?new=true",
      "/teams",
      "/teams/new",
      `/teams/${hawks}`,
      `/teams/${hawks}/edit`,
      `/teams/${hawks}/delete`,
      `/teams/${hawks}/invite?role=coach`,
      `/teams/demo-demo1-lions/staff/${pendingInvitation}/remove`,
      "/schedule",
      "/schedule/new",
      "/schedule/import",
      `/schedule/${toCome}/edit`,
      `/schedule/${toCome}/cancel`,
      `/schedule/${toCome}/delete`,
      "/rating",
      `/rating/${incident}`,
      `/rating/${incident}/correction/coach`,
      `/rating/${incident}/incident`,
      "/leaderboard",
      "/leaderboard?view=national",
      "/leaderboard?q=nobody+is+called+this",
    ],
  },
  manager: {
    identifier: DEMO_MANAGER.email,
    password: DEMO_MANAGER.password,
    pages: [
      "/dashboard",
      "/teams",
      `/teams/${hawks}`,
      "/schedule",
      "/rating",
      "/mobile-rating",
      "/leaderboard",
    ],
  },
  coach: {
    identifier: DEMO_COACH.email,
    password: DEMO_COACH.password,
    pages: ["/dashboard", "/teams", "/schedule", "/rating", `/rating/${incident}`, "/mobile-rating"],
  },
};

async function signIn(page: Page, who: { identifier: string; password: string }): Promise<void> {
  await page.goto("/club/login");
  await page.getByLabel("Club code or email").fill(who.identifier);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/dashboard*");
}

describe.each([
  { javaScript: true, width: 1280, dark: false },
  { javaScript: false, width: 360, dark: true },
] as const)("with JavaScript $javaScript, $width px wide, dark $dark", (kind) => {
  // Managers and coaches use a phone; on a desktop they see a subset of what an administrator sees.
  const who = Object.entries(people).filter(([name]) => name === "administrator" || kind.width === 360);
  test.each(who)(
    "every page of the demo's %s is a good page",
    async (_, who) => {
      const page = await newPage(browser, { baseURL: server.url, ...kind });
      await signIn(page, who);
      const problems: string[] = [];
      for (const path of who.pages) {
        const answer = await page.goto(path);
        if (answer?.status() !== 200) problems.push(`${path} answers ${answer?.status()}`);
        await checkPage(page).catch((error: Error) => problems.push(error.message));
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
    180_000,
  );
});
