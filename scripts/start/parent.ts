import { closeSync, openSync } from "node:fs";

const LOOK_EVERY_MS = 1_000;

/** Stops this process once its parent is gone: npm passes on TERM and INT, and no other signal. */
export function stopWithParent(isOver: () => boolean = () => false): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || isOver()) process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS).unref();
}

/**
 * Tells whether a terminal started this process: SIGHUP then means that it was closed, and otherwise comes from an
 * operator.
 */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
