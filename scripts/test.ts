/**
 * `npm test`: types, lint, unused code, the build if a source is newer, then the tests, and a closing line with how
 * many passed and failed (each check counts as one). A failure does not stop the rest. `npm test -- path …` runs only
 * the tests whose path contains it. `npm run test:all` runs the slow ones (`*.slow.test.ts`) too, `npm run test:slow`
 * these alone, without the checks.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { isBuilt } from "./build/fresh.mjs";
import { chromiumProblem, installPdfReaders } from "./test/debian.ts";
import { check, type Outcome, type Suite, vitest } from "./test/steps.ts";

const { values, positionals: paths } = parseArgs({
  // scripts/ready.mjs leaves its own argument, the task, in front.
  args: process.argv.slice(3),
  options: {
    suite: { type: "string", default: "quick" },
    // The checks are the same on every Node, so a second run on another Node leaves them out.
    "without-checks": { type: "boolean" },
  },
  allowPositionals: true,
});
const suite = values.suite as Suite;
const root = fileURLToPath(new URL("..", import.meta.url));

const outcomes = paths.length > 0 ? [await vitest(paths, suite)] : await everything();
const total = (kind: keyof Outcome) => outcomes.reduce((sum, outcome) => sum + outcome[kind], 0);
const skipped = total("skipped") > 0 ? `, ${total("skipped")} skipped` : "";
console.log(`${total("passed")} passed, ${total("failed")} failed${skipped}`);
process.exit(total("failed") === 0 ? 0 : 1);

async function everything(): Promise<Outcome[]> {
  const checks =
    values["without-checks"] || suite === "slow"
      ? []
      : [check("types", "npm", ["run", "--silent", "typecheck"]), lintAndUnusedCode()];
  const build =
    suite === "slow" || isBuilt(root) ? [] : [check("build", "npm", ["run", "--silent", "build"])];
  return [...(await Promise.all([...checks, ...build])).flat(), ...(await tests())];
}

/** Runs one after the other: the types and the build keep two cores busy meanwhile. */
async function lintAndUnusedCode(): Promise<Outcome[]> {
  return [
    await check("lint", "npx", ["--no-install", "biome", "check", "."]),
    await check("unused code", "npx", ["--no-install", "knip"]),
  ];
}

/**
 * Runs the browser and durability tests beside the others, because their workers mostly wait for other processes. The
 * slow ones measure locks and fill disks, and run after them.
 */
async function tests(): Promise<Outcome[]> {
  installPdfReaders();
  const problem = chromiumProblem();
  if (problem) console.error(`The browser tests cannot run: ${problem}`);
  const noBrowser = problem ? [{ passed: 0, failed: 1, skipped: 0 }] : [];
  if (suite !== "quick") return [await vitest(problem ? ["--project=!browser"] : [], suite), ...noBrowser];
  const inProcess = vitest(["--project=app", "--project=counting"], suite);
  const others = vitest(["--project=durability", ...(problem ? [] : ["--project=browser"])], suite, {
    env: { WORKERS_BESIDE: "1" },
    after: inProcess,
  });
  return [...(await Promise.all([inProcess, others])), ...noBrowser];
}
