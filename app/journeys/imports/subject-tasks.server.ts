import { existsSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import type { ClubDb } from "#app/db/club/schema.ts";
import { inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import { recordAudit } from "#app/domain/club/audit/audit.server.ts";
import { answerTeams, type TeamAnswer } from "#app/domain/club/imports/answer-teams.server.ts";
import { sharedCounter, uncounted } from "#app/domain/club/imports/import-counter.ts";
import type { ColumnChoice } from "#app/domain/club/imports/import-form.server.ts";
import { splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { addPreview, replacePreview } from "#app/domain/club/imports/import-previews.server.ts";
import type { FinishResult, ImportClub, ImportSubject } from "#app/domain/club/imports/import-subject.ts";
import { findImport, type Import } from "#app/domain/club/imports/imports.server.ts";
import { headersOf } from "#app/domain/club/imports/read-file.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";

export interface ImportOfClub {
  id: string;
  club: ImportClub;
}

export type OpenedImport<Summary, Undo> =
  | { state: "preview"; found: Omit<Import, "payload">; summary: Summary }
  | { state: "finished"; found: Import; undo: Undo };

/** An upload as a task reads it: in memory, or on the disk. */
export type FileToRead = { bytes: Uint8Array } | { path: string };

const NOT_FOUND = { ok: false, problem: "not-found" } as const;

/** The steps of an import that are the same whatever it imports. Each finds only imports of its subject. */
export function subjectTasks<
  Field extends string,
  Summary,
  Undo extends { ok: boolean },
  Problem extends { ok: false },
>(subject: ImportSubject<Field, Summary, Undo, Problem>) {
  const find = async (db: ClubDb, id: string) => {
    const found = await findImport(db, id);
    return found?.subject === subject.name ? found : undefined;
  };
  const findPreview = async (db: ClubDb, id: string) => {
    const found = await find(db, id);
    return found?.status === "preview" ? found : undefined;
  };

  return {
    /** Reads a file and stores what is needed of it. */
    async preview(
      db: ClubDb,
      file: { fileName: string; teamId: string | null; by: string; timezone: string } & FileToRead,
    ): Promise<{ ok: true; importId: string } | Problem> {
      const { fileName, teamId, timezone, by } = file;
      const bytes = "bytes" in file ? file.bytes : await readFile(file.path);
      const read = await subject.read({ bytes, teamId, timezone });
      if (!read.ok) return read;
      const preview = { subject: subject.name, fileName, payload: read.payload, by };
      return { ok: true, importId: await inTransaction(db, (tx) => addPreview(tx, preview)) };
    },

    async open(db: ClubDb, { id, club }: ImportOfClub): Promise<OpenedImport<Summary, Undo> | null> {
      const found = await find(db, id);
      if (!found) return null;
      if (found.status !== "preview")
        return { state: "finished", found, undo: await subject.checkUndo(db, found) };
      const { payload, ...rest } = found;
      return { state: "preview", found: rest, summary: await subject.summarize(db, payload, club) };
    },

    async problems(db: ClubDb, { id, club }: ImportOfClub): Promise<Uint8Array<ArrayBuffer> | null> {
      const found = await findPreview(db, id);
      if (!found) return null;
      return new TextEncoder().encode(writeCsv(await subject.problemRows(db, found.payload, club)));
    },

    answer(db: ClubDb, { id, answers }: { id: string; answers: readonly TeamAnswer[] }) {
      return inTransaction(db, (tx) => answerTeams(tx, id, answers));
    },

    /** The headers of a preview's file, while it is there, and which column each field is now. */
    async headers(db: ClubDb, { id, path, club }: ImportOfClub & { path: string }) {
      const found = await findPreview(db, id);
      if (!found) return null;
      const readRows = async (bytes: Promise<Uint8Array>) => subject.readRows(await bytes, club);
      let read = existsSync(path) ? await readRows(startOf(path)) : null;
      // The start may end within quotation marks.
      if (read && !("rows" in read)) read = await readRows(readFile(path));
      const columns = read && "rows" in read ? headersOf(read) : [];
      const { head } = splitPayload(found.payload);
      const used = head.columns.map(({ field, header }) => ({
        field: field as Field,
        index: columns.findIndex((column) => column.header === header),
      }));
      const unsure = (head.unsure ?? []).map(({ field, headers }) => ({ field: field as Field, headers }));
      return { fileName: found.file_name, columns, used, unsure };
    },

    /** Reads a preview's file again with other columns. */
    async remap(
      db: ClubDb,
      { id, path, club, columns }: ImportOfClub & { path: string; columns: ColumnChoice<Field> },
    ): Promise<{ ok: true } | Problem | typeof NOT_FOUND> {
      if (!(await findPreview(db, id)) || !existsSync(path)) return NOT_FOUND;
      const bytes = await readFile(path);
      const read = await subject.read({ bytes, teamId: null, timezone: club.timezone, columns });
      return read.ok ? inTransaction(db, (tx) => replacePreview(tx, id, read.payload)) : read;
    },

    /** Sent twice it happens once: the second call returns what the first did. */
    finish(
      db: ClubDb,
      { id, club, counter, by }: ImportOfClub & { counter?: SharedArrayBuffer; by: string },
    ): Promise<FinishResult> {
      const count = counter ? sharedCounter(counter) : uncounted;
      return inLateTransaction(db, async (tx): Promise<FinishResult> => {
        const found = await find(tx, id);
        if (!found) return NOT_FOUND;
        if (found.status !== "preview") return { ok: true, finished: found };
        const finished = await subject.finish(tx, found, { club, count });
        const { added, changed } = finished;
        const about = { subject: id, detail: { of: subject.name, added, changed } };
        await recordAudit(tx, { kind: "records.imported", actor: { kind: "account", id: by }, ...about });
        return { ok: true, finished };
      });
    },

    undo(db: ClubDb, { id, by }: { id: string; by: string }) {
      return inTransaction(db, async (tx) => {
        if (!(await find(tx, id))) return NOT_FOUND;
        const undone = await subject.undo(tx, id);
        const actor = { kind: "account", id: by } as const;
        if (undone.ok) await recordAudit(tx, { kind: "records.import-undone", actor, subject: id });
        return undone;
      });
    },
  };
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
