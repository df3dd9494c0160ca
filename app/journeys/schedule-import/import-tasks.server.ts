import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import type { ClubDb } from "#app/db/club/schema.ts";
import { inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import {
  answerTeams,
  claimSides,
  type TeamAnswer,
} from "#app/domain/club/schedule-import/answer-teams.server.ts";
import { type FileSides, fileSides } from "#app/domain/club/schedule-import/file-sides.ts";
import { readFileRows } from "#app/domain/club/schedule-import/files/read-file.server.ts";
import { finishImport } from "#app/domain/club/schedule-import/finish-import.server.ts";
import { sharedCounter, uncounted } from "#app/domain/club/schedule-import/import-counter.ts";
import { parseRows, splitPayload } from "#app/domain/club/schedule-import/import-payload.ts";
import {
  addPreview,
  replacePreview,
  turnDates,
} from "#app/domain/club/schedule-import/import-previews.server.ts";
import { reviewImport } from "#app/domain/club/schedule-import/import-review.server.ts";
import { findImport, type Import } from "#app/domain/club/schedule-import/imports.server.ts";
import {
  type PreviewSummary,
  problemRows,
  summarizeReview,
} from "#app/domain/club/schedule-import/preview-summary.ts";
import {
  type ColumnChoice,
  headersOf,
  readSchedule,
  type ScheduleProblem,
} from "#app/domain/club/schedule-import/read-schedule.server.ts";
import {
  checkUndo,
  type UndoCheck,
  undoImport,
} from "#app/domain/club/schedule-import/undo-import.server.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/**
 * The tasks of an import, each with a handle on the club's file: the request's own, or the import worker's. Input and
 * output cross between threads: plain values, and small except for the bytes of a file.
 */
export const importTasks = {
  preview,
  open: openImport,
  sides,
  problems,
  claim,
  answer,
  dates,
  headers,
  remap,
  finish,
  undo,
};

export type ImportTask = keyof typeof importTasks;
export type ImportWork<Name extends ImportTask> = Parameters<(typeof importTasks)[Name]>[1];
export type ImportAnswer<Name extends ImportTask> = Awaited<ReturnType<(typeof importTasks)[Name]>>;

export type OpenedImport =
  | { state: "preview"; found: Omit<Import, "payload">; summary: PreviewSummary }
  | { state: "finished"; found: Import; undo: UndoCheck };

interface ImportOfClub {
  id: string;
  club: { name: string; timezone: string };
}

async function preview(
  db: ClubDb,
  file: { fileName: string; teamId: string | null; by: string; timezone: string } & (
    | { bytes: Uint8Array }
    | { path: string }
  ),
): Promise<{ ok: true; importId: string } | ScheduleProblem> {
  const bytes = "bytes" in file ? file.bytes : await readFile(file.path);
  const read = await readSchedule({ bytes, teamId: file.teamId, timezone: file.timezone });
  if (!read.ok) return read;
  const preview = { fileName: file.fileName, payload: read.payload, by: file.by };
  return { ok: true, importId: await inTransaction(db, (tx) => addPreview(tx, preview)) };
}

async function openImport(db: ClubDb, { id, club }: ImportOfClub): Promise<OpenedImport | null> {
  const found = await findImport(db, id);
  if (!found) return null;
  if (found.status !== "preview") return { state: "finished", found, undo: await checkUndo(db, found) };
  const { payload, ...rest } = found;
  const today = dateAt(now(), club.timezone);
  return {
    state: "preview",
    found: rest,
    summary: summarizeReview(await reviewImport(db, payload, club), today),
  };
}

/** The clubs or teams of a preview's file; no sides where it does not name both. */
async function sides(
  db: ClubDb,
  { id, club }: ImportOfClub,
): Promise<{ fileName: string; sides: FileSides | null } | null> {
  const found = await findImport(db, id);
  if (found?.status !== "preview") return null;
  const { head, lines } = splitPayload(found.payload);
  const sides = fileSides(
    lines.flatMap((line) => parseRows(head.columns, line)),
    club.name,
  );
  return { fileName: found.file_name, sides };
}

async function problems(db: ClubDb, { id, club }: ImportOfClub): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findImport(db, id);
  if (found?.status !== "preview") return null;
  const review = await reviewImport(db, found.payload, club);
  return new TextEncoder().encode(writeCsv(problemRows(review)));
}

function claim(db: ClubDb, { id, club, keys }: ImportOfClub & { keys: readonly string[] }) {
  return inTransaction(db, (tx) => claimSides(tx, id, { keys, clubName: club.name }));
}

function answer(db: ClubDb, { id, answers }: { id: string; answers: readonly TeamAnswer[] }) {
  return inTransaction(db, (tx) => answerTeams(tx, id, answers));
}

function dates(db: ClubDb, { id, dayFirst }: { id: string; dayFirst: boolean }) {
  return inTransaction(db, (tx) => turnDates(tx, id, dayFirst));
}

/** The headers of a preview's file, while it is there, and which column each field is now. */
async function headers(db: ClubDb, { id, path, club }: ImportOfClub & { path: string }) {
  const found = await findImport(db, id);
  if (found?.status !== "preview") return null;
  const read = existsSync(path)
    ? await readFileRows(await startOf(path), { timezone: club.timezone, hasTeam: false })
    : null;
  const columns = read?.ok ? headersOf(read) : [];
  const used = splitPayload(found.payload).head.columns.map(({ field, header }) => ({
    field,
    index: columns.findIndex((column) => column.header === header),
  }));
  return { fileName: found.file_name, columns, used };
}

/** Reads a preview's file again with other columns. */
async function remap(
  db: ClubDb,
  { id, path, club, columns }: ImportOfClub & { path: string; columns: ColumnChoice },
): Promise<{ ok: true } | ScheduleProblem | { ok: false; problem: "not-found" }> {
  const found = await findImport(db, id);
  if (found?.status !== "preview" || !existsSync(path)) return { ok: false, problem: "not-found" };
  const bytes = await readFile(path);
  const read = await readSchedule({ bytes, teamId: null, timezone: club.timezone, columns });
  return read.ok ? inTransaction(db, (tx) => replacePreview(tx, id, read.payload)) : read;
}

/** A file's bytes as far as they are needed for its header: of a text its first lines, else all. */
async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    if (isWorkbook(start)) return await readFile(path);
    return bytesRead < START_BYTES ? start : start.subarray(0, start.lastIndexOf(10) + 1 || undefined);
  } finally {
    await file.close();
  }
}

/** Enough for the header and some rows. */
const START_BYTES = 64 * 1024;

function finish(db: ClubDb, { id, club, counter }: ImportOfClub & { counter?: SharedArrayBuffer }) {
  const count = counter ? sharedCounter(counter) : uncounted;
  return inLateTransaction(db, (tx) => finishImport(tx, id, club, count));
}

function undo(db: ClubDb, { id }: { id: string }) {
  return inTransaction(db, (tx) => undoImport(tx, id));
}
