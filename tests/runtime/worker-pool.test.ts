import { setFlagsFromString } from "node:v8";
import { afterEach, expect, test } from "vitest";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import { readMetrics } from "#app/observability/metrics.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { WorkerDied, WorkerPool } from "#app/runtime/worker-pool.server.ts";
import type { TestTask } from "./worker.ts";

// A thread over its limit may take 16 MB more until it is ended; with the tests' larger space for young objects, one
// collection could move enough to end the whole process.
setFlagsFromString("--max-semi-space-size=16");
const entry = new URL("./worker.ts", import.meta.url);
const pool = new WorkerPool<TestTask, unknown>({
  entry,
  threads: 1,
  memoryMb: 64,
  errorClasses: { ClubUnavailable },
});
afterEach(() => pool.close());
const run = (name: TestTask["name"], input?: unknown) => pool.run({ name, input });

test("one worker does one task after the other, and a new one takes over after a close", async () => {
  const order: string[] = [];
  const noted = (name: string, work: Promise<unknown>) => work.finally(() => order.push(name));
  const [first] = await Promise.all([
    run("whoAreYou"),
    noted("slow", run("wait", 50)),
    noted("second", run("echo")),
    noted("third", run("echo")),
  ]);
  expect(order).toEqual(["slow", "second", "third"]);
  expect(await run("whoAreYou")).toBe(first);
  await pool.close();
  expect(await run("whoAreYou")).not.toBe(first);
});

test("closing waits for running and waiting tasks", async () => {
  const work = [run("wait", 50), run("wait", 10)];
  await pool.close();
  expect(await Promise.all(work)).toEqual(["waited", "waited"]);
});

test.each(["die", "hoard"] as const)(
  "a worker that dies (%s) fails its one task, as 503; those that wait are done by a new worker",
  async (how) => {
    const [dead, next, last] = await Promise.allSettled([run(how), run("echo", "next"), run("echo", "last")]);
    expect(dead).toMatchObject({ status: "rejected", reason: expect.any(WorkerDied) });
    expect(outOfResourcesStatus((dead as PromiseRejectedResult).reason)).toBe(503);
    expect(next).toEqual({ status: "fulfilled", value: "next" });
    expect(last).toEqual({ status: "fulfilled", value: "last" });
  },
);

test("a task that is given up ends with its worker, and the next one is done", async () => {
  const given = new AbortController();
  const stuck = pool.run({ name: "wait", input: 3_600_000 }, { signal: given.signal });
  const next = run("echo", "next");
  given.abort();
  await expect(stuck).rejects.toBeInstanceOf(WorkerDied);
  expect(await next).toBe("next");
});

test("every task fails if no worker can start, instead of waiting forever", async () => {
  const broken = new WorkerPool({ entry: new URL("./no-such-worker.ts", import.meta.url), threads: 2 });
  const tasks = Array.from({ length: 6 }, () => broken.run(null));
  for (const result of await Promise.allSettled(tasks)) {
    expect(result).toMatchObject({ status: "rejected", reason: expect.any(WorkerDied) });
  }
  await broken.close();
});

test("errors keep what callers read from them: a club that is down, a full disk, a cause", async () => {
  const down = run("failAsClub");
  await expect(down).rejects.toBeInstanceOf(ClubUnavailable);
  await expect(down).rejects.toMatchObject({
    name: "ClubUnavailable",
    code: "lake",
    reason: "damaged",
    message: "The file of LAKE is damaged",
    stack: expect.stringContaining("worker.ts"),
    cause: { message: "btree" },
  });
  const full = await run("failAsDisk").catch((error) => error);
  expect(outOfResourcesStatus(full)).toBe(507);
  await expect(run("failInWords")).rejects.toMatchObject({ message: "words" });
});

test("bytes are transferred in both directions, not copied", async () => {
  const bytes = new Uint8Array(1_000);
  expect(await pool.run({ name: "sizeOf", input: bytes }, { transfer: [bytes.buffer] })).toBe(1_000);
  expect(bytes.length).toBe(0);
  expect(await run("echo", new Uint8Array([1, 2, 3]))).toEqual(new Uint8Array([1, 2, 3]));
});

test("a worker's counts are counted once, by the process", async () => {
  const total = async () => {
    const retries = (await readMetrics()).find(({ name }) => name === "goodside_retries_total");
    return (retries?.values ?? []).reduce((sum, { value }) => sum + value, 0);
  };
  const before = await total();
  await run("count");
  await run("echo");
  expect((await total()) - before).toBe(2);
});
