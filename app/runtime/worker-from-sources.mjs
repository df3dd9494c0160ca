// First file of a worker that runs from sources (tests, the dev server): hooks for TypeScript do not reach threads.
import { workerData } from "piscina";
import { register } from "tsx/esm/api";

register();
const { default: entry } = await import(workerData.entry);
export default entry;
