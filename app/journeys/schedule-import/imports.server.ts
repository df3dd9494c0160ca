import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { ClubFiles } from "#app/db/clubs.server.ts";
import type { ImportAnswer, ImportTask, ImportWork } from "./import-tasks.server.ts";
import { WarmThread } from "./warm-thread.server.ts";

/** What the thread is told: whose file, and what to do. */
export interface ImportInput<Name extends ImportTask> {
  folder: string;
  code: string;
  work: ImportWork<Name>;
}

/** 5,000,000 cells, the most that is read of a file, fit in. */
const MEMORY_MB = 1_536;

// Built, this very module is part of build/server/index.js, and scripts/build/processes.ts has made the thread.
const fromSources = /\.ts\b/.test(import.meta.url);
const thread = new WarmThread(
  new URL(fromSources ? "./from-sources.mjs" : "../processes/imports.js", import.meta.url),
  { memoryMb: MEMORY_MB },
);

/**
 * Does a piece of an import in this process's import thread, which opens the club's file by itself.
 * @param code of the club whose handle the caller was lent by the guard.
 * @throws ClubUnavailable, ThreadEnded, and what the work throws
 */
export async function inImportThread<Name extends ImportTask>(
  clubs: ClubFiles,
  code: string,
  name: Name,
  work: ImportWork<Name>,
): Promise<ImportAnswer<Name>> {
  const transfer: ArrayBuffer[] = [];
  if ("bytes" in work && work.bytes.buffer instanceof ArrayBuffer) transfer.push(work.bytes.buffer);
  const input: ImportInput<Name> = { folder: clubs.folder, code, work };
  try {
    return (await thread.run({ name, input }, transfer)) as ImportAnswer<Name>;
  } catch (error) {
    if (error instanceof ClubUnavailable) clubs.takeDown(error);
    throw error;
  }
}

/** Waits for what the thread is doing and ends it: a part of a graceful stop. */
export const endImportThread = () => thread.end();
