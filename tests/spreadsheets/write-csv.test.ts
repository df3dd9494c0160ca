import { expect, test } from "vitest";
import { csvParts, pagesOf, ROWS_A_PART, writeCsv } from "#app/spreadsheets/write-csv.server.ts";

const rows = Array.from({ length: 5_000 }, (_, index) => [`Parent ${index}`, "=1+1", "a;b", 'say "hi"']);

async function all(parts: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const part of parts) found.push(part);
  return found;
}

test("a long file in parts is the file in one piece", async () => {
  const parts = await all(csvParts(pagesOf(rows)));
  expect(parts).toHaveLength(Math.ceil(rows.length / ROWS_A_PART));
  expect(parts.join("")).toBe(writeCsv(rows));
  expect(await all(csvParts([]))).toEqual([]);
});

test("the event loop turns after each part", async () => {
  let turns = 0;
  let seen = 0;
  const count = () => {
    turns += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  for await (const _ of csvParts(pagesOf(rows))) {
    expect(turns).toBeGreaterThanOrEqual(seen);
    seen += 1;
  }
  clearImmediate(counting);
  expect(turns).toBeGreaterThanOrEqual(seen);
});
