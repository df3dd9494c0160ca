import { closeSync, openSync } from "node:fs";

const LOOK_EVERY_MS = 1_000;

/** Stops this process once the one that started it is gone: npm passes on TERM and INT, and no other signal. */
export function stopWithParent(isOver: () => boolean = () => false): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || isOver()) process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS).unref();
}

/** Tells if a terminal started this process: SIGHUP then means that it was closed, and else comes from an operator. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
