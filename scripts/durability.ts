/**
 * `npm run durability -- --rounds 500 --seed 7`: the durability tests alone, with the given number of rounds of
 * kill -9. The same seed repeats a run. A file's name runs that file: `npm run durability -- power`.
 */
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { vitest } from "./test/steps.ts";

export const main = command("npm run durability [-- --rounds N] [--seed S] [FILE ...]", async ({ args }) => {
  const { values, positionals } = readArguments(
    args,
    { rounds: { type: "string" }, seed: { type: "string" } },
    { words: true },
  );
  const env = {
    ...(values.rounds && { DURABILITY_ROUNDS: values.rounds }),
    ...(values.seed && { DURABILITY_SEED: values.seed }),
  };
  const { failed } = await vitest(["--project=durability", ...positionals], "all", { env });
  return { failed: failed > 0 };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
