/**
 * `npm test`: types, lint, unused code, the build, then the tests, and a closing line with how many passed and failed
 * (each check counts as one). A failure stops nothing. `npm test -- path …` runs only the tests whose path contains it.
 * `npm run test:all` runs the slow ones (`*.slow.test.ts`) too, `npm run test:slow` these alone, without the checks.
 */
import { parseArgs } from "node:util";
import { chromiumProblem } from "./test/chromium.ts";
import { check, type Outcome, type Suite, vitest } from "./test/steps.ts";

const { values, positionals: paths } = parseArgs({
  // scripts/ready.mjs leaves its own argument, the task, in front.
  args: process.argv.slice(3),
  options: {
    suite: { type: "string", default: "quick" },
    // The checks say the same on every Node, so a second run on another Node leaves them out.
    "without-checks": { type: "boolean" },
  },
  allowPositionals: true,
});
const suite = values.suite as Suite;

const outcomes = paths.length > 0 ? [vitest(paths, suite)] : everything();
const total = (kind: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exit(total("failed") === 0 ? 0 : 1);

function everything(): Outcome[] {
  return [
    ...(values["without-checks"] || suite === "slow" ? [] : checks()),
    ...(suite === "slow" ? [] : [check("build", ["remix", "vite:build", "-c", "remix.config.js"])]),
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
  if (!problem) return [vitest([], suite)];
  console.error(`The browser tests cannot run: ${problem}`);
  return [vitest(["--project=!browser"], suite), { passed: 0, failed: 1, skipped: 0 }];
}
