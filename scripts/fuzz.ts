/**
 * `npm run fuzz -- --cases 1000000 --seed 7`: sends that many hostile requests to everything the pages offer. The same
 * seed gives the same requests; a failure prints its seed and the smallest request that shows it. `--large` runs the
 * long form of the other hostile tests instead: uploads of 50 MB and senders with real time limits.
 */
import { command, Misuse, readArguments, runIfStarted } from "./command/command.ts";
import { vitest } from "./test/steps.ts";

export const main = command("npm run fuzz [-- --cases N] [--seed S] [--large]", async ({ args }) => {
  const { values } = readArguments(args, {
    cases: { type: "string", default: "100000" },
    seed: { type: "string" },
    large: { type: "boolean", default: false },
  });
  for (const name of ["cases", "seed"] as const) {
    const value = values[name];
    if (value !== undefined && !/^\d{1,9}$/.test(value))
      throw new Misuse(`--${name} must be a whole number, not ${JSON.stringify(value)}`);
  }
  const files = values.large
    ? ["tests/security/upload.test.ts", "tests/security/http.test.ts"]
    : ["tests/security/fuzz.slow.test.ts"];
  const env = {
    FUZZ_CASES: values.cases,
    ...(values.seed && { FUZZ_SEED: values.seed }),
    ...(values.large && { HOSTILE_LARGE: "yes" }),
  };
  const { failed } = await vitest(files, "all", { env });
  return { failed: failed > 0 };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
