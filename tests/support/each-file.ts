import asyncHooks, { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import { vi } from "vitest";

/**
 * Runs before each test file of the projects `app`, `counting` and `browser`, whose files share a process with the
 * libraries that they load: a process per file would spend most of its time on loading them. Our own code is loaded
 * again, with the environment that the process started with, so no file finds another's settings, databases or mocks.
 */
const shared = globalThis as {
  environmentAtStart?: NodeJS.ProcessEnv;
  storages?: AsyncLocalStorage<unknown>[];
};
// A test has a database of its own: never the shell's.
delete process.env.DATABASE_URL;
shared.environmentAtStart ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in shared.environmentAtStart)) delete process.env[name];
Object.assign(process.env, shared.environmentAtStart);
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.resetModules();

// Up to Node 22 every promise checks every storage that was ever used: those of the files before, two for each, take a
// tenth of the time after 25 files. A storage that is used again returns automatically. Node 24 keeps them elsewhere,
// and its export is a getter.
if (shared.storages) {
  for (const storage of shared.storages.splice(0)) storage.disable();
} else if (Object.getOwnPropertyDescriptor(asyncHooks, "AsyncLocalStorage")?.writable) {
  const storages: AsyncLocalStorage<unknown>[] = [];
  shared.storages = storages;
  asyncHooks.AsyncLocalStorage = class<Store> extends AsyncLocalStorage<Store> {
    constructor() {
      super();
      storages.push(this as AsyncLocalStorage<unknown>);
    }
  };
  syncBuiltinESMExports();
}
