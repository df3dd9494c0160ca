import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-throttle-"));
process.env.APP_MODE = "test";
process.env.DATA_DIR = dataDir;
const { countFailure, maySignIn, networkOf, takeBack, unlock, withinLimit } = await import(
  "#app/domain/control/accounts/sign-in-limits.server.ts"
);
const { closeLimits } = await import("#app/db/limits.server.ts");

const START = Date.parse("2026-11-21T12:00:00Z");
const MINUTE = 60_000;
let name = "";
let names = 0;
beforeEach(() => {
  names += 1;
  name = `dana${names}@people.example`;
  vi.useFakeTimers({ now: START });
});
afterAll(() => {
  vi.useRealTimers();
  closeLimits();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Any number of addresses, as somebody has who guesses. */
const from = (place: number) => `198.51.${100 + Math.floor(place / 200)}.${place % 200}`;
async function fail(times: number, ip = from): Promise<number> {
  const tries = Array.from({ length: times }, async (_, place) => {
    if (!(await maySignIn(name, ip(place)))) return false;
    const pluralize = countFailure(name, ip(place));
    await vi.advanceTimersByTimeAsync(1_000);
    await pluralize;
    return true;
  });
  return (await Promise.all(tries)).filter(Boolean).length;
}

describe("a name with ten failures", () => {
  test("is locked for fifteen minutes from the tenth on, however long the ten took", async () => {
    expect(await fail(9)).toBe(9);
    vi.setSystemTime(START + 2.9 * MINUTE);
    expect(await fail(1)).toBe(1);
    for (const minutes of [3.1, 10, 17.8]) {
      vi.setSystemTime(START + minutes * MINUTE);
      expect(await maySignIn(name, from(0)), `after ${minutes} minutes`).toBe(false);
    }
    vi.setSystemTime(START + 18.1 * MINUTE);
    expect(await maySignIn(name, from(0))).toBe(true);
  });

  test("has had ten passwords looked at, also where a hundred came at once", async () => {
    expect(await fail(100)).toBe(10);
  });

  test("is free again after a reset; a sign-in before that begins the count anew", async () => {
    await fail(9);
    await unlock(name);
    expect(await fail(20)).toBe(10);
    await unlock(name);
    expect(await maySignIn(name, from(0))).toBe(true);
  });
});

test("tries for which the server was too busy are none", async () => {
  for (let tries = 0; tries < 30; tries += 1) {
    expect(await maySignIn(name, from(tries))).toBe(true);
    await takeBack(name);
  }
});

test("thirty failures from one address, or from one line of IPv6, make it wait five minutes", async () => {
  for (const ip of [() => "203.0.113.5", (place: number) => `2001:db8:7:9::${place.toString(16)}`]) {
    vi.setSystemTime(START);
    for (let place = 0; place < 30; place += 1) {
      name = `somebody${place}@people.example`;
      await unlock(name);
      expect(await fail(1, () => ip(place))).toBe(1);
    }
    vi.setSystemTime(START + 4.9 * MINUTE);
    expect(await maySignIn("lee@people.example", ip(77))).toBe(false);
    vi.setSystemTime(START + 5.6 * MINUTE);
    expect(await maySignIn("lee@people.example", ip(77))).toBe(true);
    await unlock("lee@people.example");
  }
});

test("what is limited a client is limited a line of IPv6, not an address of it", async () => {
  const rule = { points: 2, seconds: 60 };
  const use = (ip: string) => withinLimit("messages", ip, rule);
  expect(await use("2001:db8:1:2::1")).toBe(true);
  expect(await use("2001:db8:1:2:ffff::9")).toBe(true);
  expect(await use("2001:0DB8:1:2::3")).toBe(false);
  expect(await use("2001:db8:1:3::1")).toBe(true);
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
  expect(networkOf(ip)).toBe(network);
});
