import { readFileSync } from "node:fs";

/** What of a stall of the event loop the process itself made, and the whole of it, in milliseconds. */
export interface Stall {
  own: number;
  whole: number;
}

/**
 * Watches this thread's event loop, turn by turn. A turn's own time is what it took less what the thread stood in the
 * queue for a core, which on a machine that has other things to do says nothing of the program (Linux: schedstat).
 * @returns a function that ends it and tells the longest stall.
 */
export function watchStalls(): () => Stall {
  const longest: Stall = { own: 0, whole: 0 };
  let last = { at: performance.now(), queued: queuedMs() };
  const look = () => {
    const here = { at: performance.now(), queued: queuedMs() };
    const whole = here.at - last.at;
    longest.whole = Math.max(longest.whole, whole);
    longest.own = Math.max(longest.own, whole - (here.queued - last.queued));
    last = here;
  };
  const timer = setInterval(look, 1);
  return () => {
    look();
    clearInterval(timer);
    return longest;
  };
}

/** How long this process's first thread, the one of its event loop, has waited for a core so far. */
function queuedMs(): number {
  const [, queued = "0"] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
  return Number(queued) / 1e6;
}
