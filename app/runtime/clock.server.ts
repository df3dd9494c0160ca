import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";

/** Contains the offset of the demo's clock in milliseconds; one file, so that all processes agree. */
export const clockFile = (dataDir: string) => join(dataDir, "clock-offset");

let seen = { mtimeMs: -1, offset: 0 };

/** Returns the product's current time. Outside production `/sandbox/clock` can move it forward. */
export function now(): Date {
  const { production, dataDir } = env();
  return production ? new Date() : new Date(Date.now() + demoOffset(dataDir));
}

/** Returns `now()` as ISO-8601 UTC text, as tables store it. */
export const nowIso = () => now().toISOString();

/** Returns the time by which the file system dates files: the machine's, even if a demo's clock was moved. */
export const fileTime = (): Date => new Date();

/** Returns the machine's time, for its log and its metrics. */
export const machineNow = (): Date => new Date();

function demoOffset(dataDir: string): number {
  const file = clockFile(dataDir);
  const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (mtimeMs !== seen.mtimeMs) {
    const offset = mtimeMs === 0 ? 0 : Number(readFileSync(file, "utf8"));
    seen = { mtimeMs, offset: Number.isFinite(offset) ? offset : 0 };
  }
  return seen.offset;
}
