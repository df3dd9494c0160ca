import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import type { ClubDb } from "#app/db/club/schema.ts";
import { ClubUnavailable } from "#app/db/club-unavailable.server.ts";
import type { TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/forms.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
import { importSize } from "#app/domain/club/imports/imports.server.ts";
import { dropUpload, findUpload } from "#app/forms/read-upload.server.ts";
import { withEventDelivery } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { WorkerPool } from "#app/runtime/worker-pool.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { type FieldOf, type FileToRead, importTasks, type Subject } from "./import-tasks.server.ts";

/** Parts of the request's context that an import needs. */
export type ImportContext = Pick<ClubContext, "control" | "platform" | "db" | "club"> & {
  user: Pick<ClubContext["user"], "name" | "accountId">;
};

/** A file to import, in memory or on the disk. `teamId`: of the rows that name none. */
export type FileToImport = { name: string; teamId: string | null } & (
  | { bytes: Uint8Array }
  | { path: string; size: number }
);

const NOT_FOUND = { ok: false, problem: "not-found" } as const;
const NO_ROOM = { ok: false, problem: "no-room" } as const;

/**
 * The steps of an import as its pages call them, small ones here and large ones in the worker
 * (product/imports.md#imports).
 */
export const gameImports = {
  ...importSteps("games"),

  /**
   * Returns the clubs or teams of a preview's file, the likeliest to be the user's first; null if there is no such
   * preview.
   */
  async sides(ctx: ImportContext, id: string) {
    return runOn(ctx, importTasks.sides, { subject: "games", id, club: ctx.club }, null);
  },

  /** Stores which club, or which teams, of the file are the user's. */
  async claimSides(ctx: ImportContext, id: string, keys: readonly string[]) {
    return runOn(ctx, importTasks.claim, { subject: "games", id, club: ctx.club, keys }, NOT_FOUND);
  },

  /** Stores whether the day or the month comes first in a preview's dates. */
  async turnDates(ctx: ImportContext, id: string, dayFirst: boolean) {
    return runOn(ctx, importTasks.dates, { subject: "games", id, dayFirst }, NOT_FOUND);
  },
};
export const contactImports = {
  ...importSteps("contacts"),

  /** Stores whether every cell of names in a preview's file is one person, or may be several. */
  async joinNames(ctx: ImportContext, id: string, oneName: boolean) {
    return runOn(ctx, importTasks.names, { subject: "contacts", id, oneName }, NOT_FOUND);
  },
};
export const imports = { games: gameImports, contacts: contactImports };

function importSteps<S extends Subject>(subject: S) {
  return {
    /**
     * Reads a file, from memory or the disk, and stores what is needed of it as a preview; nothing else changes yet.
     * @param id of the import; without one it gets a new one
     * @returns `no-room`: the disk is full, and nothing is stored
     */
    async preview(ctx: ImportContext, file: FileToImport, id?: string) {
      const { timezone } = ctx.club;
      const about = { id, subject, fileName: file.name, teamId: file.teamId, by: ctx.user.name, timezone };
      const large = await isLargeFile(file);
      const read: FileToRead & { subject: S } =
        "path" in file
          ? { ...about, path: file.path }
          : // The worker takes the bytes over, and the caller's buffer may hold more than these.
            { ...about, bytes: large ? await copyOf(file.bytes) : file.bytes };
      try {
        return await run(ctx, large, importTasks.preview<S>, read);
      } catch (error) {
        if (outOfResourcesStatus(error) === 507) return NO_ROOM;
        throw error;
      }
    },

    /**
     * Loads an import with what its page shows: what a preview would do, or whether a finished one can be undone.
     * @param counter memory in which a preview counts the rows that it has read and compared
     */
    async open(ctx: ImportContext, id: string, counter?: SharedArrayBuffer) {
      return runOn(ctx, importTasks.open<S>, { subject, id, club: ctx.club, counter }, null);
    },

    /** Returns a preview's rows with problems as a CSV file. */
    async problems(ctx: ImportContext, id: string) {
      return runOn(ctx, importTasks.problems<S>, { subject, id, club: ctx.club }, null);
    },

    /** Stores which of the club's teams the file's names are, and which its import is to create. */
    async answerTeams(ctx: ImportContext, id: string, answers: readonly TeamAnswer[]) {
      return withEventDelivery(ctx, () =>
        runOn(ctx, importTasks.answer, { subject, id, answers }, NOT_FOUND),
      );
    },

    /**
     * Returns the columns of a preview's file with a sample of each, and which field each is now; null if there is no
     * such preview.
     */
    async columns(ctx: ImportContext, id: string) {
      if ((await isLarge(ctx, subject, id)) === null) return null;
      const path = await findUpload(id);
      const large = await isPacked(path);
      return run(ctx, large, importTasks.headers<S>, { subject, id, club: ctx.club, path });
    },

    /** Reads a preview's file again with the columns that the user chose. */
    async remap(ctx: ImportContext, id: string, columns: ColumnChoice<FieldOf<S>>) {
      const large = await isLarge(ctx, subject, id);
      if (large === null) return NOT_FOUND;
      const path = await findUpload(id);
      const work = { subject, id, club: ctx.club, path, columns };
      return run(ctx, large || (await isPacked(path)), importTasks.remap<S>, work);
    },

    /**
     * Does what a preview shows, in one transaction. Sent twice it happens once: the second call returns what the first
     * did.
     * @param counter memory in which the import counts what is done
     * @param gameIds rated games that it takes out of the figures
     */
    async finish(
      ctx: ImportContext,
      id: string,
      counter?: SharedArrayBuffer,
      gameIds: readonly string[] = [],
    ): Promise<FinishResult> {
      const { accountId: by, name: byName } = ctx.user;
      const work = { subject, id, club: ctx.club, counter, by, out: { gameIds, byName } };
      const finish = () => runOn(ctx, importTasks.finish<S>, work, NOT_FOUND);
      const result = await withEventDelivery(ctx, finish);
      if (result.ok) await dropUpload(id);
      return result;
    },

    /** Undoes an import as a whole, unless something depends on it. */
    async undo(ctx: ImportContext, id: string) {
      const work = { subject, id, by: ctx.user.accountId };
      return withEventDelivery(ctx, () => runOn(ctx, importTasks.undo<S>, work, NOT_FOUND));
    },
  };
}

/** Imports of at least this size run in the worker: below, handing them over costs more than it saves. */
export const LARGE = { bytes: 64 * 1024, rows: 1_000 };
/** Copying 50 MB takes as long as a page does, so other requests run in between. */
const COPY_SLICE = 1024 * 1024;

/** Tells whether an import's tasks run in the worker; null if the club has no such import of this subject. */
export async function isLarge(
  { db }: Pick<ImportContext, "db">,
  subject: Subject,
  id: string,
): Promise<boolean | null> {
  const size = await importSize(db, subject, id);
  if (!size) return null;
  return size.payloadBytes >= LARGE.bytes || size.added + size.changed >= LARGE.rows;
}

/** Tells whether a file is read in the worker. */
export const isLargeFile = async (file: FileToImport): Promise<boolean> =>
  "bytes" in file
    ? file.bytes.length >= LARGE.bytes
    : file.size >= LARGE.bytes || (await isPacked(file.path));

/** Tells whether a file is a workbook: a small one may unpack to a large one, so the worker reads it. */
async function isPacked(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return isWorkbook(buffer);
  } finally {
    await file.close();
  }
}

async function copyOf(bytes: Uint8Array): Promise<Uint8Array> {
  const copy = new Uint8Array(bytes.length);
  const pause = yieldToEventLoop();
  for (let start = 0; start < bytes.length; start += COPY_SLICE) {
    copy.set(bytes.subarray(start, start + COPY_SLICE), start);
    await pause();
  }
  return copy;
}

/** A task as the import worker gets it: the club whose handle the guard gave to the caller, and the task's name. */
export interface ImportWorkerTask {
  folder: string | null;
  code: string;
  name: keyof typeof importTasks;
  work: unknown;
}

/** Memory for the 5,000,000 cells that are read of a file at most. */
const MEMORY_MB = 1_536;

// Built, this module is part of build/server/index.js, and scripts/build/processes.ts has built the worker.
const fromSources = /\.ts\b/.test(import.meta.url);
const pool = new WorkerPool<ImportWorkerTask, unknown>({
  entry: new URL(fromSources ? "./import-worker.server.ts" : "../processes/imports.js", import.meta.url),
  threads: 1,
  memoryMb: MEMORY_MB,
  errorClasses: { ClubUnavailable },
});

/** Closes the pool in a graceful stop: the task that runs is finished first. */
export const closeImportPool = () => pool.close();

/** Runs a task on an import. @returns `none` if the club has no such import of this subject */
async function runOn<Work extends { subject: Subject; id: string }, Answer, None>(
  ctx: ImportContext,
  task: (db: ClubDb, work: Work) => Promise<Answer>,
  work: Work,
  none: None,
): Promise<Answer | None> {
  const large = await isLarge(ctx, work.subject, work.id);
  return large === null ? none : run(ctx, large, task, work);
}

/**
 * Runs a task in this thread, or a large one in this process's import worker, which opens the club's file itself.
 * @throws ClubUnavailable, WorkerDied, and what the task throws
 */
async function run<Work extends object, Answer>(
  { platform: { clubs }, db, club: { code } }: ImportContext,
  large: boolean,
  task: (db: ClubDb, work: Work) => Promise<Answer>,
  work: Work,
): Promise<Answer> {
  if (!large) return task(db, work);
  const transfer: ArrayBuffer[] = [];
  if ("bytes" in work && work.bytes instanceof Uint8Array && work.bytes.buffer instanceof ArrayBuffer)
    transfer.push(work.bytes.buffer);
  try {
    const handedOver = { folder: clubs.folder, code, name: nameOf(task), work };
    return (await pool.run(handedOver, { transfer })) as Answer;
  } catch (error) {
    if (error instanceof ClubUnavailable) clubs.takeDown(error);
    throw error;
  }
}

function nameOf(task: unknown): ImportWorkerTask["name"] {
  const names = Object.keys(importTasks) as ImportWorkerTask["name"][];
  const name = names.find((name) => importTasks[name] === task);
  if (!name) throw new Error("Only the tasks of importTasks run in the import worker");
  return name;
}
