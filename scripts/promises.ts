/** `npm run promises`: prints every sentence that somebody could hold us to, with its test. */
import { promises } from "#tests/promises.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";

export const main = command("npm run promises", async ({ args, print }) => {
  readArguments(args, {});
  for (const { keptBy, said } of promises) {
    print("people" in keptBy ? `People, at ${keptBy.people}` : `${keptBy.test}: ${keptBy.title}`);
    for (const [source, sentence] of said) print(`  ${source}: ${sentence}`);
  }
  return { failed: false };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });
