/**
 * `npm run durability -- --rounds 500 --seed 7`: the durability tests alone, with as many rounds of kill -9 as one
 * likes, told again by their seed. A part of its name runs one of them: `npm run durability -- power`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string" }, seed: { type: "string" } },
  allowPositionals: true,
});
if (!existsSync("build/server/index.js")) {
  console.error("The app is not built yet: run npm run build");
  process.exit(1);
}
const { status } = spawnSync(
  "npx",
  ["--no-install", "vitest", "run", "-c", "tests/vitest.durability.config.ts", ...positionals],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_ENV: "test",
      ...(values.rounds ? { DURABILITY_ROUNDS: values.rounds } : {}),
      ...(values.seed ? { DURABILITY_SEED: values.seed } : {}),
    },
  },
);
process.exit(status ?? 1);
