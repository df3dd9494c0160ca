/** `npm start`: supervises the processes that `npm run build` has built. */
import { builtPrograms } from "./start/processes.ts";
import { run } from "./start/run.ts";

await run(builtPrograms);
