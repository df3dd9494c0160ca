/** One thread of the crew: does what it is given and says how it went. */
import { parentPort } from "node:worker_threads";
import type { Task, TaskOf } from "./tasks.ts";
import { doOne } from "./worker-pool.ts";

parentPort?.on("message", async ({ name, batch }: { name: Task; batch: TaskOf<Task>[] }) => {
  const done = [];
  for (const item of batch) done.push(await doOne(name, item));
  parentPort?.postMessage(done);
});
