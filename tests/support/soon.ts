import { vi } from "vitest";

/** Polls until the check passes. */
export const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 10_000 });
