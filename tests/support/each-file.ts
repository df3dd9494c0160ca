import { vi } from "vitest";

/**
 * Runs before each test file of the project `app`, whose files share a process with the libraries that they load: a
 * process a file would spend most of its time on loading them. What is ours is loaded anew, with the environment that
 * the process started with, so no file finds another's settings, databases or mocks.
 */
const shared = globalThis as { environmentAtStart?: NodeJS.ProcessEnv };
shared.environmentAtStart ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in shared.environmentAtStart)) delete process.env[name];
Object.assign(process.env, shared.environmentAtStart);
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllGlobals();
vi.resetModules();
