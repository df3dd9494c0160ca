import { afterAll, expect, test } from "vitest";
import { Copy } from "../../scripts/protections/copy.ts";
import { protections } from "../protections.ts";

// `npm run protections` checks the whole list in minutes; these few show that a missing one is noticed.
const copy = new Copy();
afterAll(() => copy.remove());

test.each(protections.filter(({ always }) => always))(
  "tests fail without this: $holds",
  (entry) => {
    expect(copy.without(entry)).toMatchObject({ verdict: "red" });
  },
  120_000,
);
