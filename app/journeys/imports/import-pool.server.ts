import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { ClubFiles } from "#app/db/clubs.server.ts";
import { WorkerPool } from "#app/runtime/worker-pool.server.ts";
import type { ImportAnswer, ImportTask, ImportWork } from "./import-tasks.server.ts";

export interface ImportWorkerTask<Name extends ImportTask = ImportTask> {
  folder: string;
  code: string;
  name: Name;
  work: ImportWork<Name>;
}

/** Holds the 5,000,000 cells that are read of a file at most. */
const MEMORY_MB = 1_536;

// Built, this module is part of build/server/index.js, and scripts/build/processes.ts has built the worker.
const fromSources = /\.ts\b/.test(import.meta.url);
const pool = new WorkerPool<ImportWorkerTask, unknown>({
  entry: new URL(fromSources ? "./import-worker.server.ts" : "../processes/imports.js", import.meta.url),
  threads: 1,
  memoryMb: MEMORY_MB,
  errorClasses: { ClubUnavailable },
});

/**
 * Runs an import's task in this process's import worker, which opens the club's file by itself.
 * @param code of the club whose handle the guard gave to the caller.
 * @throws ClubUnavailable, WorkerDied, and what the task throws
 */
export async function runInImportWorker<Name extends ImportTask>(
  clubs: ClubFiles,
  code: string,
  name: Name,
  work: ImportWork<Name>,
): Promise<ImportAnswer<Name>> {
  const transfer: ArrayBuffer[] = [];
  if ("bytes" in work && work.bytes.buffer instanceof ArrayBuffer) transfer.push(work.bytes.buffer);
  try {
    return (await pool.run({ folder: clubs.folder, code, name, work }, transfer)) as ImportAnswer<Name>;
  } catch (error) {
    if (error instanceof ClubUnavailable) clubs.takeDown(error);
    throw error;
  }
}

/** Part of a graceful stop: the task that runs is finished first. */
export const closeImportPool = () => pool.close();
