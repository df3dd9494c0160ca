/** `npm start`: supervises the processes that `npm run build` has built. */
import { stopWithParent } from "./start/parent.ts";
import { builtPrograms } from "./start/processes.ts";
import { run } from "./start/run.ts";

// Without npm, as in a container or a service, a parent that ends is nothing to stop for.
if (process.env.npm_lifecycle_event) stopWithParent();
await run(builtPrograms);
