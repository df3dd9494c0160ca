/**
 * `npm run fuzz -- --cases 1000000 --seed 7`: hostile requests to everything that the pages offer, as many as asked
 * for. The same seed is the same requests; a failure names its seed and the smallest request that shows it.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { cases: { type: "string", default: "100000" }, seed: { type: "string" } },
});
for (const [name, value] of Object.entries(values)) {
  if (!/^\d{1,9}$/.test(value)) {
    console.error(`--${name} must be a whole number, not ${JSON.stringify(value)}`);
    process.exit(2);
  }
}
const { status } = spawnSync(
  "npx",
  ["--no-install", "vitest", "run", "-c", "tests/vitest.config.ts", "tests/hostile/fuzz.test.ts"],
  {
    stdio: "inherit",
    env: { ...process.env, FUZZ_CASES: values.cases, ...(values.seed ? { FUZZ_SEED: values.seed } : {}) },
  },
);
process.exit(status ?? 1);
