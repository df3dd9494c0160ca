import { afterEach, beforeEach, vi } from "vitest";

/** Detects the waits of `pauseBefore` in domain/control/sign-in: whole quarters of a second, at most four. */
const isPause = (ms: number | undefined) => ms !== undefined && ms >= 250 && ms <= 4_000 && ms % 250 === 0;

/**
 * Skips the pauses between failed sign-ins, in each test of a file. Their length is tested in
 * tests/domain/control/sign-in/sign-in-limits.test.ts.
 */
export function skipPauses(): void {
  const { setTimeout } = globalThis;
  beforeEach(() => {
    const soon = (work: () => void, ms?: number) => setTimeout(work, isPause(ms) ? 0 : ms);
    vi.stubGlobal("setTimeout", soon);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
}
