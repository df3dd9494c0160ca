import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { type Import, importSize } from "#app/domain/club/imports/imports.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { runInImportWorker } from "./import-pool.server.ts";
import { type ImportAnswer, type ImportTask, type ImportWork, importTasks } from "./import-tasks.server.ts";

/** What an import needs of the request's context. */
export type ImportContext = Pick<ClubContext, "control" | "platform" | "db" | "club"> & {
  user: Pick<ClubContext["user"], "name" | "accountId">;
};

/** Imports of at least this size run in the worker: below, handing them over costs more than it saves. */
export const LARGE = { bytes: 64 * 1024, rows: 1_000 };
/** Copying 50 MB takes as long as a page does, so other requests run in between. */
const COPY_SLICE = 1024 * 1024;

/** A file to import, in memory or on the disk. `teamId`: of the rows that name none. */
export type FileToImport = { name: string; teamId: string | null } & (
  | { bytes: Uint8Array }
  | { path: string; size: number }
);

/** Runs a task that reads a file. @returns `no-room`: the disk is full, and nothing is stored */
export async function readIntoPreview<Name extends "games.preview" | "contacts.preview">(
  ctx: ImportContext,
  name: Name,
  file: FileToImport,
): Promise<ImportAnswer<Name> | { ok: false; problem: "no-room" }> {
  const { timezone } = ctx.club;
  const about = { fileName: file.name, teamId: file.teamId, by: ctx.user.name, timezone };
  const large =
    "bytes" in file
      ? file.bytes.length >= LARGE.bytes
      : file.size >= LARGE.bytes || (await isPacked(file.path));
  try {
    if ("path" in file)
      return await runTask(ctx, large, name, { ...about, path: file.path } as ImportWork<Name>);
    // The worker takes the bytes over, and the caller's buffer may hold more than these.
    const bytes = large ? await copyOf(file.bytes) : file.bytes;
    return await runTask(ctx, large, name, { ...about, bytes } as ImportWork<Name>);
  } catch (error) {
    if (outOfResourcesStatus(error) === 507) return { ok: false, problem: "no-room" };
    throw error;
  }
}

/** Whether a file is a workbook: a small one may unpack to a large one, so the worker reads it. */
export async function isPacked(path: string): Promise<boolean> {
  if (!existsSync(path)) return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return isWorkbook(buffer);
  } finally {
    await file.close();
  }
}

/** Whether an import's tasks run in the worker; null if the club has no such import of this subject. */
export async function isLarge(
  { db }: ImportContext,
  subject: Import["subject"],
  id: string,
): Promise<boolean | null> {
  const size = await importSize(db, subject, id);
  if (!size) return null;
  return size.payloadBytes >= LARGE.bytes || size.added + size.changed >= LARGE.rows;
}

/** Runs a task in this thread, or a large one in the worker. */
export function runTask<Name extends ImportTask>(
  { platform, db, club }: ImportContext,
  large: boolean,
  name: Name,
  work: ImportWork<Name>,
): Promise<ImportAnswer<Name>> {
  if (large) return runInImportWorker(platform.clubs, club.code, name, work);
  const task = importTasks[name] as (on: typeof db, work: ImportWork<Name>) => Promise<ImportAnswer<Name>>;
  return task(db, work);
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
