import { existsSync } from "node:fs";
import { open as openFile, readFile } from "node:fs/promises";
import type { ClubDb } from "#app/db/club/schema.ts";
import { inLateTransaction, inTransaction } from "#app/db/engine.server.ts";
import { actAs, recordAudit } from "#app/domain/club/audit/audit.server.ts";
import type { ContactField } from "#app/domain/club/contacts-import/contact-columns.ts";
import {
  type ContactsSummary,
  joinNames,
  reviewContacts,
  summarizeContacts,
} from "#app/domain/club/contacts-import/contact-review.server.ts";
import {
  type ContactsUndoCheck,
  checkContactsUndo,
  importContacts,
  undoContacts,
} from "#app/domain/club/contacts-import/import-contacts.server.ts";
import {
  type ContactsProblem,
  readContactRows,
  readContacts,
} from "#app/domain/club/contacts-import/read-contacts.server.ts";
import {
  answerTeams,
  createTeams,
  removeCreatedTeams,
  type TeamAnswer,
} from "#app/domain/club/imports/answer-teams.server.ts";
import type { ColumnChoice } from "#app/domain/club/imports/forms.server.ts";
import { parseRows, splitPayload } from "#app/domain/club/imports/import-payload.ts";
import { addPreview, replacePreview } from "#app/domain/club/imports/import-previews.server.ts";
import type {
  FinishOptions,
  FinishResult,
  ImportClub,
  ImportSubject,
} from "#app/domain/club/imports/import-subject.ts";
import { sharedCounter, uncounted } from "#app/domain/club/imports/import-subject.ts";
import { findImport, type Import } from "#app/domain/club/imports/imports.server.ts";
import { problemRows } from "#app/domain/club/imports/issue-groups.ts";
import { headersOf } from "#app/domain/club/imports/read-file.server.ts";
import {
  checkUndo,
  importPreview,
  type UndoCheck,
  undoImport,
} from "#app/domain/club/schedule-import/import-games.server.ts";
import {
  type PreviewSummary,
  reviewImport,
  summarizeReview,
} from "#app/domain/club/schedule-import/import-review.server.ts";
import {
  claimSides,
  fileSides,
  openSides,
  turnDates,
} from "#app/domain/club/schedule-import/questions.server.ts";
import {
  readSchedule,
  readScheduleFile,
  type ScheduleProblem,
} from "#app/domain/club/schedule-import/read-schedule.server.ts";
import type { ScheduleField, ScheduleHead } from "#app/domain/club/schedule-import/schedule-file.ts";
import { normalName } from "#app/domain/values/names.ts";
import { dateAt } from "#app/domain/values/times.ts";
import { now } from "#app/runtime/clock.server.ts";
import { isWorkbook } from "#app/spreadsheets/sniff-file-type.ts";
import { writeCsv } from "#app/spreadsheets/write-csv.server.ts";

/** Games into the schedule (product/imports.md#schedule-import). */
export const gamesSubject: ImportSubject<ScheduleField, PreviewSummary, UndoCheck, ScheduleProblem> = {
  name: "games",
  readRows: (bytes, { timezone }) => readScheduleFile(bytes, { timezone, hasTeam: false }),
  read: readSchedule,
  summarize: async (db, payload, { club, count }) =>
    summarizeReview(await reviewImport(db, payload, club, count), dateAt(now(), club.timezone)),
  problemRows: async (db, payload, club) => problemRows(await reviewImport(db, payload, club)),
  finish: importPreview,
  checkUndo,
  undo: undoImport,
};

/** Parents and their children into the contacts (product/imports.md#contacts-import). */
export const contactsSubject: ImportSubject<
  ContactField,
  ContactsSummary,
  ContactsUndoCheck,
  ContactsProblem
> = {
  name: "contacts",
  readRows: (bytes) => readContactRows(bytes),
  read: readContacts,
  summarize: async (db, payload, { club, count }) =>
    summarizeContacts(await reviewContacts(db, payload, club, count)),
  problemRows: async (db, payload, club) => problemRows(await reviewContacts(db, payload, club)),
  finish: importContacts,
  checkUndo: checkContactsUndo,
  undo: undoContacts,
};

const subjects = { games: gamesSubject, contacts: contactsSubject };

export type Subject = keyof typeof subjects;
/**
 * Types of a subject's functions: the columns of its files, its preview's content, and the refusals of an undo or a
 * file.
 */
type About<S extends Subject> =
  (typeof subjects)[S] extends ImportSubject<infer Field, infer Summary, infer Undo, infer Problem>
    ? { field: Field; summary: Summary; undo: Undo; problem: Problem }
    : never;
export type FieldOf<S extends Subject> = About<S>["field"];
export type ProblemOf<S extends Subject> = About<S>["problem"];

/** An import of a club. A task finds only imports of its subject. */
interface ImportOf<S extends Subject> {
  subject: S;
  id: string;
}
type ImportOfClub<S extends Subject> = ImportOf<S> & { club: ImportClub };

export type OpenedImport<S extends Subject> =
  | { state: "preview"; found: Omit<Import, "payload">; summary: About<S>["summary"] }
  | { state: "finished"; found: Import; undo: About<S>["undo"] };

/** An upload as a task reads it: in memory, or on the disk. */
export type FileToRead = {
  id?: string;
  fileName: string;
  teamId: string | null;
  by: string;
  timezone: string;
} & ({ bytes: Uint8Array } | { path: string });

const NOT_FOUND = { ok: false, problem: "not-found" } as const;
type NotFound = typeof NOT_FOUND;

/**
 * Tasks of an import, each with a handle on the club's file: the request's own, or the import worker's. Input and
 * output cross between threads: plain values, and small except for the bytes of a file.
 */
export const importTasks = {
  preview,
  open,
  problems,
  answer,
  headers,
  remap,
  finish,
  undo,
  sides,
  claim,
  dates,
  names,
};

/** Reads a file and stores what is needed of it. */
async function preview<S extends Subject>(
  db: ClubDb,
  file: FileToRead & { subject: S },
): Promise<{ ok: true; importId: string } | ProblemOf<S>> {
  const { id, subject, fileName, teamId, timezone, by } = file;
  const bytes = "bytes" in file ? file.bytes : await readFile(file.path);
  const read = await rulesOf(subject).read({ bytes, teamId, timezone });
  if (!read.ok) return read;
  const { payload } = read;
  const importId = await inTransaction(db, (tx) => addPreview(tx, { id, subject, fileName, payload, by }));
  return { ok: true, importId };
}

async function open<S extends Subject>(
  db: ClubDb,
  { subject, id, club, counter }: ImportOfClub<S> & { counter?: SharedArrayBuffer },
): Promise<OpenedImport<S> | null> {
  const found = await find(db, subject, id);
  if (!found) return null;
  const { summarize, checkUndo } = rulesOf(subject);
  if (found.status !== "preview") return { state: "finished", found, undo: await checkUndo(db, found) };
  const { payload, ...rest } = found;
  const count = counter ? sharedCounter(counter) : uncounted;
  return { state: "preview", found: rest, summary: await summarize(db, payload, { club, count }) };
}

async function problems<S extends Subject>(
  db: ClubDb,
  { subject, id, club }: ImportOfClub<S>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const found = await findPreview(db, subject, id);
  if (!found) return null;
  return new TextEncoder().encode(writeCsv(await rulesOf(subject).problemRows(db, found.payload, club)));
}

function answer(db: ClubDb, { id, answers }: { id: string; answers: readonly TeamAnswer[] }) {
  return inTransaction(db, (tx) => answerTeams(tx, id, answers));
}

/** Loads the headers of a preview's file, while it is there, and which column each field is now. */
async function headers<S extends Subject>(
  db: ClubDb,
  { subject, id, path, club }: ImportOfClub<S> & { path: string },
) {
  const found = await findPreview(db, subject, id);
  if (!found) return null;
  const readRows = async (bytes: Promise<Uint8Array>) => rulesOf(subject).readRows(await bytes, club);
  let read = existsSync(path) ? await readRows(startOf(path)) : null;
  // The start may end within quotation marks.
  if (read && !("rows" in read)) read = await readRows(readFile(path));
  const columns = read && "rows" in read ? headersOf(read) : [];
  const { head } = splitPayload(found.payload);
  const used = head.columns.map(({ field, header }) => ({
    field: field as FieldOf<S>,
    index: columns.findIndex((column) => column.header === header),
  }));
  const unsure = (head.unsure ?? []).map(({ field, headers }) => ({ field: field as FieldOf<S>, headers }));
  return { fileName: found.file_name, columns, used, unsure, unread: head.unread ?? false };
}

/** Reads a preview's file again with other columns. */
async function remap<S extends Subject>(
  db: ClubDb,
  work: ImportOfClub<S> & { path: string; columns: ColumnChoice<FieldOf<S>> },
): Promise<{ ok: true } | ProblemOf<S> | NotFound> {
  const { subject, id, path, club, columns } = work;
  if (!(await findPreview(db, subject, id)) || !existsSync(path)) return NOT_FOUND;
  const bytes = await readFile(path);
  const read = await rulesOf(subject).read({ bytes, teamId: null, timezone: club.timezone, columns });
  return read.ok ? inTransaction(db, (tx) => replacePreview(tx, id, read.payload)) : read;
}

/** Finishes an import; sent twice it happens once: the second call returns what the first did. */
function finish<S extends Subject>(
  db: ClubDb,
  {
    subject,
    id,
    club,
    counter,
    by,
    out = { gameIds: [], byName: "" },
  }: ImportOfClub<S> & {
    counter?: SharedArrayBuffer;
    by: string;
    out?: FinishOptions["out"];
  },
): Promise<FinishResult> {
  const count = counter ? sharedCounter(counter) : uncounted;
  return inLateTransaction(db, async (tx): Promise<FinishResult> => {
    const found = await find(tx, subject, id);
    if (!found) return NOT_FOUND;
    if (found.status !== "preview") return { ok: true, finished: found };
    actAs(tx, { kind: "account", id: by });
    const withTeams = await createTeams(tx, found);
    const finished = await rulesOf(subject).finish(tx, withTeams, { club, count, out });
    const { added, changed } = finished;
    await recordAudit(tx, { kind: "records.imported", subject: id, detail: { of: subject, added, changed } });
    return { ok: true, finished };
  });
}

function undo<S extends Subject>(db: ClubDb, { subject, id, by }: ImportOf<S> & { by: string }) {
  return inTransaction(db, async (tx) => {
    const found = await find(tx, subject, id);
    if (!found) return NOT_FOUND;
    actAs(tx, { kind: "account", id: by });
    const undone = await rulesOf(subject).undo(tx, id);
    if (undone.ok && found.status === "done") await removeCreatedTeams(tx, found);
    if (undone.ok) await recordAudit(tx, { kind: "records.import-undone", subject: id });
    return undone;
  });
}

/** Loads the clubs or teams of a schedule's preview that may be the user's; null where its file does not name both. */
async function sides(
  db: ClubDb,
  { id, club }: ImportOfClub<"games">,
): Promise<{ fileName: string; sides: ReturnType<typeof openSides> | null } | null> {
  const found = await findPreview(db, "games", id);
  if (!found) return null;
  const { head, lines } = splitPayload<ScheduleHead>(found.payload);
  const rows = lines.flatMap((line) => parseRows(head.columns, line));
  const all = fileSides(rows, club.name);
  if (!all) return { fileName: found.file_name, sides: null };
  const { fileTeams } = await reviewImport(db, found.payload, club);
  const matched = new Set(fileTeams.flatMap(({ teamId, text }) => (teamId ? normalName(text) : [])));
  return { fileName: found.file_name, sides: openSides(all, { matched, ours: head.ours ?? [] }) };
}

function claim(db: ClubDb, { id, club, keys }: ImportOfClub<"games"> & { keys: readonly string[] }) {
  return inTransaction(db, (tx) => claimSides(tx, id, { keys, clubName: club.name }));
}

function dates(db: ClubDb, { id, dayFirst }: ImportOf<"games"> & { dayFirst: boolean }) {
  return inTransaction(db, (tx) => turnDates(tx, id, dayFirst));
}

function names(db: ClubDb, { id, oneName }: ImportOf<"contacts"> & { oneName: boolean }) {
  return inTransaction(db, (tx) => joinNames(tx, id, oneName));
}

/** Returns the rules of a subject: TypeScript cannot follow that the entry of `S` has the types of `S`. */
const rulesOf = <S extends Subject>(name: S) =>
  subjects[name] as unknown as ImportSubject<
    FieldOf<S>,
    About<S>["summary"],
    About<S>["undo"],
    About<S>["problem"]
  >;

async function find(db: ClubDb, subject: Subject, id: string): Promise<Import | undefined> {
  const found = await findImport(db, id);
  return found?.subject === subject ? found : undefined;
}

async function findPreview(db: ClubDb, subject: Subject, id: string): Promise<Import | undefined> {
  const found = await find(db, subject, id);
  return found?.status === "preview" ? found : undefined;
}

/** Reads a file's bytes for its header: the first lines of a text, all of any other. */
async function startOf(path: string): Promise<Uint8Array> {
  const file = await openFile(path);
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
