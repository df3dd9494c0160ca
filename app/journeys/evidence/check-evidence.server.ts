import type { ControlDb } from "#app/db/control/schema.ts";
import type { EvidenceReport, ReadEvidence } from "#app/domain/club/evidence/read-evidence-file.server.ts";
import { isKnownHead } from "#app/domain/control/evidence/evidence-heads.server.ts";
import { WorkerPool } from "#app/runtime/worker-pool.server.ts";

/** Files that one process checks at a time, the one in the worker and the next. */
const MOST_AT_ONCE = 2;
/** Longest time to the answer, with the file before it. The largest export that may be checked takes 4 s. */
const LONGEST_MS = 20_000;

let running = 0;
const fromSources = /\.ts\b/.test(import.meta.url);
const pool = new WorkerPool<string, ReadEvidence>({
  entry: new URL(fromSources ? "./check-worker.server.ts" : "../processes/evidence.js", import.meta.url),
  threads: 1,
  memoryMb: 256,
});

/** Closes the pool in a graceful stop: the file in the worker is finished first. */
export const closeCheckPool = () => pool.close();

export type CheckedEvidence =
  | {
      ok: true;
      report: EvidenceReport /** Its last record is the newest that the platform has seen. */;
      newest: boolean;
    }
  | Extract<ReadEvidence, { ok: false }>
  /** `busy`: other files are being checked. `too-long`: it was given up, or the client is gone. */
  | { ok: false; problem: "busy" | "too-long" };

/** Tells whether another file would be checked now. */
export const mayCheckAnother = () => running < MOST_AT_ONCE;

/**
 * Checks an uploaded export or PDF; no club's file is opened for it (product/evidence.md#evidence-exports).
 * @param gone aborted when the client has left
 */
export async function checkEvidence(
  control: ControlDb,
  path: string,
  gone: AbortSignal,
): Promise<CheckedEvidence> {
  if (!mayCheckAnother()) return { ok: false, problem: "busy" };
  running += 1;
  const signal = AbortSignal.any([gone, AbortSignal.timeout(LONGEST_MS)]);
  try {
    const read = await pool.run(path, { signal });
    if (!read.ok) return read;
    const { report } = read;
    const whole = report.problemCount === 0;
    const newest =
      whole && report.head !== null && (await isKnownHead(control, report.subject.club.code, report.head));
    return { ok: true, report, newest };
  } catch (error) {
    if (signal.aborted) return { ok: false, problem: "too-long" };
    throw error;
  } finally {
    running -= 1;
  }
}
