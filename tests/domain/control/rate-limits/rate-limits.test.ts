import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-rate-limits-"));
process.env.APP_MODE = "test";
process.env.DATA_DIR = dataDir;
const { clientNetwork, withinLimit } = await import("#app/domain/control/rate-limits/rate-limits.server.ts");
const { closeLimits } = await import("#app/db/limits.server.ts");

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

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
  ["2001:0db8:00aa:b:1:2:3:4", "2001:db8:aa:b::/64"],
  ["::1", "0:0:0:0::/64"],
  ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
  ["dana@people.example", "dana@people.example"],
])("%s counts as %s", (ip, network) => {
  expect(clientNetwork(ip)).toBe(network);
});
