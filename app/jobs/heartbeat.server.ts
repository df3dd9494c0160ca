import { closeSync, openSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";

/**
 * The jobs process touches a file while it is well, so that every other process can tell: one file, no write to a
 * database, and it works on a full disk. Wall time on purpose: the demo's clock is nobody's heartbeat.
 */
const heartbeatFile = (dataDir: string) => join(dataDir, "jobs.beat");

const BEAT_EVERY_MS = 2_000;
/** So long without a beat, and the jobs process is dead, stopped, or blocked. */
export const LATE_AFTER_SECONDS = 15;
/** One piece of work that takes longer is stuck (a promise that nobody keeps): the heart stops for it, too. */
const STUCK_AFTER_MS = 15 * 60_000;

export interface Heart {
  /** Says what is being worked on, or null between two pieces of work. */
  works(on: string | null): void;
  stop(): void;
}

/** Starts the heart of the jobs process. @param stuck hears once of each piece of work that takes too long. */
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

function beat(dataDir: string): void {
  const file = heartbeatFile(dataDir);
  closeSync(openSync(file, "a"));
  const at = Date.now() / 1000;
  utimesSync(file, at, at);
}

/** Seconds since the last beat, or null where no jobs process has ever run on this folder. */
export function secondsSinceBeat(dataDir: string): number | null {
  const stat = statSync(heartbeatFile(dataDir), { throwIfNoEntry: false });
  return stat ? Math.max(0, (Date.now() - stat.mtimeMs) / 1000) : null;
}
