import { describe, expect, test } from "vitest";
import { staleness } from "../../scripts/protections/copy.ts";
import { type Mutation, mutate } from "../../scripts/protections/mutate.ts";
import { protectionTable } from "../../scripts/protections/table.ts";
import { protections } from "../protections.ts";

test("every protection fits the sources and names tests that exist", () => {
  const stale = protections.flatMap((entry) => {
    const why = staleness(entry);
    return why ? [`${entry.holds}: ${why}`] : [];
  });
  expect(stale).toEqual([]);
});

test("`npm run protections -- --list` has a row for every protection", () => {
  const rows = protectionTable(protections).split("\n").slice(2);
  expect(rows).toHaveLength(protections.length);
  expect(rows).toContain(
    "| staff are notified of a thing once, also by two processes: it is planned inside the transaction | `app/journeys/staff-notifications/update.server.ts`, `planChange` | `tests/journeys/staff-notifications/staff-notifications.test.ts` |",
  );
});

describe("a mutation", () => {
  const source = `
    const limit = (size: number) => size < 10;
    async function save(db: Db, row: Row) {
      if (!row.id) throw new Error("no id");
      await check(row);
      await db.table("rows").where("id", "=", row.id).where("owner", "=", "me").set({ at: now() }).run();
      return <dd className="x">{row.name}</dd>;
    }`;
  test.each<[string, Mutation, string]>([
    ["returns at once", { in: "save", returns: "null" }, "row: Row) { return null; }"],
    ["returns from an arrow function", { in: "limit", returns: "true" }, "(size: number) => true;"],
    ["drops a statement", { in: "save", drops: "check" }, '"no id");\n      \n      await db'],
    ["drops a link of a chain", { in: "save", drops: "where owner" }, "row.id).set({ at: now() })"],
    ["ignores a condition", { in: "save", ignores: "id" }, "if (false) throw"],
    ["assumes a comparison", { in: "limit", assumes: "size" }, "(size: number) => true;"],
    ["sets a property", { in: "save", sets: "at", to: "null" }, "set({ at: null })"],
    ["replaces a call", { in: "save", replaces: "now", with: "0" }, "set({ at: 0 })"],
    [
      "unescapes text",
      { in: "save", unescapes: "dd" },
      '<dd className="x" dangerouslySetInnerHTML={{ __html: String(row.name) }} />',
    ],
  ])("a mutation %s", (_, mutation, expected) => {
    expect(mutate("x.tsx", source, mutation)).toContain(expected);
  });

  test("a mutation is refused if its position is missing or ambiguous", () => {
    expect(() => mutate("x.tsx", source, { in: "gone", returns: "1" })).toThrow("'gone' occurs 0 times");
    expect(() => mutate("x.tsx", source, { in: "save", drops: "where" })).toThrow("'where' occurs 2 times");
  });
});
