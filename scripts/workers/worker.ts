/** Worker of the scripts' pool. */
import { workerEntry } from "#app/runtime/worker-pool.server.ts";
import { runTask, type ScriptTask } from "./tasks.ts";

export default workerEntry((task: ScriptTask) => runTask(task));
