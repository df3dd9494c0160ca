// The first file of a thread, in plain JavaScript: hooks for TypeScript do not cross into threads by themselves.
import { register } from "tsx/esm/api";

register();
await import("./worker.ts");
