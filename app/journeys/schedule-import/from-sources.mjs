// The thread where nothing is built (tests, the dev server): hooks for TypeScript do not cross into threads.
import { register } from "tsx/esm/api";

register();
await import("./import-thread.server.ts");
