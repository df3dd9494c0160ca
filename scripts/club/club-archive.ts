import { createHash, type Hash } from "node:crypto";
import { closeSync, openSync, readSync, statSync, writeFileSync, writeSync } from "node:fs";
import { z } from "zod";
import { flush } from "#app/db/copy.server.ts";
import { openFile, openReadOnly, type RawFile } from "#app/db/file-engine.server.ts";
import { newId } from "#app/runtime/ids.server.ts";

/**
 * One SQLite file with all data of a club: its own file byte for byte, its rows of the control database and its
 * uploads. Any SQLite tool opens it; a hash over all hashes seals the contents.
 */
export interface ClubArchive {
  code: string;
  /** Mode of the installation that it comes from: demo, production or test. */
  mode: string;
  madeAt: string;
  /** The migrations of the control database that the rows come from. */
  controlMigrations: string[];
  /** Rows of the control database, by table. */
  rows: Record<string, object[]>;
  files: PackedFile[];
}

export interface PackedFile {
  /** club.sqlite, uploads/…, or documents/… for one that is sealed in its folder and is plain here. */
  path: string;
  bytes: number;
  sha256: string;
}

/** The name of the club's own file in the archive. */
export const CLUB_FILE = "club.sqlite";

/** The first format had sealed documents, whose key another installation does not have. */
const FORMATS = ["1", "2"];
const FORMAT = "2";
/** 'Gdsd' in the header identifies an archive to `file` and in a hex editor. */
const APPLICATION_ID = 0x47647364;
const PIECE_BYTES = 1 << 20;
const TABLES = `
  create table about (key text primary key, value text not null) strict;
  create table files (path text primary key, bytes integer not null, sha256 text not null) strict;
  create table pieces (
    path text not null references files (path), number integer not null, content blob not null,
    primary key (path, number)) strict;
  create table control_rows (
    table_name text not null, number integer not null, row text not null, primary key (table_name, number)) strict`;

/**
 * Writes an archive that only its owner can read, and syncs it to disk.
 * @throws if `to` exists
 */
export function writeClubArchive(
  to: string,
  { rows, ...about }: Omit<ClubArchive, "files">,
  sources: { path: string; from: string }[],
): void {
  // It holds password hashes, so it is private from the start.
  writeFileSync(to, "", { mode: 0o600, flag: "wx" });
  const file = openFile(to);
  try {
    file.pragma(`application_id = ${APPLICATION_ID}`);
    file.exec(`begin immediate; ${TABLES}`);
    const note = file.prepare("insert into about values (?, ?)");
    note.run("product", "goodside");
    note.run("format", FORMAT);
    note.run("code", about.code);
    note.run("mode", about.mode);
    note.run("made_at", about.madeAt);
    note.run("control_migrations", JSON.stringify(about.controlMigrations));
    for (const source of sources) packFile(file, source);
    const row = file.prepare("insert into control_rows values (?, ?, ?)");
    for (const [table, list] of Object.entries(rows)) {
      for (const [number, item] of list.entries()) row.run(table, number, JSON.stringify(item));
    }
    note.run("seal", sealOf(file));
    file.exec("commit");
    file.pragma("journal_mode = DELETE");
  } finally {
    file.close();
  }
  flush(to);
}

/**
 * Opens an archive after checking its pages, its seal and the hash of each file.
 * @throws Error with a message for the operator if it is not an archive, damaged, or of another format
 */
export function openClubArchive(
  path: string,
): ClubArchive & { unpack(packed: string, to: string): void; close(): void } {
  const file = openReadOnly(path);
  try {
    const about = aboutOf(file, path);
    const rows: ClubArchive["rows"] = {};
    const kept = file.prepare("select table_name, row from control_rows order by table_name, number").all();
    for (const { table_name, row } of kept as { table_name: string; row: string }[]) {
      const list = rows[table_name] ?? [];
      rows[table_name] = list;
      list.push(JSON.parse(row) as object);
    }
    const files = file.prepare("select path, bytes, sha256 from files order by path").all() as PackedFile[];
    for (const entry of files) {
      if (!isPlain(entry.path, about.code))
        throw new Error(`${path} has a file of a strange name: ${entry.path}`);
      refuseChanged(file, entry);
    }
    return {
      code: about.code,
      mode: about.mode,
      madeAt: about.made_at,
      controlMigrations: z.array(z.string()).parse(JSON.parse(about.control_migrations)),
      rows,
      files,
      unpack: (packed, to) => unpackFile(file, packed, to),
      close: () => file.close(),
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

const aboutSchema = z.object({
  product: z.literal("goodside"),
  format: z.string(),
  code: z.string().regex(/^[a-z0-9]{1,80}$/),
  mode: z.string(),
  made_at: z.string(),
  control_migrations: z.string(),
  seal: z.string(),
});

function aboutOf(file: RawFile, path: string): z.infer<typeof aboutSchema> {
  const none = new Error(`${path} is no file of an exported club`);
  if (!isClubArchive(file)) throw none;
  const damage = (file.prepare("pragma integrity_check(1)").pluck().get() as string) !== "ok";
  if (damage) throw new Error(`${path} is damaged`);
  const pairs = file.prepare("select key, value from about").raw().all() as [string, string][];
  const about = aboutSchema.safeParse(Object.fromEntries(pairs));
  if (!about.success) throw none;
  if (!FORMATS.includes(about.data.format)) {
    throw new Error(
      `${path} has the format ${about.data.format}; this release reads ${FORMATS.join(" and ")}`,
    );
  }
  if (sealOf(file) !== about.data.seal)
    throw new Error(`${path} was changed since it was made: its seal does not fit`);
  return about.data;
}

/** Returns the path of a document's plain content in an archive. */
export const documentPath = (code: string, id: string) => `documents/${code}/${id}`;

/** Accepts the paths of a club's file, uploads and documents; refuses paths outside of the target folder. */
const isPlain = (path: string, code: string) =>
  path === CLUB_FILE ||
  ((path.startsWith(`uploads/${code}/`) || path.startsWith(`documents/${code}/`)) &&
    !path.split("/").some((part) => /^\.*$/.test(part)));

/** Tells whether a file is a club archive; false as well if it is not a database. */
function isClubArchive(file: RawFile): boolean {
  try {
    return file.pragma("application_id", { simple: true }) === APPLICATION_ID;
  } catch (error) {
    if (error instanceof Error && /not a database|malformed/.test(error.message)) return false;
    throw error;
  }
}

/** Hashes the archive's metadata, the hashes of its files, and its rows. */
function sealOf(file: RawFile): string {
  const hash = createHash("sha256");
  for (const query of [
    "select key, value from about where key <> 'seal' order by key",
    "select path, bytes, sha256 from files order by path",
    "select table_name, number, row from control_rows order by table_name, number",
  ]) {
    for (const row of file.prepare(query).raw().iterate()) hash.update(`${JSON.stringify(row)}\n`);
  }
  return hash.digest("hex");
}

function packFile(file: RawFile, { path, from }: { path: string; from: string }): void {
  const add = file.prepare("insert into pieces values (?, ?, ?)");
  const hash = createHash("sha256");
  const source = openSync(from, "r");
  try {
    file.prepare("insert into files values (?, ?, '')").run(path, statSync(from).size);
    let at = 0;
    for (let number = 0; ; number += 1) {
      const piece = Buffer.alloc(PIECE_BYTES);
      const read = readSync(source, piece, 0, PIECE_BYTES, at);
      if (read === 0) break;
      at += read;
      const content = piece.subarray(0, read);
      hash.update(content);
      add.run(path, number, content);
    }
    file.prepare("update files set bytes = ?, sha256 = ? where path = ?").run(at, hash.digest("hex"), path);
  } finally {
    closeSync(source);
  }
}

function refuseChanged(file: RawFile, { path, bytes, sha256 }: PackedFile): void {
  let size = 0;
  const hash: Hash = createHash("sha256");
  for (const piece of piecesOf(file, path)) {
    size += piece.length;
    hash.update(piece);
  }
  if (size !== bytes || hash.digest("hex") !== sha256) {
    throw new Error(`${path} in it is damaged: it does not have its hash`);
  }
}

function unpackFile(file: RawFile, path: string, to: string): void {
  const target = openSync(to, "wx", 0o600);
  try {
    for (const piece of piecesOf(file, path)) {
      for (let at = 0; at < piece.length; ) at += writeSync(target, piece, at);
    }
  } finally {
    closeSync(target);
  }
  flush(to);
}

const piecesOf = (file: RawFile, path: string) =>
  file
    .prepare("select content from pieces where path = ? order by number")
    .pluck()
    .iterate(path) as IterableIterator<Buffer>;

/** Returns the temporary name of a file until it is complete. */
export const unfinished = (to: string) => `${to}.unfinished-${newId()}`;
