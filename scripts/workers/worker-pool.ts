import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { WorkerPool } from "#app/runtime/worker-pool.server.ts";
import { BUILT_PROCESSES, isBuilt } from "../build/fresh.mjs";
import { type ItemOf, runTask, type ScriptTask, type TaskName, type ValueOf } from "./tasks.ts";

/** Starting a worker costs as much as this many files: fewer are done in this thread. */
const WORTH_A_POOL = 64;

export type Done<Name extends TaskName> =
  | { item: ItemOf<Name>; value: ValueOf<Name> }
  | { item: ItemOf<Name>; error: string };

/**
 * Runs one task for many files, in parallel workers if it is worth it, and continues past failures. Workers wait for
 * the disk as much as they compute, so there are more of them than cores.
 * @param onDone called for each file as it is done, in no particular order.
 */
export async function inParallel<Name extends TaskName>(
  name: Name,
  items: ItemOf<Name>[],
  onDone: (done: Done<Name>) => void,
  threads = Math.min(2 * availableParallelism(), 16),
): Promise<void> {
  const run = async (item: ItemOf<Name>, task: typeof runTask<Name>) => {
    const done = task({ name, item }).then(
      (value) => ({ item, value }),
      (error: unknown) => ({ item, error: formatError(error) }),
    );
    onDone(await done);
  };
  if (items.length < WORTH_A_POOL || threads < 2) {
    for (const item of items) await run(item, runTask);
    return;
  }
  await withWorkers<Name>(threads, (task) => Promise.all(items.map((item) => run(item, task))));
}

/** Runs `work` with a pool for one kind of task. */
export async function withWorkers<Name extends TaskName>(
  threads: number,
  work: (run: typeof runTask<Name>) => Promise<unknown>,
): Promise<void> {
  const pool = scriptsPool<Name>(threads);
  try {
    await work((task) => pool.run(task));
  } finally {
    await pool.close();
  }
}

/** Creates a pool for one kind of task. A built worker starts in a quarter of the time. */
export function scriptsPool<Name extends TaskName>(
  threads: number,
): WorkerPool<ScriptTask<Name>, ValueOf<Name>> {
  const root = new URL("../../", import.meta.url);
  const entry = isBuilt(fileURLToPath(root))
    ? new URL(`${BUILT_PROCESSES}/scripts-worker.js`, root)
    : new URL("./worker.ts", import.meta.url);
  return new WorkerPool({ entry, threads });
}

/** Formats an error with its cause: ClubUnavailable alone is too vague. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
