// A worker's first file where nothing is built (tests, the dev server): hooks for TypeScript do not cross into threads.
import { workerData } from "piscina";
import { register } from "tsx/esm/api";

register();
const { default: entry } = await import(workerData.entry);
export default entry;
