import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { stampOf } from "#app/db/stamp.server.ts";

const folder = mkdtempSync(join(tmpdir(), "goodside-stamp-"));
const file = join(folder, "hawks.sqlite");
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Looks at the file this long after its last change. */
function stampAfter(ms: number): string | null {
  const { mtimeMs, ctimeMs } = statSync(file);
  vi.setSystemTime(Math.ceil(Math.max(mtimeMs, ctimeMs)) + ms);
  return stampOf(file);
}

test("a file written within the last two seconds has no stamp: the next write may share its time", () => {
  writeFileSync(file, "one");
  expect(stampAfter(0)).toBeNull();
  expect(stampAfter(1_990)).toBeNull();
  expect(stampAfter(2_010)).not.toBeNull();
});

test("a file has no stamp if its WAL was written within the last two seconds", () => {
  writeFileSync(`${file}-wal`, "");
  const alone = stampAfter(60_000);
  writeFileSync(`${file}-wal`, "more");
  vi.setSystemTime(Math.ceil(statSync(`${file}-wal`).mtimeMs) + 1_990);
  expect(stampOf(file)).toBeNull();
  expect(stampAfter(60_000)).not.toBe(alone);
});

test("a file that is gone has none", () => {
  expect(stampOf(join(folder, "nobody.sqlite"))).toBeNull();
});
