import { setImmediate as nextTurn } from "node:timers/promises";

/** Longest time that one piece of work may hold the event loop. */
const SLICE_MS = 6;

/**
 * Returns a function to await after each step of a long loop in a request. It yields only if the event loop was held
 * for a whole slice, so calling it often is cheap.
 */
export function yieldToEventLoop(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
