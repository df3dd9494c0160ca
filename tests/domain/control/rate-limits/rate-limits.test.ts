import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-rate-limits-"));
process.env.APP_MODE = "test";
process.env.DATA_DIR = dataDir;
const { withinLimit } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
const { closeLimits } = await import("#app/db/storage/limits.server.ts");

afterAll(() => {
  closeLimits();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a limit per client counts an IPv6 /64 as one client", async () => {
  const rule = { points: 2, seconds: 60 };
  const countOne = (ip: string) => withinLimit("messages", ip, rule);
  expect(await countOne("2001:db8:1:2::1")).toBe(true);
  expect(await countOne("2001:db8:1:2:ffff::9")).toBe(true);
  expect(await countOne("2001:0DB8:1:2::3")).toBe(false);
  expect(await countOne("2001:db8:1:3::1")).toBe(true);
});
