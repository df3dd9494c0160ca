/**
 * `npm test`: types, lint, unused code, the build, all tests in process, then the browser. Goes on past what fails
 * and closes with one line: how many tests passed and failed (each check counts as one).
 */
import { browserProblem } from "./test/browser-there.ts";
import { check, type Outcome, vitest } from "./test/steps.ts";

/** What says the same on every Node: a second run on another one leaves it out. */
const checks = () => [
  check("types", ["tsc", "--noEmit"]),
  check("lint", ["biome", "check", "."]),
  check("unused code", ["knip"]),
];

const outcomes: Outcome[] = [
  ...(process.argv.includes("--without-checks") ? [] : checks()),
  check("build", ["remix", "vite:build", "-c", "remix.config.js"]),
  vitest("tests", "tests/vitest.config.ts"),
  vitest("durability", "tests/vitest.durability.config.ts"),
  withBrowser(),
];

const total = (kind: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exit(total("failed") === 0 ? 0 : 1);

function withBrowser(): Outcome {
  const problem = browserProblem();
  if (!problem) return vitest("browser tests", "tests/vitest.browser.config.ts");
  console.error(`The browser tests cannot run: ${problem}`);
  return { passed: 0, failed: 1, skipped: 0 };
}
