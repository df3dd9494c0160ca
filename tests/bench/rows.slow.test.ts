import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { projectRoot } from "../../bench/fixtures/builds.ts";

/** Its exit status tells whether everything could be measured, never how fast it was. */
test("every row of the bench can be measured", { timeout: 900_000 }, () => {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, BENCH_SMALL: "1", NODE_ENV: "production" as const };
  const { status, stdout, stderr } = spawnSync("npx", ["--no-install", "tsx", "bench/run.ts"], {
    cwd: projectRoot,
    encoding: "utf8",
    env,
  });
  expect(status, `${stdout}\n${stderr}`).toBe(0);
});
