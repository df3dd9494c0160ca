/**
 * `npm run fuzz -- --cases 1000000 --seed 7`: hostile requests to everything that the pages offer, as many as asked
 * for. The same seed is the same requests; a failure names its seed and the smallest request that shows it.
 * `--large`: instead, the long forms of the other hostile tests, with uploads of 50 MB and senders that are really slow.
 */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "100000" },
    seed: { type: "string" },
    large: { type: "boolean", default: false },
  },
});
for (const name of ["cases", "seed"] as const) {
  const value = values[name];
  if (value !== undefined && !/^\d{1,9}$/.test(value)) {
    console.error(`--${name} must be a whole number, not ${JSON.stringify(value)}`);
    process.exit(2);
  }
}
const files = values.large
  ? ["tests/security/upload.test.ts", "tests/security/http.test.ts"]
  : ["tests/security/fuzz.test.ts"];
const { status } = spawnSync(
  "npx",
  ["--no-install", "vitest", "run", "-c", "tests/vitest.config.ts", ...files],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      FUZZ_CASES: values.cases,
      ...(values.seed ? { FUZZ_SEED: values.seed } : {}),
      ...(values.large ? { HOSTILE_LARGE: "yes" } : {}),
    },
  },
);
process.exit(status ?? 1);
