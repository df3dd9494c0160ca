import { setImmediate as nextTurn } from "node:timers/promises";

/** How long one piece of work may hold the event loop. */
const SLICE_MS = 6;

/**
 * For long loops in a request: await the returned function after each step. It yields only if the event loop was held
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
