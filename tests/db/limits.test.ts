import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("counts are deleted an hour after their window, and nothing is touched once the file is closed", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
  const dataDir = mkdtempSync(join(tmpdir(), "limits-"));
  vi.stubEnv("DATA_DIR", dataDir);
  const { closeLimits, consume, limiter } = await import("#app/db/storage/limits.server.ts");
  const minute = limiter("minute", { points: 5, seconds: 60 });
  const day = limiter("day", { points: 5, seconds: 24 * 3_600 });
  expect(await consume(minute, "192.0.2.1")).toBe(1);
  expect(await consume(day, "192.0.2.1")).toBe(1);
  vi.advanceTimersByTime(HOUR_MS + 10 * MINUTE_MS);
  const file = new SqliteFile(join(dataDir, "limits.sqlite"));
  expect(file.prepare("select count(*) from limits").pluck().get()).toBe(1);
  file.close();
  closeLimits();
  expect(vi.getTimerCount()).toBe(0);
});

test("a file that could not be set up on a full disk is set up by the next request", async () => {
  vi.stubEnv("DATA_DIR", mkdtempSync(join(tmpdir(), "limits-")));
  vi.resetModules();
  const { SqliteFile: File } = await import("#app/db/sqlite.server.ts");
  const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const exec = vi.spyOn(File.prototype, "exec").mockImplementationOnce(() => {
    throw full;
  });
  const { closeLimits, consume, limiter } = await import("#app/db/storage/limits.server.ts");
  const rule = { points: 5, seconds: 60 };
  expect(() => limiter("minute", rule)).toThrow(full);
  expect(await consume(limiter("minute", rule), "192.0.2.1")).toBe(1);
  exec.mockRestore();
  closeLimits();
});
