/** `npm start`: supervises the processes that `npm run build` has built. */
import { stopWithParent } from "./start/parent.ts";
import { builtPrograms } from "./start/processes.ts";
import { run } from "./start/run.ts";

// A container or a service has no npm, and there the site outlives its starter.
if (process.env.npm_lifecycle_event) stopWithParent();
await run(builtPrograms);
