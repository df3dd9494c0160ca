import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lessons } from "#app/routes/site/help/lessons/lessons.ts";
import { checkPage, newPage, type PageOptions } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

/** Registers a test for each page that anybody may open. */
export function testFirstPages(kind: Omit<PageOptions, "baseURL">): void {
  describe(`with JavaScript ${kind.javaScript}, ${kind.width} px wide, dark ${kind.dark}`, () => {
    let page: Page;
    beforeAll(async () => {
      page = await newPage(browser, { baseURL: site.url, ...kind });
    });
    afterAll(() => page.context().close());

    test.each([
      ...[
        "/",
        "/tour",
        "/leaders",
        "/leaders?state=TX",
        "/leaders?state=WY",
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
}
