import { setImmediate as nextTurn } from "node:timers/promises";

/** How long one piece of work may hold the event loop before others get their turn. */
const SLICE_MS = 6;

/**
 * For long loops in a request: await the returned function after each step. It lets other requests run whenever
 * this one has held the event loop for a slice of time; otherwise it costs next to nothing.
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
