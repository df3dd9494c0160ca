import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lessons } from "#app/routes/site/help/lessons/lessons.ts";
import { checkPage, launchBrowser, newPage } from "../support/browser.ts";
import { type RunningServer, startServer } from "../support/server.ts";

let server: RunningServer;
let browser: Browser;
beforeAll(async () => {
  [server, browser] = await Promise.all([startServer(), launchBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});

describe.each([
  { javaScript: true, width: 1280, dark: true },
  { javaScript: false, width: 360, dark: false },
] as const)("with JavaScript $javaScript, $width px wide, dark $dark", (kind) => {
  let page: Page;
  beforeAll(async () => {
    page = await newPage(browser, { baseURL: server.url, ...kind });
  });
  afterAll(() => page.context().close());

  test.each([
    ...[
      "/",
      "/tour",
      "/leaders",
      "/leaders?state=TX",
      "/terms",
      "/terms?version=1",
      "/privacy",
      "/cookies",
      "/club/login",
      "/contact",
    ],
    ...["/faq", "/help", "/help?q=agreement", "/help?q=nothing+is+like+this"],
    ...lessons.map(({ slug }) => `/help/lessons/${slug}`),
  ])("%s is a good page", async (path) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await checkPage(page);
  });

  test("an unknown address shows a not-found page with a way back", async () => {
    const answer = await page.goto("/nowhere");
    expect(answer?.status()).toBe(404);
    await checkPage(page);
    await page.getByRole("main").getByRole("link").first().click();
    expect(new URL(page.url()).pathname).not.toBe("/nowhere");
  });
});
