/**
 * `npm run pictures`: takes pictures of the product's pages in Chromium for the landing page and the tour. `-- --all`:
 * every page of every role instead, at 360 and 1280 px, light and dark, into test-results/pictures for review.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { launchBrowser } from "#tests/support/browser.ts";
import { startServer } from "#tests/support/server.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { sendOneAgreement } from "./pictures/agreement.ts";
import { takeAll } from "./pictures/all.ts";
import { drawCard } from "./pictures/card.ts";
import { shots } from "./pictures/shots.ts";
import { type Size, takeShot } from "./pictures/take.ts";

const FOLDER = "public/pictures";
const LIST = "app/routes/site/pictures/sizes.json";

const ALL_FOLDER = "test-results/pictures";

export const main = command("npm run pictures -- [--all]", async ({ args, print }) => {
  const { values } = readArguments(args, { all: { type: "boolean" } });
  const [server, browser] = await Promise.all([startServer({ demo: true }), launchBrowser()]);
  try {
    await mkdir(FOLDER, { recursive: true });
    await sendOneAgreement(browser, server);
    if (values.all) {
      const { taken, missing } = await takeAll(browser, server, ALL_FOLDER, print);
      print(`${taken} pictures in ${ALL_FOLDER}`);
      for (const page of missing) print(`missing: ${page}`);
      return { failed: missing.length > 0 };
    }
    const sizes: Record<string, Record<string, Size>> = {};
    for (const shot of shots) {
      sizes[shot.name] = await takeShot(shot, { browser, server, folder: FOLDER });
      print(shot.name);
    }
    await drawCard(browser, "public/social-card.png");
    await writeFile(LIST, `${JSON.stringify(sizes, null, 2)}\n`);
  } finally {
    await browser.close();
    await server.stop();
  }
  return { failed: false };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
