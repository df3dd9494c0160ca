import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { TeamAnswer } from "#app/domain/club/schedule-import/answer-teams.server.ts";
import type { FinishResult } from "#app/domain/club/schedule-import/finish-import.server.ts";
import { importSize } from "#app/domain/club/schedule-import/imports.server.ts";
import type { ColumnChoice, ScheduleProblem } from "#app/domain/club/schedule-import/read-schedule.server.ts";
import { keptUpload } from "#app/forms/read-upload.server.ts";
import { withEventDelivery } from "#app/journeys/club-events/change-club.server.ts";
import type { ClubContext } from "#app/journeys/context.ts";
import { yieldToEventLoop } from "#app/runtime/event-loop.server.ts";
import { outOfResourcesStatus } from "#app/runtime/out-of-resources.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { runInImportWorker } from "./import-pool.server.ts";
import {
  type ImportAnswer,
  type ImportTask,
  type ImportWork,
  importTasks,
  type OpenedImport,
} from "./import-tasks.server.ts";

/** What an import needs of the request's context. */
export type ImportContext = Pick<ClubContext, "control" | "platform" | "db" | "club"> & {
  user: Pick<ClubContext["user"], "name">;
};

/** Imports of at least this size run in the worker: below, handing them over costs more than it saves. */
export const LARGE = { bytes: 64 * 1024, games: 1_000 };
/** Copying 50 MB takes as long as a page does, so other requests run in between. */
const COPY_SLICE = 1024 * 1024;

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/**
 * Reads a schedule file, from memory or the disk, and stores what is needed of it as a preview; the club's games do
 * not change yet.
 * @param file.teamId the team of the rows that name none
 * @returns `no-room`: the disk is full, and nothing is stored
 */
export async function previewSchedule(
  ctx: ImportContext,
  file: { name: string; teamId: string | null } & ({ bytes: Uint8Array } | { path: string; size: number }),
): Promise<{ ok: true; importId: string } | ScheduleProblem | { ok: false; problem: "no-room" }> {
  const { timezone } = ctx.club;
  const about = { fileName: file.name, teamId: file.teamId, by: ctx.user.name, timezone };
  const large =
    "bytes" in file
      ? file.bytes.length >= LARGE.bytes
      : file.size >= LARGE.bytes || (await isPacked(file.path));
  try {
    if ("path" in file) return await runTask(ctx, large, "preview", { ...about, path: file.path });
    // The worker takes the bytes over, and the caller's buffer may hold more than these.
    const bytes = large ? await copyOf(file.bytes) : file.bytes;
    return await runTask(ctx, large, "preview", { ...about, bytes });
  } catch (error) {
    if (outOfResourcesStatus(error) === 507) return { ok: false, problem: "no-room" };
    throw error;
  }
}

/** An import with what its page shows: what a preview would do, or whether a finished one can be undone. */
export async function openImport(ctx: ImportContext, id: string): Promise<OpenedImport | null> {
  const large = await isLarge(ctx, id);
  return large === null ? null : runTask(ctx, large, "open", { id, club: ctx.club });
}

/** A preview's rows with problems as a CSV file. */
export async function problemsOfImport(
  ctx: ImportContext,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const large = await isLarge(ctx, id);
  return large === null ? null : runTask(ctx, large, "problems", { id, club: ctx.club });
}

/** The clubs or teams of a preview's file, the likeliest to be the user's first; null if there is no such preview. */
export async function sidesOfImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"sides">> {
  const large = await isLarge(ctx, id);
  return large === null ? null : runTask(ctx, large, "sides", { id, club: ctx.club });
}

/** Stores which club, or which teams, of the file are the user's. */
export async function claimImportSides(
  ctx: ImportContext,
  id: string,
  keys: readonly string[],
): Promise<ImportAnswer<"claim">> {
  const large = await isLarge(ctx, id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "claim", { id, club: ctx.club, keys });
}

/** Stores which of the club's teams the file's names are, and creates those that are missing. */
export async function answerImportTeams(
  ctx: ImportContext,
  id: string,
  answers: readonly TeamAnswer[],
): Promise<ImportAnswer<"answer">> {
  const large = await isLarge(ctx, id);
  if (large === null) return NOT_FOUND;
  return withEventDelivery(ctx, () => runTask(ctx, large, "answer", { id, answers }));
}

/** Stores whether the day or the month comes first in a preview's dates. */
export async function turnImportDates(
  ctx: ImportContext,
  id: string,
  dayFirst: boolean,
): Promise<ImportAnswer<"dates">> {
  const large = await isLarge(ctx, id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "dates", { id, dayFirst });
}

/** The columns of a preview's file with a sample of each, and which field each is now; null if there is no such preview. */
export async function columnsOfImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"headers">> {
  const large = await isLarge(ctx, id);
  return large === null
    ? null
    : runTask(ctx, await isPacked(keptUpload(id)), "headers", {
        id,
        club: ctx.club,
        path: keptUpload(id),
      });
}

/** Reads a preview's file again with the columns that the user chose. */
export async function remapImport(
  ctx: ImportContext,
  id: string,
  columns: ColumnChoice,
): Promise<ImportAnswer<"remap">> {
  const large = await isLarge(ctx, id);
  if (large === null) return NOT_FOUND;
  const path = keptUpload(id);
  return runTask(ctx, large || (await isPacked(path)), "remap", { id, club: ctx.club, path, columns });
}

/** Whether an import takes longer than a request should. */
export const isLargeImport = async (ctx: ImportContext, id: string): Promise<boolean> =>
  (await isLarge(ctx, id)) === true;

/**
 * Imports a preview's games in one transaction. Sent twice it happens once: the second call returns what the first did.
 * @param counter memory in which the import counts what is done
 */
export async function importGames(
  ctx: ImportContext,
  id: string,
  counter?: SharedArrayBuffer,
): Promise<FinishResult> {
  const large = await isLarge(ctx, id);
  if (large === null) return NOT_FOUND;
  const work = { id, club: ctx.club, counter };
  const result = await withEventDelivery(ctx, () => runTask(ctx, large, "finish", work));
  await rm(keptUpload(id), { force: true });
  return result;
}

/** Undoes an import as a whole, unless one of its games has been rated or changed since. */
export async function undoImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"undo">> {
  const large = await isLarge(ctx, id);
  if (large === null) return NOT_FOUND;
  return withEventDelivery(ctx, () => runTask(ctx, large, "undo", { id }));
}

/** Whether a file is a workbook: a small one may unpack to a large one, so the worker reads it. */
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

/** Whether an import's tasks run in the worker; null if there is no such import. */
async function isLarge({ db }: ImportContext, id: string): Promise<boolean | null> {
  const size = await importSize(db, id);
  if (!size) return null;
  return size.payloadBytes >= LARGE.bytes || size.added + size.changed >= LARGE.games;
}

function runTask<Name extends ImportTask>(
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
