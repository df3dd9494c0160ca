import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { BUILT_PROCESSES, isBuilt } from "../build/fresh.mjs";
import { type Answer, type Task, type TaskOf, tasks } from "./tasks.ts";

/** Starting a thread costs as much as this many files: fewer are done here. */
const WORTH_A_CREW = 64;
/** So many files a message: one at a time would keep the main thread busy with posting. */
const HANDFUL = 8;

export type Done<Name extends Task> =
  | { item: TaskOf<Name>; value: Answer<Name> }
  | { item: TaskOf<Name>; error: string };

/**
 * Does one task for many files, in parallel worker threads where it is worth it, and goes on past what fails.
 * Files are waited for as much as computed with, so there are more threads than cores.
 * @param hear is told of each as it is done, in no particular order.
 */
export async function inParallel<Name extends Task>(
  name: Name,
  items: TaskOf<Name>[],
  hear: (done: Done<Name>) => void,
  threads = Math.min(2 * availableParallelism(), 16),
): Promise<void> {
  if (items.length < WORTH_A_CREW || threads < 2) {
    for (const item of items) hear(await doOne(name, item));
    return;
  }
  const queue = items.values();
  const file = threadFile();
  await Promise.all(Array.from({ length: threads }, () => employ(file, name, queue, hear)));
}

/** What a thread runs: as it was built, where that is what the sources say, in a quarter of the time. */
function threadFile(): URL {
  const root = new URL("../../", import.meta.url);
  return isBuilt(fileURLToPath(root))
    ? new URL(`${BUILT_PROCESSES}/crew.js`, root)
    : new URL("./thread.mjs", import.meta.url);
}

function employ<Name extends Task>(
  file: URL,
  name: Name,
  queue: IterableIterator<TaskOf<Name>>,
  hear: (done: Done<Name>) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(file, { execArgv: [] });
    const next = () => {
      const batch = take(queue, HANDFUL);
      if (batch.length > 0) worker.postMessage({ name, batch });
      else void worker.terminate().then(() => resolve());
    };
    worker.on("message", (done: Done<Name>[]) => {
      for (const each of done) hear(each);
      next();
    });
    worker.once("error", reject);
    next();
  });
}

function take<T>(queue: IterableIterator<T>, most: number): T[] {
  const taken: T[] = [];
  while (taken.length < most) {
    const { done, value } = queue.next();
    if (done) break;
    taken.push(value);
  }
  return taken;
}

/** A failure is an answer too, in words: errors lose their class on the way between threads. */
export async function doOne<Name extends Task>(name: Name, item: TaskOf<Name>): Promise<Done<Name>> {
  try {
    const work = tasks[name] as (item: TaskOf<Name>) => Promise<Answer<Name>>;
    return { item, value: await work(item) };
  } catch (error) {
    return { item, error: formatError(error) };
  }
}

/** What went wrong, with its cause: ClubUnavailable alone says little. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
