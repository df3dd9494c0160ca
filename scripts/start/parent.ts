import { closeSync, openSync } from "node:fs";

const LOOK_EVERY_MS = 1_000;

/** Stops this process once the one that started it is gone: npm passes on TERM and INT, and no other signal. */
export function stopWithParent(isOver: () => boolean = () => false): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || isOver()) process.kill(process.pid, "SIGTERM");
  }, LOOK_EVERY_MS).unref();
}

/** Whether a terminal started this process: its SIGHUP means that the terminal was closed, any other an operator's. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}
