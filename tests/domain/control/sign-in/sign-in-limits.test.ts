import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "goodside-sign-in-limits-"));
process.env.APP_MODE = "test";
process.env.DATA_DIR = dataDir;
const { cancelAttempt, clearFailedAttempts, pauseBefore, recordFailedAttempt, startSignInAttempt } =
  await import("#app/domain/control/sign-in/sign-in-limits.server.ts");
const { closeLimits } = await import("#app/db/storage/limits.server.ts");
const { SqliteFile } = await import("#app/db/sqlite.server.ts");

type Attempt = Parameters<typeof startSignInAttempt>[0];

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

/** Builds an attempt. Each test has networks of its own; `from(0)` and `from(1)` are two of them. */
const from = (index: number, more: Partial<Attempt> = {}): Attempt => ({
  name,
  passwordSince: "",
  ip: `198.51.${names}.${index}`,
  browser: null,
  ...more,
});
const browser = () => `browser-of-dana-${names}`;

/** Lets the pauses of attempts go by. */
async function passing<Result>(work: Promise<Result>): Promise<Result> {
  let done = false;
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) await vi.advanceTimersByTimeAsync(20);
  return finished;
}

const start = (attempt: Attempt) => passing(startSignInAttempt(attempt));

/** Fails at once with all of these. @returns how many passwords were looked at. */
async function fail(attempts: Attempt[]): Promise<number> {
  const tries = attempts.map(async (attempt) => {
    if (!(await startSignInAttempt(attempt))) return false;
    await recordFailedAttempt(attempt);
    return true;
  });
  return (await passing(Promise.all(tries))).filter(Boolean).length;
}
const times = (count: number, attempt: (index: number) => Attempt) =>
  Array.from({ length: count }, (_, index) => attempt(index));

// product/accounts.md#sign-in-limits
describe("ten failures under one name from one network", () => {
  test("ten failures under one name from one network lock the name there for fifteen minutes from the tenth, however long the ten took", async () => {
    expect(await fail(times(9, () => from(0)))).toBe(9);
    vi.setSystemTime(START + 2.9 * MINUTE);
    expect(await fail([from(0)])).toBe(1);
    for (const minutes of [3.1, 10, 17.8]) {
      vi.setSystemTime(START + minutes * MINUTE);
      expect(await start(from(0)), `after ${minutes} minutes`).toBe(false);
    }
    vi.setSystemTime(START + 18.2 * MINUTE);
    expect(await start(from(0))).toBe(true);
  });

  test("ten failures under one name from one network lock it nowhere else, and not for a browser that has signed in before", async () => {
    expect(await fail(times(12, () => from(0)))).toBe(10);
    expect(await start(from(1))).toBe(true);
    expect(await start(from(0, { browser: browser() }))).toBe(true);
    expect(await start(from(0))).toBe(false);
  });

  test("ten failures under one name from one network have ten passwords looked at, even when a hundred arrive at once", async () => {
    expect(await fail(times(100, () => from(0)))).toBe(10);
  });

  test("ten failures under one name from one network are forgotten everywhere once the account has a new password", async () => {
    await fail(times(10, () => from(0)));
    expect(await start(from(0, { passwordSince: "2026-11-21T12:01:00.000Z" }))).toBe(true);
  });

  test("ten failures under one name from one network count again from one after a sign-in", async () => {
    await fail(times(9, () => from(0)));
    await clearFailedAttempts(from(0));
    expect(await fail(times(20, () => from(0)))).toBe(10);
  });
});

test("a stranger's failures from everywhere cost the owner a pause and never the way in", async () => {
  const networks = times(200, (index) => from(0, { ip: `203.0.${names}.${index}` }));
  expect(await fail(networks.flatMap((attempt) => [attempt, attempt]))).toBe(400);
  const answers: string[] = [];
  const known = startSignInAttempt(from(0, { browser: browser() })).then((may) =>
    answers.push(`known ${may}`),
  );
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual(["known true"]);
  const owner = startSignInAttempt(from(0)).then((may) => answers.push(`owner ${may}`));
  await vi.advanceTimersByTimeAsync(3_999);
  expect(answers).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(answers).toEqual(["known true", "owner true"]);
  await Promise.all([known, owner]);
});

test("a known browser has ten failures of its own, wherever it is", async () => {
  const moving = (index: number) => from(index, { browser: browser() });
  expect(await fail(times(20, moving))).toBe(10);
  expect(await start(from(99, { browser: browser() }))).toBe(false);
  expect(await start(from(99))).toBe(true);
});

test("the pause grows by a quarter of a second to one second, and to four under attack", () => {
  expect([1, 3, 4, 5, 7, 10, 11, 14, 22, 500].map(pauseBefore)).toEqual([
    0, 0, 250, 500, 1_000, 1_000, 1_250, 2_000, 4_000, 4_000,
  ]);
});

test("attempts that a busy server turned away do not count", async () => {
  for (let attempts = 0; attempts < 40; attempts += 1) {
    expect(await start(from(0))).toBe(true);
    await cancelAttempt(from(0));
  }
});

describe("thirty failures from one client", () => {
  test.each([
    ["IPv4 address", () => `203.0.113.${names}`],
    ["IPv6 /64", (index: number) => `2001:db8:7:${names}::${index.toString(16)}`],
  ])("thirty failures from one client lock one %s for five minutes, under whatever names", async (_, ip) => {
    const spraying = (index: number) => from(0, { name: `somebody${index}@people.example`, ip: ip(index) });
    expect(await fail(times(30, spraying))).toBe(30);
    vi.setSystemTime(START + 4.9 * MINUTE);
    expect(await start(from(0, { ip: ip(77) }))).toBe(false);
    vi.setSystemTime(START + 5.6 * MINUTE);
    expect(await start(from(0, { ip: ip(77) }))).toBe(true);
  });

  test("thirty failures from one client are all that a hundred at once get", async () => {
    const spraying = (index: number) => from(0, { name: `many${index}@people.example` });
    expect(await fail(times(100, spraying))).toBe(30);
  });

  test("thirty failures from one client are not used up by a hundred who sign in at once with the right password", async () => {
    const signedIn = times(100, (index) => from(0, { name: `coach${index}@people.example` })).map(
      async (attempt) => {
        if (!(await startSignInAttempt(attempt))) return false;
        await new Promise((resolve) => setTimeout(resolve, 100));
        await clearFailedAttempts(attempt);
        return true;
      },
    );
    expect((await passing(Promise.all(signedIn))).filter(Boolean)).toHaveLength(100);
  });

  test("thirty failures from one client do not touch a browser that has signed in before", async () => {
    await fail(times(30, (index) => from(0, { name: `spray${index}@people.example` })));
    expect(await start(from(0))).toBe(false);
    expect(await start(from(0, { browser: browser() }))).toBe(true);
  });
});

/** Transactions that `work` writes to the file of limits: the last page of each says how long the file is then. */
async function commitsIn(work: () => Promise<unknown>): Promise<number> {
  const path = join(dataDir, "limits.sqlite");
  const other = new SqliteFile(path);
  other.pragma("wal_checkpoint(truncate)");
  await work();
  const log = readFileSync(`${path}-wal`);
  other.close();
  const [header, frame] = [32, 24 + log.readUInt32BE(8)];
  const frames = Array.from({ length: (log.length - header) / frame }, (_, n) => header + n * frame);
  return frames.filter((at) => log.readUInt32BE(at + 4) !== 0).length;
}

// A commit costs more than the counts in it, and everybody signs in at the same minute.
test.skipIf(process.env.TEST_DATABASE_URL)(
  "what a sign-in counts is one transaction before its password and one after",
  async () => {
    const attempt = from(1);
    expect(await commitsIn(() => start(attempt))).toBe(1);
    expect(await commitsIn(() => clearFailedAttempts(attempt))).toBe(1);
  },
);
