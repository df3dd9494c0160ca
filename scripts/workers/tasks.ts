/**
 * Tasks of the pool on one file or share. Input and output are plain values that cross between threads. A task's module
 * is loaded when it first runs: a worker needs one of them.
 */
const tasks = {
  backUp: async (item: ItemOf<"backUp">) => (await import("../backup/one.ts")).backUpOne(item),
  migrate: async (item: ItemOf<"migrate">) => (await import("../migrate/one.ts")).migrateOne(item),
  fetch: async (item: ItemOf<"fetch">) => (await import("#app/db/fetch-copy.server.ts")).fetchCopy(item),
  verify: async (item: ItemOf<"verify">) => (await import("../verify/one.ts")).verifyOne(item),
  copy: async (item: ItemOf<"copy">) => (await import("../copy/round.ts")).copyRound(item),
  seed: async (item: ItemOf<"seed">) => (await import("../seed/write-clubs.ts")).writeClubs(item),
};

interface Work {
  backUp: typeof import("../backup/one.ts").backUpOne;
  migrate: typeof import("../migrate/one.ts").migrateOne;
  fetch: typeof import("#app/db/fetch-copy.server.ts").fetchCopy;
  verify: typeof import("../verify/one.ts").verifyOne;
  copy: typeof import("../copy/round.ts").copyRound;
  seed: typeof import("../seed/write-clubs.ts").writeClubs;
}

export type TaskName = keyof Work;
export type ItemOf<Name extends TaskName> = Parameters<Work[Name]>[0];
export type ValueOf<Name extends TaskName> = Awaited<ReturnType<Work[Name]>>;

export interface ScriptTask<Name extends TaskName = TaskName> {
  name: Name;
  item: ItemOf<Name>;
}

export function runTask<Name extends TaskName>({ name, item }: ScriptTask<Name>): Promise<ValueOf<Name>> {
  const task = tasks[name] as (item: ItemOf<Name>) => Promise<ValueOf<Name>>;
  return task(item);
}
