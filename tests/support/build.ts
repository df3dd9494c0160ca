import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { isBuilt, isServerBuilt } from "../../scripts/build/fresh.mjs";
import { importsOf } from "../architecture/sources.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Builds what the tests need of the app, where it is stale: Vitest's global setup. */
export default function setup(project: TestProject): void {
  buildFor(project.vitest.state.getPaths());
  project.onTestsRerun((tests) => buildFor(tests.map(({ moduleId }) => moduleId)));
}

function buildFor(tests: string[]): void {
  const needs = (built: RegExp) => tests.some((path) => names(built, relative(root, path)));
  if (!isBuilt(root) && needs(SITE))
    run("npx", ["--no-install", "remix", "vite:build", "-c", "remix.config.js"]);
  else if (!isServerBuilt(root) && needs(PAGES))
    run("node", ["--import", "tsx", "tests/support/server-build.ts"]);
}

/** Paths that only the whole build has, or starts. */
const SITE = /\bbuild\/(client|processes)\b|\bscripts\/(start|ready|serve)\./;
const PAGES = /\bbuild\/server\b/;

function run(command: string, args: string[]): void {
  console.log("Building the app");
  execFileSync(command, args, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
}

/** Tells whether a test, or anything in tests/ that it imports, names such a path. */
function names(built: RegExp, test: string, seen = new Set<string>()): boolean {
  if (seen.has(test)) return false;
  seen.add(test);
  const text = readFileSync(`${root}/${test}`, "utf8");
  if (built.test(text)) return true;
  return importsOf(test, text).some(({ to }) => to.startsWith("tests/") && names(built, to, seen));
}
