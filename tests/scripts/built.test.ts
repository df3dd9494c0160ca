import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { isBuilt } from "../../scripts/build/fresh.mjs";
import { folder } from "./scene.ts";

const NOON = 1_700_000_000;

function write(root: string, path: string, minute: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  const at = NOON + minute * 60;
  for (const each of [path, dirname(path)]) utimesSync(join(root, each), at, at);
}

test("a build serves until something that goes into it is younger; what is only read by people does not", () => {
  const root = folder("build");
  write(root, "app/journeys/ratings/rate-game.server.ts", 1);
  write(root, "scripts/serve.ts", 1);
  for (const name of ["app", "scripts"]) utimesSync(join(root, name), NOON, NOON);
  expect(isBuilt(root)).toBe(false);
  write(root, "build/processes/serve.js", 2);
  expect(isBuilt(root)).toBe(true);
  write(root, "scripts/README.md", 3);
  utimesSync(join(root, "scripts"), NOON, NOON);
  expect(isBuilt(root)).toBe(true);
  write(root, "app/journeys/ratings/rate-game.server.ts", 3);
  expect(isBuilt(root)).toBe(false);
});
