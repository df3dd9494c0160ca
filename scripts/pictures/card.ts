import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { brand } from "#app/config/brand.ts";

/** Size of a link's preview in chats and networks: 1200 x 630, as they all take it. */
const SIZE = { width: 1200, height: 630 };
const STEP = 78;
const LINE = 470;
const RADIUS = 26;
/** Some rough games first, then better ones: p perfect, m minor, x major, - not rated. */
const GAMES = "mpxpmp-pmppppp";

/** Draws the card of the site: the name, the promise and a team's line. */
export async function drawCard(browser: Browser, file: string): Promise<void> {
  const context = await browser.newContext({ viewport: SIZE });
  const page = await context.newPage();
  await page.setContent(card());
  const picture = await page.screenshot();
  await sharp(picture).png({ palette: true, compressionLevel: 9 }).toFile(file);
  await context.close();
  if (readFileSync(file).length > 60_000) throw new Error("The social card is too heavy");
}

function card(): string {
  const { ink, paper, pitch } = brand.colors;
  const games = [...GAMES].map((game, index) => mark(game, 92 + index * STEP)).join("");
  const mirrored = `<g transform="translate(80 70) scale(2.6)" stroke="${pitch}"><path d="M1 21.5h22M12 3.5a7.75 7.75 0 0 1 0 15.5" fill="none" stroke-width="2"/><path d="M12 2.5a8.75 8.75 0 0 0 0 17.5z" fill="${pitch}" stroke="none"/></g>`;
  return `<!doctype html><style>body{margin:0;background:${paper}}text{font-family:system-ui,sans-serif;font-weight:650;letter-spacing:-.03em;fill:${ink}}</style>
<svg width="1200" height="630" viewBox="0 0 1200 630">${mirrored}
<text x="158" y="121" font-size="48">${brand.name}</text>
<text x="80" y="272" font-size="92">A better sideline,</text><text x="80" y="372" font-size="92">game by game</text>
<path d="M0 ${LINE + RADIUS}H1200" stroke="#878478" stroke-width="4"/>${games}
<text x="80" y="572" font-size="30" style="font-weight:400;letter-spacing:0">Youth sports clubs rate the behavior of their own sideline.</text></svg>`;
}

function mark(game: string, x: number): string {
  const y = LINE - 4;
  if (game === "-") return `<path d="M${x} ${LINE - 4}v${RADIUS}" stroke="#4b5553" stroke-width="7"/>`;
  if (game === "p") return `<circle cx="${x}" cy="${y}" r="${RADIUS}" fill="#1b7f4f"/>`;
  if (game === "x")
    return `<circle cx="${x}" cy="${y}" r="${RADIUS - 4}" fill="none" stroke="#b42318" stroke-width="9"/>`;
  return `<circle cx="${x}" cy="${y}" r="${RADIUS - 4}" fill="none" stroke="#9a6700" stroke-width="8"/><path d="M${x} ${y - RADIUS}a${RADIUS} ${RADIUS} 0 0 0 0 ${RADIUS * 2}z" fill="#9a6700"/>`;
}
