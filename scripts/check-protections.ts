/**
 * `npm run protections`: removes one protection at a time in a copy of the tree and expects its tests to fail.
 * `--only WORDS` takes those whose description or file contains the words; `--list` prints the table without running.
 */
import { protections } from "../tests/protections.ts";
import { command, readArguments, runIfStarted } from "./command/command.ts";
import { Copy, type Run } from "./protections/copy.ts";
import { protectionTable } from "./protections/table.ts";

export const main = command("npm run protections [-- --only WORDS] [--list]", async ({ args, print }) => {
  const { values } = readArguments(args, { only: { type: "string" }, list: { type: "boolean" } });
  const { only = "" } = values;
  const chosen = protections.filter(({ holds, file }) => `${holds} ${file}`.includes(only));
  if (values.list) {
    print(protectionTable(chosen));
    return { failed: false };
  }
  const copy = new Copy();
  let unproven = 0;
  try {
    const alreadyRed = copy.alreadyRed([...new Set(chosen.flatMap(({ tests }) => tests))]);
    for (const entry of chosen) {
      const began = Date.now();
      const broken = entry.tests.filter((test) => alreadyRed.includes(test));
      const { verdict, why = "", output } = broken.length > 0 ? unclear(broken) : copy.without(entry);
      if (verdict !== "red") unproven += 1;
      const seconds = ((Date.now() - began) / 1000).toFixed(0).padStart(4);
      print(`${verdict.padEnd(7)} ${seconds} s  ${entry.holds}${why ? `: ${why}` : ""}`);
      if (verdict === "unclear") print(output);
    }
  } finally {
    copy.remove();
  }
  print(`${chosen.length - unproven} of ${chosen.length} protections are proven by a test`);
  return { failed: unproven > 0 };
});

await runIfStarted(import.meta.url, main, { keepPrivate: false });

function unclear(tests: string[]): Run {
  const why = `${tests.join(", ")} fails with every protection in place`;
  return { verdict: "unclear", why, output: "", failed: tests };
}
