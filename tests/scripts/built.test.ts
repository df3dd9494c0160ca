import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isBuilt } from "#scripts/build/fresh.mjs";
import { folder } from "./fixture.ts";

const NOON = 1_700_000_000;

/** Writes a file at a minute past noon, and leaves its folders dated at noon. */
function write(root: string, path: string, minute: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  utimesSync(join(root, path), NOON + minute * 60, NOON + minute * 60);
  for (let above = dirname(path); above !== "."; above = dirname(above))
    utimesSync(join(root, above), NOON, NOON);
}

test("a build is fresh until one of its sources is younger; Markdown does not count", () => {
  const root = folder("build");
  write(root, "app/journeys/ratings/rate-game.server.ts", 1);
  write(root, "scripts/serve.ts", 1);
  expect(isBuilt(root)).toBe(false);
  write(root, "build/processes/serve.js", 2);
  expect(isBuilt(root)).toBe(true);
  write(root, "scripts/README.md", 3);
  expect(isBuilt(root)).toBe(true);
  write(root, "app/journeys/ratings/rate-game.server.ts", 3);
  expect(isBuilt(root)).toBe(false);
});
