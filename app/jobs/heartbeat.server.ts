import { closeSync, existsSync, openSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { log } from "#app/observability/log.server.ts";

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

/** The file is there but for the first time; touching it needs neither room on the disk nor a descriptor. */
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
 * Seconds since the last beat, or null where no jobs process has ever run on this folder. A beat from the future is
 * as bad as an old one: the machine's clock was set back, and who is well has beaten again since.
 */
export function secondsSinceBeat(dataDir: string): number | null {
  const stat = statSync(heartbeatFile(dataDir), { throwIfNoEntry: false });
  return stat ? Math.abs(Date.now() - stat.mtimeMs) / 1000 : null;
}
