import { rm } from "node:fs/promises";
import type { TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/import-form.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
import type { ScheduleField } from "#app/domain/club/schedule-import/schedule-columns.ts";
import { keptUpload } from "#app/forms/read-upload.server.ts";
import { withEventDelivery } from "#app/journeys/club-events/change-club.server.ts";
import type { ImportAnswer } from "#app/journeys/imports/import-tasks.server.ts";
import {
  type FileToImport,
  type ImportContext,
  isLarge,
  isPacked,
  readIntoPreview,
  runTask,
} from "#app/journeys/imports/run-import.server.ts";

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/**
 * Reads a schedule file, from memory or the disk, and stores what is needed of it as a preview; the club's games do
 * not change yet.
 * @returns `no-room`: the disk is full, and nothing is stored
 */
export const previewSchedule = (ctx: ImportContext, file: FileToImport) =>
  readIntoPreview(ctx, "preview", file);

/** An import with what its page shows: what a preview would do, or whether a finished one can be undone. */
export async function openImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"open">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? null : runTask(ctx, large, "open", { id, club: ctx.club });
}

/** A preview's rows with problems as a CSV file. */
export async function problemsOfImport(
  ctx: ImportContext,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? null : runTask(ctx, large, "problems", { id, club: ctx.club });
}

/** The clubs or teams of a preview's file, the likeliest to be the user's first; null if there is no such preview. */
export async function sidesOfImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"sides">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? null : runTask(ctx, large, "sides", { id, club: ctx.club });
}

/** Stores which club, or which teams, of the file are the user's. */
export async function claimImportSides(
  ctx: ImportContext,
  id: string,
  keys: readonly string[],
): Promise<ImportAnswer<"claim">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "claim", { id, club: ctx.club, keys });
}

/** Stores which of the club's teams the file's names are, and creates those that are missing. */
export async function answerImportTeams(
  ctx: ImportContext,
  id: string,
  answers: readonly TeamAnswer[],
): Promise<ImportAnswer<"answer">> {
  const large = await isLarge(ctx, "games", id);
  if (large === null) return NOT_FOUND;
  return withEventDelivery(ctx, () => runTask(ctx, large, "answer", { id, answers }));
}

/** Stores whether the day or the month comes first in a preview's dates. */
export async function turnImportDates(
  ctx: ImportContext,
  id: string,
  dayFirst: boolean,
): Promise<ImportAnswer<"dates">> {
  const large = await isLarge(ctx, "games", id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "dates", { id, dayFirst });
}

/** The columns of a preview's file with a sample of each, and which field each is now; null if there is no such preview. */
export async function columnsOfImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"headers">> {
  const large = await isLarge(ctx, "games", id);
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
  columns: ColumnChoice<ScheduleField>,
): Promise<ImportAnswer<"remap">> {
  const large = await isLarge(ctx, "games", id);
  if (large === null) return NOT_FOUND;
  const path = keptUpload(id);
  return runTask(ctx, large || (await isPacked(path)), "remap", { id, club: ctx.club, path, columns });
}

/**
 * Imports a preview's games in one transaction. Sent twice it happens once: the second call returns what the first did.
 * @param counter memory in which the import counts what is done
 */
export async function importGames(
  ctx: ImportContext,
  id: string,
  counter?: SharedArrayBuffer,
): Promise<FinishResult> {
  const large = await isLarge(ctx, "games", id);
  if (large === null) return NOT_FOUND;
  const work = { id, club: ctx.club, counter };
  const result = await withEventDelivery(ctx, () => runTask(ctx, large, "finish", work));
  await rm(keptUpload(id), { force: true });
  return result;
}

/** Undoes an import as a whole, unless one of its games has been rated or changed since. */
export async function undoImport(ctx: ImportContext, id: string): Promise<ImportAnswer<"undo">> {
  const large = await isLarge(ctx, "games", id);
  if (large === null) return NOT_FOUND;
  return withEventDelivery(ctx, () => runTask(ctx, large, "undo", { id }));
}
