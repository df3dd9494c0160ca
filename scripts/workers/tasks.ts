/**
 * What the crew can do with one file. Each takes and gives plain values: they cross between threads. Each is loaded
 * when it is first done: a thread does one of them.
 */
export const tasks = {
  backUp: async (item: TaskOf<"backUp">) => (await import("../backup/one.ts")).backUpOne(item),
  migrate: async (item: TaskOf<"migrate">) => (await import("../migrate/one.ts")).migrateOne(item),
  fetch: async (item: TaskOf<"fetch">) => (await import("../restore/fetch.ts")).fetchCopy(item),
  verify: async (item: TaskOf<"verify">) => (await import("../verify/one.ts")).verifyOne(item),
};

interface Work {
  backUp: typeof import("../backup/one.ts").backUpOne;
  migrate: typeof import("../migrate/one.ts").migrateOne;
  fetch: typeof import("../restore/fetch.ts").fetchCopy;
  verify: typeof import("../verify/one.ts").verifyOne;
}

export type Task = keyof Work;
export type TaskOf<Name extends Task> = Parameters<Work[Name]>[0];
export type Answer<Name extends Task> = Awaited<ReturnType<Work[Name]>>;
