import { writeFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import sharp from "sharp";
import { type RunningServer, until } from "#tests/support/server.ts";
import { type Shot, screens, signIns } from "./shots.ts";

/** Largest picture of a page: a phone on a slow line loads one in a second. */
const MOST_BYTES = 40_000;
const MAIL_WITHIN_MS = 20_000;

export interface Size {
  width: number;
  height: number;
}

/**
 * Takes every screen of a shot, light and dark, into the folder.
 * @returns the sizes in which pages show them.
 */
export async function takeShot(
  shot: Shot,
  { browser, server, folder }: { browser: Browser; server: RunningServer; folder: string },
): Promise<Record<string, Size>> {
  const sizes: Record<string, Size> = {};
  for (const screen of shot.screens) {
    const { window, height, scale } = screens[screen];
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: window,
        deviceScaleFactor: scale,
        colorScheme,
        locale: "en-US",
      });
      const page = await openAs(context, shot, server);
      await page.locator(".demo-bar").evaluateAll((bars) => bars.map((bar) => bar.remove()));
      const clip = await clipOf(page, shot, height);
      const picture = await page.screenshot({ clip });
      sizes[screen] = { width: clip.width, height: clip.height };
      const name = `${shot.name}-${screen}${colorScheme === "dark" ? "-dark" : ""}`;
      await writeFile(`${folder}/${name}.avif`, await encode(picture));
      await context.close();
    }
  }
  return sizes;
}

/** Room above and beside the pictured part. */
const MARGIN = 12;

/** Returns the pictured part of the page, as wide as the content, scrolled to in a window of its height. */
async function clipOf(page: Page, { name, from }: Shot, height: number) {
  const content = page.locator("main");
  const first = page.locator(from ?? "main").first();
  if ((await first.count()) === 0) throw new Error(`${name}: nothing on the page is '${from}'`);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: height + 2 * MARGIN });
  await first.evaluate((element) =>
    window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 12),
  );
  const [box, top] = [await content.boundingBox(), (await first.boundingBox())?.y ?? 0];
  if (!box) throw new Error(`${name}: the page has no content`);
  const y = Math.max(0, Math.round(top - (from ? MARGIN : 0)));
  return { x: Math.round(box.x), y, width: Math.round(box.width), height };
}

async function openAs(context: BrowserContext, shot: Shot, server: RunningServer): Promise<Page> {
  const page = await context.newPage();
  if (shot.viewer === "parent") {
    await page.goto(await parentPage(server));
    return page;
  }
  const { identifier, password } = signIns[shot.viewer];
  await page.goto("/club/login");
  await page.locator('[name="identifier"]').fill(identifier);
  await page.locator('[name="password"]').fill(password);
  await Promise.all([page.waitForURL("**/dashboard*"), page.locator("main [type=submit]").first().click()]);
  await page.goto(shot.path ?? "/dashboard", { waitUntil: "networkidle" });
  return page;
}

/** Returns the page behind the newest link that a parent of the demo was mailed. */
async function parentPage(server: RunningServer): Promise<string> {
  return until(MAIL_WITHIN_MS, async () => {
    for (const { text } of await server.mails()) {
      // A mail in English offers the Spanish page.
      const path = /(\/parent\/agreement\/[\w-]{43})\?lang=es/.exec(text)?.[1];
      if (path) return path;
    }
    return undefined;
  });
}

/** Encodes AVIF at the best quality that the limit allows. */
async function encode(picture: Buffer): Promise<Buffer> {
  for (const quality of [55, 48, 42, 36, 30, 24]) {
    const bytes = await sharp(picture).avif({ quality, effort: 4 }).toBuffer();
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new Error("A picture stays too heavy: show less of the page");
}
