/**
 * `npm test`: types, lint, unused code, the build, then all tests, and a closing line with how many passed and failed
 * (each check counts as one). A failure stops nothing. `npm test -- path …` runs only the tests whose path contains it.
 */
import { parseArgs } from "node:util";
import { chromiumProblem } from "./test/chromium.ts";
import { check, type Outcome, vitest } from "./test/steps.ts";

const { values, positionals: paths } = parseArgs({
  // scripts/ready.mjs leaves its own argument, the task, in front.
  args: process.argv.slice(3),
  // The checks say the same on every Node, so a second run on another Node leaves them out.
  options: { "without-checks": { type: "boolean" } },
  allowPositionals: true,
});

const outcomes = paths.length > 0 ? [vitest(paths)] : everything();
const total = (kind: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exit(total("failed") === 0 ? 0 : 1);

function everything(): Outcome[] {
  return [
    ...(values["without-checks"] ? [] : checks()),
    check("build", ["remix", "vite:build", "-c", "remix.config.js"]),
    ...tests(),
  ];
}

function checks(): Outcome[] {
  return [
    check("types", ["tsc", "--noEmit"]),
    check("lint", ["biome", "check", "."]),
    check("unused code", ["knip"]),
  ];
}

function tests(): Outcome[] {
  const problem = chromiumProblem();
  if (!problem) return [vitest()];
  console.error(`The browser tests cannot run: ${problem}`);
  return [vitest(["--project=app", "--project=durability"]), { passed: 0, failed: 1, skipped: 0 }];
}
