import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { warnOfSecond } from "../../scripts/start/second.ts";
import { folder, openPlatform } from "./fixture.ts";

test("a second server on a data folder is warned of, and the first is not", () => {
  const dataDir = folder("shared");
  const lines: string[] = [];
  const start = (place = dataDir) => warnOfSecond(place, (line) => lines.push(line));
  start();
  start(folder("alone"));
  expect(lines).toEqual([]);
  start();
  expect(lines).toEqual([expect.stringContaining(`Another server runs on ${dataDir} already`)]);
});

test.each([
  ["no database", "this is no database"],
  ["a database whose pages are broken", "SQLite format 3\0".padEnd(8192, "x")],
])("a control file that is %s is named, with what mends it", async (_, content) => {
  const dataDir = folder("broken");
  const path = join(dataDir, "control.sqlite");
  writeFileSync(path, content);
  await expect(openPlatform({ dataDir, mode: "test", migrateOnOpen: true })).rejects.toThrow(
    `${path} is damaged`,
  );
  await expect(openPlatform({ dataDir, mode: "test", migrateOnOpen: true })).rejects.toThrow(
    "npm run restore -- --from DIR",
  );
});
