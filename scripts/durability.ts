/**
 * `npm run durability -- --rounds 500 --seed 7`: the durability tests alone, with the given number of rounds of
 * kill -9. The same seed repeats a run. A file's name runs that file: `npm run durability -- power`.
 */
import { parseArgs } from "node:util";
import { vitest } from "./test/steps.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
if (values.rounds) process.env.DURABILITY_ROUNDS = values.rounds;
if (values.seed) process.env.DURABILITY_SEED = values.seed;
process.exit(vitest(["--project=durability", ...positionals], "all").failed === 0 ? 0 : 1);
