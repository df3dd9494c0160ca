import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { Copy, staleness } from "../../scripts/protections/copy.ts";
import { protectionTable } from "../../scripts/protections/table.ts";
import { protections } from "../protections.ts";

test("every entry of the list of protections fits the sources as they are, and names tests that are there", () => {
  const stale = protections.flatMap((entry) => {
    const why = staleness(entry);
    return why ? [`${entry.protection}: ${why}`] : [];
  });
  expect(stale).toEqual([]);
});

test("docs/protections.md shows the list as it is: npm run protections -- --list", () => {
  const page = readFileSync(new URL("../../docs/protections.md", import.meta.url), "utf8");
  // The formatter pads a table's cells; what they say is compared.
  const said = (table: string) => table.replace(/ +/g, " ").replace(/-{3,}/g, "---");
  expect(said(page)).toContain(`\n${said(protectionTable(protections))}\n`);
});

// The whole list takes minutes and has its own command, `npm run protections`; these few show that red can be seen.
const copy = new Copy();
afterAll(() => copy.remove());

test.each(protections.filter(({ always }) => always))(
  "a test turns red without this: $protection",
  (entry) => {
    expect(copy.without(entry)).toMatchObject({ verdict: "red" });
  },
  120_000,
);
