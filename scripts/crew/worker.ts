/** One thread of the crew: does what it is given and says how it went. */
import { parentPort } from "node:worker_threads";
import { doOne } from "./crew.ts";
import type { Task, TaskOf } from "./tasks.ts";

parentPort?.on("message", async ({ name, batch }: { name: Task; batch: TaskOf<Task>[] }) => {
  const done = [];
  for (const item of batch) done.push(await doOne(name, item));
  parentPort?.postMessage(done);
});
