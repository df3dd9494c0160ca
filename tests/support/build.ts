import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { isBuilt } from "../../scripts/build/fresh.mjs";
import { importsOf } from "../architecture/sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Vitest's global setup: builds the app when a test to run needs the build and the build is stale. */
export default function setup(project: TestProject): void {
  buildFor(project.vitest.state.getPaths());
  project.onTestsRerun((tests) => buildFor(tests.map(({ moduleId }) => moduleId)));
}

function buildFor(tests: string[]): void {
  if (isBuilt(root) || !tests.some((path) => needsBuild(relative(root, path)))) return;
  console.log("Building the app");
  execFileSync("npx", ["--no-install", "remix", "vite:build", "-c", "remix.config.js"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
}

/** Whether a test, or anything in tests/ that it imports, names a path in `build/` or `npm start`'s script. */
function needsBuild(test: string, seen = new Set<string>()): boolean {
  if (seen.has(test)) return false;
  seen.add(test);
  const text = readFileSync(`${root}/${test}`, "utf8");
  if (/\bbuild\/(server|client|processes)\b|\bscripts\/(start|ready|serve)\./.test(text)) return true;
  return importsOf(test, text).some(({ to }) => to.startsWith("tests/") && needsBuild(to, seen));
}
