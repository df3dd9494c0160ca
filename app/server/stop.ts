const PATIENCE_MS = 9_800;

/** Runs `work` once on SIGTERM, SIGINT or when the supervisor is gone, then ends the process within ten seconds. */
export function onStop(work: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await work();
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  whenAlone(stop);
}

/**
 * Calls back when whoever started this process is gone, also where that happened while it was still loading: nobody
 * else would end it. A process that was started by hand has nobody to lose.
 */
export function whenAlone(then: () => unknown): void {
  process.on("disconnect", then);
  if (process.connected === false) then();
}
