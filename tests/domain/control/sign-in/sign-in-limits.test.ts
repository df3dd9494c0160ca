import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-sign-in-limits-"));
process.env.APP_MODE = "test";
process.env.DATA_DIR = dataDir;
const { cancelAttempt, clearFailedAttempts, recordFailedAttempt, startSignInAttempt } = await import(
  "#app/domain/control/sign-in/sign-in-limits.server.ts"
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

/** Any number of addresses, as an attacker has. */
const from = (index: number) => `198.51.${100 + Math.floor(index / 200)}.${index % 200}`;
async function fail(times: number, ip = from): Promise<number> {
  const tries = Array.from({ length: times }, async (_, index) => {
    if (!(await startSignInAttempt(name, ip(index)))) return false;
    const recorded = recordFailedAttempt(name, ip(index));
    await vi.advanceTimersByTimeAsync(1_000);
    await recorded;
    return true;
  });
  return (await Promise.all(tries)).filter(Boolean).length;
}

describe("a name with ten failures", () => {
  test("is locked for fifteen minutes from the tenth, however long the ten took", async () => {
    expect(await fail(9)).toBe(9);
    vi.setSystemTime(START + 2.9 * MINUTE);
    expect(await fail(1)).toBe(1);
    for (const minutes of [3.1, 10, 17.8]) {
      vi.setSystemTime(START + minutes * MINUTE);
      expect(await startSignInAttempt(name, from(0)), `after ${minutes} minutes`).toBe(false);
    }
    vi.setSystemTime(START + 18.1 * MINUTE);
    expect(await startSignInAttempt(name, from(0))).toBe(true);
  });

  test("has ten passwords checked, even when a hundred arrive at once", async () => {
    expect(await fail(100)).toBe(10);
  });

  test("is unlocked by a reset; a sign-in before that restarts the count", async () => {
    await fail(9);
    await clearFailedAttempts(name);
    expect(await fail(20)).toBe(10);
    await clearFailedAttempts(name);
    expect(await startSignInAttempt(name, from(0))).toBe(true);
  });
});

test("attempts that a busy server turned away do not count", async () => {
  for (let attempts = 0; attempts < 30; attempts += 1) {
    expect(await startSignInAttempt(name, from(attempts))).toBe(true);
    await cancelAttempt(name);
  }
});

test("thirty failures from one IPv4 address or one IPv6 /64 lock it for five minutes", async () => {
  for (const ip of [() => "203.0.113.5", (index: number) => `2001:db8:7:9::${index.toString(16)}`]) {
    vi.setSystemTime(START);
    for (let index = 0; index < 30; index += 1) {
      name = `somebody${index}@people.example`;
      await clearFailedAttempts(name);
      expect(await fail(1, () => ip(index))).toBe(1);
    }
    vi.setSystemTime(START + 4.9 * MINUTE);
    expect(await startSignInAttempt("lee@people.example", ip(77))).toBe(false);
    vi.setSystemTime(START + 5.6 * MINUTE);
    expect(await startSignInAttempt("lee@people.example", ip(77))).toBe(true);
    await clearFailedAttempts("lee@people.example");
  }
});
