import { launchBrowser, newPage } from "#tests/support/browser.ts";
import { openApp } from "../fixtures/app.ts";
import { atEnd } from "../fixtures/at-end.ts";
import { median } from "../fixtures/median.ts";
import { season } from "../fixtures/season.ts";
import { sized } from "../fixtures/size.ts";
import { slowLine } from "../fixtures/slow-line.ts";
import type { Figure, Row } from "../row.ts";

const ROUND_TRIP_MS = 400;
const KBIT = 400;
const CPU_SLOWER = 4;
const VISITS = sized(5, 1);
/** Key of the page behind a parent's link. */
const AGREEMENT = "/parent/agreement";

type Browser = Awaited<ReturnType<typeof launchBrowser>>;
let opened: Promise<{ browser: Browser; line: Awaited<ReturnType<typeof slowLine>> }> | undefined;

function open() {
  opened ??= (async () => {
    const app = await openApp();
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    return { browser, line: await slowLine(app.port, ROUND_TRIP_MS, KBIT) };
  })();
  return opened;
}

/**
 * Measures the first paint of a first visit against the lower bound: two round trips plus the transfer of its bytes.
 */
async function firstPaint(path: string): Promise<Figure> {
  const { browser, line } = await open();
  const { cookies, parentPage } = await season();
  const paints: number[] = [];
  let bytes = 0;
  for (let round = 0; round < VISITS; round += 1) {
    const page = await newPage(browser, { baseURL: `http://127.0.0.1:${line.port}`, width: 360 });
    // Public pages redirect signed-in visitors.
    if (path === "/mobile-rating") await page.context().setExtraHTTPHeaders({ Cookie: cookies.manager });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
    const before = line.bytesDown();
    await page.goto(path === AGREEMENT ? parentPage : path, { waitUntil: "load" });
    paints.push(
      await page.evaluate(async () => {
        for (;;) {
          const [paint] = performance.getEntriesByName("first-contentful-paint");
          if (paint) return paint.startTime;
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }),
    );
    bytes = line.bytesDown() - before;
    await page.context().close();
  }
  const ideal = 2 * ROUND_TRIP_MS + (bytes * 8) / KBIT;
  const paint = median(paints);
  return { figure: paint / ideal, note: `${Math.round(paint)} ms, ${bytes} B with headers` };
}

/** A phone at the field: 400 ms round trip, 400 kbit/s, a processor four times slower. */
export const rows: Row[] = [
  "/mobile-rating",
  AGREEMENT,
  "/",
  "/tour",
  "/leaders",
  "/faq",
  "/help",
  "/club/login",
].map((path) => ({
  area: "slow-link",
  what: `${path}: first paint against two round trips and its bytes`,
  unit: "times",
  better: "less",
  floor: 1.6,
  goal: 1.3,
  measure: () => firstPaint(path),
}));
