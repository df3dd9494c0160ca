import { retries } from "#app/observability/metrics.server.ts";
import { workerEntry } from "#app/runtime/worker-pool.server.ts";

const name = Math.random();
const hoarded: unknown[] = [];
const tasks = {
  echo: async (input: unknown) => input,
  whoAreYou: async () => name,
  wait: (ms: unknown) => new Promise((resolve) => setTimeout(() => resolve("waited"), Number(ms))),
  sizeOf: async (input: unknown) => (input as Uint8Array).length,
  count: async () => retries.inc({ of: "database" }, 2),
  die: async () => process.exit(3),
  hoard: async () => {
    for (;;) hoarded.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  },
  failAsClub: async () => {
    const { ClubUnavailable } = await import("#app/db/club-unavailable.server.ts");
    throw new ClubUnavailable("The file of LAKE is damaged", "lake", "damaged", {
      cause: new Error("btree"),
    });
  },
  failAsDisk: async () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  },
  failInWords: () => Promise.reject("words"),
};

/** A worker to test the pool: it echoes, waits, fails, dies, and exceeds its memory limit. */
export type TestTask = { name: keyof typeof tasks; input?: unknown };

export default workerEntry(({ name, input }: TestTask): Promise<unknown> => tasks[name](input));
