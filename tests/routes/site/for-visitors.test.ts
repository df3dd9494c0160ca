import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { planFeatures } from "#app/domain/control/billing/plans.ts";
import { PAGES } from "#app/routes/site/sitemap-pages.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
afterAll(() => world.close());

const ORIGIN = "http://goodside.test";
const MOST_PICTURE_BYTES = 40_000;
const publicFile = (path: string) => new URL(`../../../public${path}`, import.meta.url);
const read = async (path: string) => (await world.ask(path)).text();
const content = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
/** Returns the page's data for search engines. */
const dataIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, text = ""]) =>
      JSON.parse(text) as Record<string, unknown> & { offers?: unknown; mainEntity?: unknown },
  );

describe("the landing page", () => {
  test("the landing page leads down the page, to answers, and to both sign-in pages", async () => {
    const html = await read("/");
    for (const address of ["#features", "#pricing", "/faq", "/contact", "/club/login", "/admin/login"])
      expect(html).toContain(`href="${address}"`);
    for (const id of ["features", "pricing"]) expect(html).toContain(`id="${id}"`);
    for (const address of ["/signup", "/tour", "/terms", "/privacy", "/help"])
      expect(html).toContain(`href="${address}"`);
  });

  test("the landing page has the six parts of the product, and no percentages", async () => {
    const html = (await read("/")).replace(/<head>.*?<\/head>/s, "");
    for (const part of ["Digital Parent Agreement", "Sideline Rating Tool", "Club Leaderboard"])
      expect(html).toContain(`<h3>${part}</h3>`);
    for (const part of ["Printable Resources", "Rewards Toolkit", "Micro-Training"])
      expect(html).toContain(`<h3>${part}</h3>`);
    expect(html).not.toMatch(/not there yet|not exist yet|coming soon|video|film/i);
    expect(html).not.toMatch(/\d%/);
  });
});

test("the landing page lists shared features once, and draws the rating page without a request", async () => {
  const html = await read("/");
  for (const feature of planFeatures)
    expect(html.split(`<li>${feature.replaceAll("'", "&#x27;")}</li>`), feature).toHaveLength(2);
  const [before = ""] = html.split('id="features"');
  expect(before).toContain('role="img"');
  expect(before).not.toContain("<img");
  expect(before).toContain(">Watch Demo in eight pictures</a>");
  expect(html).toMatch(/<a class="button [^>]*href="\/club\/login">/);
  expect(html).toContain('<a class="quiet-link" href="/admin/login">Admin</a>');
});

test("the page for staff links the club's sign-in", async () => {
  const [lead = ""] = (await read("/admin/login")).split("<form");
  expect(lead).toContain('<a href="/club/login">Sign in to your club</a>');
});

test("the tour shows eight pictures, each light and dark, in reserved space", async () => {
  const html = await read("/tour");
  expect(html.match(/<img /g)).toHaveLength(8);
  for (const [tag] of html.matchAll(/<(?:img|source) [^>]*>/g))
    expect(tag).toMatch(/width="\d+" height="\d+"/);
  const files = [...html.matchAll(/(?:src|srcSet)="(\/pictures\/[^"]+)"/gi)].map(([, path = ""]) => path);
  expect(files.length).toBeGreaterThanOrEqual(16);
  for (const path of files) {
    expect(existsSync(publicFile(path)), path).toBe(true);
    expect(readFileSync(publicFile(path)).length, path).toBeLessThanOrEqual(MOST_PICTURE_BYTES);
  }
});

test.each(["/", "/tour", "/leaders", "/faq"])("%s can be shared and found", async (path) => {
  const html = await read(`${path}?utm=x`);
  expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${path}"/>`);
  expect(content(html, "og:url")).toBe(`${ORIGIN}${path}`);
  expect(content(html, "og:image")).toBe(`${ORIGIN}/social-card.png`);
  expect(content(html, "description")?.length).toBeGreaterThan(50);
  // By its path: a logo encoded earlier in this process leaves no loader of buffers.
  const card = await sharp(fileURLToPath(publicFile("/social-card.png"))).metadata();
  expect([card.format, String(card.width), String(card.height)]).toEqual([
    "png",
    content(html, "og:image:width"),
    content(html, "og:image:height"),
  ]);
});

test("every public landing page has its own description", async () => {
  const seen = new Map<string, string>();
  for (const path of [
    ...PAGES,
    "/agreements/verify",
    "/signup/details?plan=large",
    "/club/login",
    "/admin/login",
  ]) {
    const description = content(await read(path), "description") ?? "";
    expect(description.length, path).toBeGreaterThan(50);
    expect(seen.get(description), path).toBeUndefined();
    seen.set(description, path);
  }
});

test("the questions are data in the words of the page", async () => {
  const html = await read("/faq");
  const [faq] = dataIn(html);
  expect(faq?.["@type"]).toBe("FAQPage");
  const entities = faq?.mainEntity as { name: string; acceptedAnswer: { text: string } }[];
  expect(entities.length).toBeGreaterThanOrEqual(11);
  for (const { name, acceptedAnswer } of entities) {
    expect(html).toContain(`<summary>${name}</summary>`);
    expect(acceptedAnswer.text.length).toBeGreaterThan(20);
  }
});
