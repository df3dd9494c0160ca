const STOP_WITHIN_MS = 9_800;

/**
 * Runs `work` on SIGTERM, SIGINT, SIGHUP or the supervisor's death, then exits, after ten seconds at the latest.
 * @param hangUp runs on SIGHUP instead
 */
export function onStop(work: () => Promise<void>, hangUp?: () => void): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await work();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  process.on("SIGHUP", hangUp ?? stop);
  onParentExit(stop);
}

/** Calls back when the parent process has died, even before this call. A process without an IPC parent never does. */
function onParentExit(then: () => unknown): void {
  process.on("disconnect", then);
  if (process.connected === false) then();
}
