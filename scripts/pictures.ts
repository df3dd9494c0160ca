/**
 * Takes the pictures of the product that the public pages show, light and dark, from a running demo, and writes their
 * sizes beside them: `npm run pictures -- http://127.0.0.1:3000` (docs/decisions/019-pictures.md).
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { DEMO_CLUB, DEMO_COACH } from "../sandbox/demo-people.ts";

const TO = new URL("../public/pictures/", import.meta.url).pathname;
const SIZES = new URL("../app/routes/site/pictures.json", import.meta.url).pathname;
const QUALITY = 48;
const MOST_TRIES = 30;

interface Shot {
  name: string;
  who: "administrator" | "coach" | "parent";
  path: string;
  phone: boolean;
}

const SHOTS: Shot[] = [
  { name: "rating", who: "coach", path: "/mobile-rating", phone: true },
  { name: "coach", who: "coach", path: "/dashboard", phone: true },
  { name: "agreement", who: "parent", path: "", phone: true },
  { name: "tracker", who: "administrator", path: "/agreements", phone: false },
  { name: "dashboard", who: "administrator", path: "/dashboard", phone: false },
  { name: "team", who: "administrator", path: "/teams/demo-demo1-hawks", phone: false },
  { name: "leaderboard", who: "administrator", path: "/leaderboard", phone: false },
  { name: "schedule", who: "administrator", path: "/schedule", phone: false },
];

const [origin = "http://127.0.0.1:3000"] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const sizes: Record<string, { width: number; height: number }> = {};
mkdirSync(TO, { recursive: true });
for (const shot of SHOTS) {
  for (const colorScheme of ["light", "dark"] as const) {
    const viewport = shot.phone ? { width: 360, height: 640 } : { width: 1120, height: 700 };
    const context = await browser.newContext({
      viewport,
      colorScheme,
      deviceScaleFactor: shot.phone ? 1.5 : 1,
    });
    const page = await context.newPage();
    await page.goto(origin + (await pathOf(page, shot)));
    // What only the demo shows.
    await page.evaluate('document.querySelector(".demo-bar")?.remove()');
    const picture = await page.screenshot();
    const { data, info } = await sharp(picture)
      .avif({ quality: QUALITY, effort: 9 })
      .toBuffer({ resolveWithObject: true });
    writeFileSync(`${TO}${shot.name}-${colorScheme}.avif`, data);
    sizes[shot.name] = { width: info.width, height: info.height };
    console.log(`${shot.name}-${colorScheme}.avif: ${info.width} x ${info.height}, ${data.length} bytes`);
    await context.close();
  }
}
await browser.close();
writeFileSync(SIZES, `${JSON.stringify(sizes, null, 2)}\n`);

/** Signs in whoever sees the page; a parent's page is behind the link of a mail. */
async function pathOf(page: Page, { who, path }: Shot): Promise<string> {
  if (who === "parent") return parentLink(page);
  const person = who === "coach" ? DEMO_COACH : { ...DEMO_CLUB, email: DEMO_CLUB.code };
  await page.goto(`${origin}/club/login`);
  await page.locator('input[name="identifier"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('main button[type="submit"]').first().click();
  await page.waitForURL("**/dashboard*");
  return path;
}

/** The link of an agreement that the demo has sent, or sends now. */
async function parentLink(page: Page): Promise<string> {
  const sent = await linkInMails(page);
  if (sent) return sent;
  await pathOf(page, { name: "", who: "administrator", path: "", phone: false });
  await page.goto(`${origin}/agreements?status=expired`);
  await page.locator("main tbody a").first().click();
  await page.getByRole("button", { name: /send/i }).first().click();
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const link = await linkInMails(page);
    if (link) return link;
    await page.waitForTimeout(1_000);
  }
  throw new Error("The demo has sent no agreement");
}

async function linkInMails(page: Page): Promise<string | undefined> {
  const mails = (await (await page.request.get(`${origin}/sandbox/mail.json`)).json()) as { text: string }[];
  return mails.map(({ text }) => /\/parent\/agreement\/[\w-]+/.exec(text)?.[0]).find(Boolean);
}
