/**
 * `npm run fuzz -- --cases 1000000 --seed 7`: that many hostile requests to everything the pages offer. The same seed
 * gives the same requests; a failure prints its seed and the smallest request that shows it.
 * `--large` runs the long form of the other hostile tests instead: uploads of 50 MB and senders with real time limits.
 */
import { parseArgs } from "node:util";
import { vitest } from "./test/steps.ts";

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
process.env.FUZZ_CASES = values.cases;
if (values.seed) process.env.FUZZ_SEED = values.seed;
if (values.large) process.env.HOSTILE_LARGE = "yes";
const files = values.large
  ? ["tests/security/upload.test.ts", "tests/security/http.test.ts"]
  : ["tests/security/fuzz.slow.test.ts"];
process.exit(vitest(files, "all").failed === 0 ? 0 : 1);
