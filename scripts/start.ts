/** `npm start`: supervises the processes that `npm run build` has built. */
import { stopWithParent } from "./start/parent.ts";
import { builtPrograms } from "./start/processes.ts";
import { run } from "./start/run.ts";

// In a container or a service there is no npm, and the site outlives whatever started it.
if (process.env.npm_lifecycle_event) stopWithParent();
await run(builtPrograms);
