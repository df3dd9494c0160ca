import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { addresses } from "#app/config/address-table.ts";
import type { RunningServer } from "#tests/support/server.ts";
import { DEMO_MANAGER, DEMO_STAFF } from "../../sandbox/demo-people.ts";
import { signIns } from "./shots.ts";

/** Widths and themes. */
const looks = [360, 1280].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

/** Viewers; a stranger also opens the addresses that emails link to. */
const viewers: Record<string, { at: "/club/login" | "/admin/login"; name: string; password: string } | null> =
  {
    stranger: null,
    administrator: {
      at: "/club/login",
      name: signIns.administrator.identifier,
      password: signIns.administrator.password,
    },
    manager: { at: "/club/login", name: DEMO_MANAGER.email, password: DEMO_MANAGER.password },
    coach: { at: "/club/login", name: signIns.coach.identifier, password: signIns.coach.password },
    staff: { at: "/admin/login", name: DEMO_STAFF[0].email, password: DEMO_STAFF[0].password },
  };

/** GET pages of the table; a button's address only redirects. */
const patterns = Object.entries(addresses)
  .filter(([, one]) => !("leadsBack" in one && one.leadsBack))
  .map(([path]) => ({
    path,
    matches: new RegExp(`^${path.replace(/[.]/g, "\\.").replace(/:\w+/g, "[^/]+")}$`),
  }));
const fixed = patterns.filter(({ path }) => !path.includes(":")).map(({ path }) => path);
/** Returns the pattern of a link; a fixed address wins over one with a parameter. */
const patternOf = (pathname: string) =>
  fixed.includes(pathname) ? pathname : patterns.find(({ matches }) => matches.test(pathname))?.path;

/** A busy machine is slow with the tallest pages, which must not take the others' time. */
const PAGE_WITHIN_MS = 90_000;

/**
 * Takes one page of every kind that each viewer can open, in four looks. A page that cannot be taken twice is left out.
 * @returns the number of pictures, and the pages left out
 */
export async function takeAll(
  browser: Browser,
  server: RunningServer,
  folder: string,
  print: (line: string) => void,
): Promise<{ taken: number; missing: string[] }> {
  let taken = 0;
  const missing: string[] = [];
  const mailed = (await server.mails()).flatMap(({ text }) =>
    [...text.matchAll(/https?:\/\/[^/\s]+(\/\S*)/g)].map(([, path = "/"]) => path),
  );
  for (const [viewer, account] of Object.entries(viewers)) {
    const context = await browser.newContext({ baseURL: server.url, locale: "en-US" });
    context.setDefaultTimeout(PAGE_WITHIN_MS);
    const page = await context.newPage();
    if (account) await signIn(page, account);
    await mkdir(join(folder, viewer), { recursive: true });
    // Pages that look the same to others are taken once, by the stranger.
    const waiting = account
      ? fixed.filter((path) => addresses[path as keyof typeof addresses].GET !== "anybody")
      : [...fixed, ...mailed];
    const seen = new Set<string>();
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { pathname } = new URL(path, server.url);
      const pattern = patternOf(pathname);
      if (!pattern || seen.has(pattern)) continue;
      if (account && addresses[pattern as keyof typeof addresses].GET === "anybody") continue;
      seen.add(pattern);
      const name = pattern === "/" ? "landing" : pattern.slice(1).replace(/[^a-z0-9]+/gi, "-");
      const take = () => takePage(page, path, join(folder, viewer, name));
      try {
        const links = await take().catch((error) => {
          print(`${viewer} ${path} once more: ${String(error).split("\n")[0]}`);
          return take();
        });
        if (!links) continue;
        taken += looks.length;
        waiting.push(...links);
      } catch {
        missing.push(`${viewer} ${path}`);
      }
    }
    print(`${viewer}: ${taken} pictures so far`);
    await context.close();
  }
  return { taken, missing };
}

/**
 * Takes a page in its four looks.
 * @returns the addresses that it links to; null if no page answers
 */
async function takePage(page: Page, path: string, file: string): Promise<string[] | null> {
  if (!(await opens(page, path))) return null;
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: width < 500 ? 740 : 900 });
    await page.emulateMedia({ colorScheme });
    await loadPictures(page);
    await page.screenshot({ path: `${file}-${width}-${colorScheme}.png`, fullPage: true });
  }
  return page.locator("a[href^='/']").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
}

/** Tells whether an address answers with a page itself: not a download, picture, refusal or redirect. */
async function opens(page: Page, path: string): Promise<boolean> {
  try {
    const answer = await page.goto(path);
    const isPage = answer?.headers()["content-type"]?.startsWith("text/html") === true;
    return (
      isPage && answer.status() === 200 && new URL(page.url()).pathname === new URL(path, page.url()).pathname
    );
  } catch (error) {
    // The browser's word for a file that it would store, and for an answer without a body.
    if (error instanceof Error && /Download is starting|ERR_ABORTED/.test(error.message)) return false;
    throw error;
  }
}

/** Loads pictures that wait until they come near; one that never comes is not waited for. */
async function loadPictures(page: Page): Promise<void> {
  await page.locator("img[loading=lazy]").evaluateAll((all) =>
    Promise.all(
      all.map((one) => {
        const img = one as HTMLImageElement;
        img.loading = "eager";
        const late = new Promise((done) => setTimeout(done, 5_000));
        return Promise.race([img.decode().catch(() => undefined), late]);
      }),
    ),
  );
}

async function signIn(page: Page, account: { at: string; name: string; password: string }): Promise<void> {
  await page.goto(account.at);
  await page.locator('[name="identifier"], [name="email"]').first().fill(account.name);
  await page.locator('[name="password"]').fill(account.password);
  await Promise.all([
    page.waitForURL((url) => url.pathname !== account.at),
    page.locator("main [type=submit]").first().click(),
  ]);
}
