/**
 * `npm run protections`: takes one protection away at a time, in a copy of the tree, and asks that the tests named for it
 * turn red. `--only WORDS` takes those whose description contains the words; `--list` prints the table without running.
 */
import { parseArgs } from "node:util";
import { protections } from "../tests/protections.ts";
import { Copy, type Run } from "./protections/copy.ts";
import { protectionTable } from "./protections/table.ts";

const { values } = parseArgs({
  options: { only: { type: "string" }, list: { type: "boolean" }, always: { type: "boolean" } },
});
const chosen = protections.filter(
  ({ protection, file, always }) =>
    (!values.always || always) && (!values.only || `${protection} ${file}`.includes(values.only)),
);

if (values.list) {
  console.log(protectionTable(chosen));
  process.exit(0);
}

const copy = new Copy();
let unproven = 0;
try {
  const redAlready = copy.redAlready([...new Set(chosen.flatMap(({ tests }) => tests))]);
  for (const each of chosen) {
    const began = Date.now();
    const broken = each.tests.filter((test) => redAlready.includes(test));
    const { verdict, why = "", output } = broken.length > 0 ? unclear(broken) : copy.without(each);
    if (verdict !== "red") unproven += 1;
    const seconds = ((Date.now() - began) / 1000).toFixed(0).padStart(4);
    console.log(
      `${verdict === "red" ? "red  " : "GREEN"} ${seconds} s  ${each.protection}${why ? `: ${why}` : ""}`,
    );
    if (verdict === "unclear") console.log(output);
  }
} finally {
  copy.remove();
}
console.log(`${chosen.length - unproven} of ${chosen.length} protections are proven by a test`);
process.exit(unproven === 0 ? 0 : 1);

function unclear(tests: string[]): Run {
  return {
    verdict: "unclear",
    why: `${tests.join(", ")} is red with every protection in place`,
    output: "",
    failed: tests,
  };
}
