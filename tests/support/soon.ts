import { vi } from "vitest";

/** Looks again until it is so, for as long as a busy machine may need. */
export const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000 });
