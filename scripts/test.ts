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

const outcomes = paths.length > 0 ? [vitest(paths, suite)] : await everything();
const total = (kind: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exit(total("failed") === 0 ? 0 : 1);

async function everything(): Promise<Outcome[]> {
  const checks =
    values["without-checks"] || suite === "slow"
      ? []
      : [check("types", "npm", ["run", "--silent", "typecheck"]), lintAndUnusedCode()];
  const build = suite === "slow" ? [] : [check("build", "npm", ["run", "--silent", "build"])];
  return [...(await Promise.all([...checks, ...build])).flat(), ...tests()];
}

/** One after the other: the types and the build keep two cores busy meanwhile. */
async function lintAndUnusedCode(): Promise<Outcome[]> {
  return [
    await check("lint", "npx", ["--no-install", "biome", "check", "."]),
    await check("unused code", "npx", ["--no-install", "knip"]),
  ];
}

function tests(): Outcome[] {
  const problem = chromiumProblem();
  if (!problem) return [vitest([], suite)];
  console.error(`The browser tests cannot run: ${problem}`);
  return [vitest(["--project=!browser"], suite), { passed: 0, failed: 1, skipped: 0 }];
}
