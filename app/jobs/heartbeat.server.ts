import { closeSync, existsSync, openSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { log } from "#app/observability/log.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";

/**
 * Returns the file that the jobs process touches while it is healthy: that needs no database and works on a full disk.
 * Uses wall time, since the demo's clock can be moved.
 */
const heartbeatFile = (dataDir: string) => join(dataDir, "jobs.beat");

const BEAT_EVERY_MS = 2_000;
/** Seconds without a beat after which the jobs process is dead, stopped or blocked. */
export const LATE_AFTER_SECONDS = 15;
/** Time after which work counts as stuck (a promise that never settles) and stops the heartbeat, too. */
export const STUCK_AFTER_MS = 15 * MINUTE_MS;

export interface Heart {
  /** Sets the current work, or null between two pieces of work. */
  works(on: string | null): void;
  stop(): void;
}

/** Starts the heartbeat. @param stuck is called once for each piece of work that takes too long. */
export function startHeart(dataDir: string, stuck: (work: string) => void): Heart {
  let work: { on: string; since: number } | null = null;
  const timer = setInterval(() => {
    if (work && performance.now() - work.since > STUCK_AFTER_MS) {
      if (Number.isFinite(work.since)) stuck(work.on);
      work.since = Number.NEGATIVE_INFINITY;
    } else beat(dataDir);
  }, BEAT_EVERY_MS);
  beat(dataDir);
  return {
    works: (on) => {
      work = on === null ? null : { on, since: performance.now() };
    },
    stop: () => clearInterval(timer),
  };
}

/** Touches the heartbeat file: touching an existing one needs neither disk space nor a descriptor. */
function beat(dataDir: string): void {
  const file = heartbeatFile(dataDir);
  const at = Date.now() / 1000;
  try {
    if (!existsSync(file)) closeSync(openSync(file, "a"));
    utimesSync(file, at, at);
  } catch (error) {
    log.error({ err: error }, "the heartbeat of the jobs process cannot be written");
  }
}

/**
 * Seconds since the last beat, or null if no jobs process has run on this folder. A beat from the future counts as
 * old: the clock was set back, and a healthy process would have beaten since.
 */
export function secondsSinceBeat(dataDir: string): number | null {
  const stat = statSync(heartbeatFile(dataDir), { throwIfNoEntry: false });
  return stat ? Math.abs(Date.now() - stat.mtimeMs) / 1000 : null;
}
