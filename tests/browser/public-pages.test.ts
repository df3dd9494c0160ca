import type { CDPSession, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newPage } from "../support/browser.ts";
import { openDemo } from "../support/demo.ts";

const { site, browser } = await openDemo();

/** Compressed, with headers, as a browser counts it. */
const PAGE_BYTES = 10_500;
/** Most bytes that a reader of the whole page fetches beside it, on a phone. */
const PICTURES_BYTES = 330_000;

interface Fetched {
  url: string;
  type: string;
  bytes: number;
}

/** Records everything that the page fetches from here on, with its bytes on the line. */
async function watchLine(session: CDPSession): Promise<() => Fetched[]> {
  const fetched = new Map<string, Fetched>();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (!request.url.startsWith("data:"))
      fetched.set(requestId, { url: request.url, type: type ?? "", bytes: 0 });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  return () => [...fetched.values()];
}

/** Sums up how far things moved without the reader's action; runs in the page before anything of it. */
function watchShifts(): void {
  const seen = window as unknown as { shifted: number };
  seen.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shifted += (entry as unknown as { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
}

async function scrollDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 400) {
      window.scrollTo(0, y);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.waitForLoadState("networkidle");
}

describe.each(["/", "/tour", "/leaders", "/faq", "/help"])("%s on a phone", (path) => {
  test("the page on a phone is one small request until its pictures come near, and neither moves nor scrolls sideways", async () => {
    const page = await newPage(browser, { baseURL: site.url, width: 360 });
    const fetched = await watchLine(await page.context().newCDPSession(page));
    await page.addInitScript(watchShifts);
    await page.goto(path, { waitUntil: "load" });
    await scrollDown(page);
    const pages = fetched().filter(({ type }) => type !== "Image");
    expect(pages.map(({ url }) => new URL(url).pathname)).toEqual([path]);
    expect(pages[0]?.bytes).toBeLessThan(PAGE_BYTES);
    const pictures = fetched().filter(({ type }) => type === "Image");
    expect(pictures.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(PICTURES_BYTES);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBe(0);
    const broken = () =>
      page.evaluate(() =>
        [...document.images].filter((image) => image.naturalWidth === 0).map(({ src }) => src),
      );
    // The line may have been idle before the last of them came near.
    await expect.poll(broken, { timeout: 15_000 }).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.context().close();
  });
});

test("the landing page leads to a club's own page, with its figures", async () => {
  const page = await newPage(browser, { baseURL: site.url, width: 1280 });
  await page.goto("/");
  await page.getByRole("link", { name: "See a club’s public page" }).click();
  await page.getByRole("heading", { level: 1, name: "Lakeside Youth Soccer" }).waitFor();
  expect(await page.locator("main").textContent()).toMatch(/\d+ of \d+ rated games had a perfect sideline/);
  await page.context().close();
});
