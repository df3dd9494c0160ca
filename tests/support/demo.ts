import { type Browser, chromium } from "playwright-core";
import { afterAll, inject } from "vitest";
import type { DemoAddress } from "./browser-project.ts";
import { Site } from "./server.ts";
import type { World } from "./world.ts";

/**
 * Connects to the demo (scripts/start.ts on the build) and the Chromium that all files of the browser project share.
 * Changes there stay: a file changes only data that no other file reads, or restores it.
 */
export async function openDemo(): Promise<{ site: Site; dataDir: string; browser: Browser }> {
  const [{ url, dataDir }, browser] = await Promise.all([ask<DemoAddress>("/demo"), sharedBrowser()]);
  return { site: new Site(url), dataDir, browser };
}

/** Opens the demo's data folder in this process too, for a club of the file's own. Close it at the end. */
export async function openDemoWorld(dataDir: string): Promise<World> {
  process.env.APP_MODE = "demo";
  process.env.DATA_DIR = dataDir;
  const { openPlatform } = await import("#app/db/storage/platform.server.ts");
  const { World } = await import("./world.ts");
  const open = await openPlatform({ dataDir, mode: "demo", migrateOnOpen: false });
  return new World(dataDir, open, () => open.close());
}

/** Connects to the Chromium alone. Closing it closes this file's profiles. */
export async function sharedBrowser(): Promise<Browser> {
  const browser = await chromium.connect(await ask<string>("/chromium"));
  afterAll(() => browser.close());
  return browser;
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(inject("browserProject") + path);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}
