import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { holdLock } from "#app/db/sqlite.server.ts";
import { log } from "#app/observability/log.server.ts";
import type { WorkerPool } from "#app/runtime/worker-pool.server.ts";
import type { ScriptTask, ValueOf } from "../workers/tasks.ts";
import { scriptsPool } from "../workers/worker-pool.ts";

/** Interval at which the jobs process checks whether a copy round is due. */
export const COPY_TURN_MS = 5_000;
/** Time from the start of a round to the next: a write just after its file was checked waits this long. */
const LOOK_EVERY_MS = 20_000;
/** Longest interval if rounds take seconds, such as for a large control database: they get a tenth of the time. */
const LONGEST_BETWEEN_MS = 36_000;
/** Longest pause for a target that refuses or is full. */
const LONGEST_PAUSE_MS = 2 * 60_000;

let lock: (() => void) | null = null;
let pool: WorkerPool<ScriptTask<"copy">, ValueOf<"copy">> | undefined;
let failures = 0;
let pausedUntil = 0;
let reported = "";

/**
 * Takes the lock: only one process copies a data folder; another one continues when it ends.
 * @returns null while another one holds it
 */
export function holdCopyLock(dataDir: string): (() => void) | null {
  mkdirSync(dataDir, { recursive: true });
  return holdLock(join(dataDir, "copy.lock"));
}

/** Runs the jobs process's copy round in a thread of its own, so that no job waits for a disk. */
export async function copyDue({ dataDir, copyTo }: Env, signal: AbortSignal): Promise<void> {
  if (!copyTo || performance.now() < pausedUntil) return;
  lock ??= holdCopyLock(dataDir);
  if (!lock) return;
  const began = performance.now();
  pool ??= scriptsPool<"copy">(1);
  try {
    const { failed } = await pool.run({ name: "copy", item: { dataDir, target: copyTo } }, { signal });
    failures = 0;
    const tenfold = 10 * (performance.now() - began);
    pausedUntil = began + Math.min(Math.max(LOOK_EVERY_MS, tenfold), LONGEST_BETWEEN_MS);
    report(failed);
  } catch (error) {
    // Stopping in the middle leaves the last whole copy.
    if (signal.aborted) return;
    failures += 1;
    pausedUntil = performance.now() + Math.min(LOOK_EVERY_MS * (2 ** failures - 1), LONGEST_PAUSE_MS);
    throw error;
  }
}

/** Logs a line for each change in what cannot be copied. */
function report(failed: readonly { name: string; problem: string }[]): void {
  const now = JSON.stringify(failed);
  if (now === reported) return;
  const was = reported;
  reported = now;
  if (failed.length > 0) log.error({ event: "copy lacks files", failed }, "some files cannot be copied");
  else if (was) log.info({ event: "copy whole" }, "every file is copied again");
}

/** Ends the thread and lets another process copy. */
export async function stopCopying(): Promise<void> {
  await pool?.close();
  pool = undefined;
  lock?.();
  lock = null;
}
