import { rm } from "node:fs/promises";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import type { TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/import-form.server.ts";
import type { FinishResult } from "#app/domain/club/imports/import-subject.ts";
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
 * Reads a contacts file, from memory or the disk, and stores what is needed of it as a preview; the club's contacts
 * do not change yet.
 * @returns `no-room`: the disk is full, and nothing is stored
 */
export const previewContacts = (ctx: ImportContext, file: FileToImport) =>
  readIntoPreview(ctx, "previewContacts", file);

/** An import with what its page shows: what a preview would do, or whether a finished one can be undone. */
export async function openContactsImport(
  ctx: ImportContext,
  id: string,
): Promise<ImportAnswer<"openContacts">> {
  const large = await isLarge(ctx, "contacts", id);
  return large === null ? null : runTask(ctx, large, "openContacts", { id, club: ctx.club });
}

/** A preview's rows with problems as a CSV file. */
export async function problemsOfContacts(
  ctx: ImportContext,
  id: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const large = await isLarge(ctx, "contacts", id);
  return large === null ? null : runTask(ctx, large, "contactProblems", { id, club: ctx.club });
}

/** Stores which of the club's teams the file's names are, and creates those that are missing. */
export async function answerContactTeams(
  ctx: ImportContext,
  id: string,
  answers: readonly TeamAnswer[],
): Promise<ImportAnswer<"answerContacts">> {
  const large = await isLarge(ctx, "contacts", id);
  if (large === null) return NOT_FOUND;
  return withEventDelivery(ctx, () => runTask(ctx, large, "answerContacts", { id, answers }));
}

/** The columns of a preview's file with a sample of each, and which field each is now; null if there is no such preview. */
export async function columnsOfContacts(
  ctx: ImportContext,
  id: string,
): Promise<ImportAnswer<"contactHeaders">> {
  const large = await isLarge(ctx, "contacts", id);
  if (large === null) return null;
  const path = keptUpload(id);
  return runTask(ctx, await isPacked(path), "contactHeaders", { id, club: ctx.club, path });
}

/** Reads a preview's file again with the columns that the user chose. */
export async function remapContacts(
  ctx: ImportContext,
  id: string,
  columns: ColumnChoice<ContactField>,
): Promise<ImportAnswer<"remapContacts">> {
  const large = await isLarge(ctx, "contacts", id);
  if (large === null) return NOT_FOUND;
  const path = keptUpload(id);
  const work = { id, club: ctx.club, path, columns };
  return runTask(ctx, large || (await isPacked(path)), "remapContacts", work);
}

/**
 * Imports a preview's contacts in one transaction. Sent twice it happens once: the second call returns what the first
 * did.
 * @param counter memory in which the import counts what is done
 */
export async function importContacts(
  ctx: ImportContext,
  id: string,
  counter?: SharedArrayBuffer,
): Promise<FinishResult> {
  const large = await isLarge(ctx, "contacts", id);
  if (large === null) return NOT_FOUND;
  const result = await runTask(ctx, large, "finishContacts", { id, club: ctx.club, counter });
  await rm(keptUpload(id), { force: true });
  return result;
}

/** Undoes an import as a whole, unless something depends on it. */
export async function undoContactsImport(
  ctx: ImportContext,
  id: string,
): Promise<ImportAnswer<"undoContacts">> {
  const large = await isLarge(ctx, "contacts", id);
  return large === null ? NOT_FOUND : runTask(ctx, large, "undoContacts", { id });
}
