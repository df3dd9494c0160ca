import { existsSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";
import { brokenClubFiles } from "#app/observability/metrics.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { clubFilesWithin, isFull, openFilesLimit } from "#app/runtime/open-files.server.ts";
import { migrations } from "#migrations/club/index.ts";
import type { ClubDb, ClubSchema, ClubTable } from "./club/schema.ts";
import { ClubUnavailable, type Unavailability, Unusable } from "./club-unavailable.server.ts";
import { flush, writeThrough } from "./copy.server.ts";
import { isDamage, kyselyOver, openFile } from "./file-engine.server.ts";
import { migrate, pendingMigrations } from "./migrate.server.ts";
import { movingMark } from "./moved-away.server.ts";
import { linkOnce, type OpenTemplate, openTemplate } from "./new-club-file.server.ts";
import { DataIsNewer, runsBeside } from "./releases.server.ts";
import { isReplacing, lastReplacing } from "./replace.server.ts";

/**
 * Idle club files that the web processes keep open together on a small machine. Each costs 3 descriptors and 0.2 to
 * 0.5 MB and saves the milliseconds of opening it and preparing its statements.
 */
export const LEAST_WEB_IDLE_FILES = 300;
/** The most that one process keeps, where the machine has the memory. */
export const MOST_IDLE_FILES = 500;
const BYTES_A_WEB_FILE = 512 * 1024;
const LEAST_JOBS_IDLE_FILES = 150;
/** Bytes of an open file with the statements of a whole week, and what it has written. */
const BYTES_A_JOBS_FILE = 1024 * 1024;

/** Returns the idle files of one web process: its share of a sixteenth of the machine's memory. */
export function webIdleFiles(processes: number, memoryBytes = machineMemory()): number {
  const fit = Math.max(LEAST_WEB_IDLE_FILES, memoryBytes / 16 / BYTES_A_WEB_FILE);
  return Math.min(MOST_IDLE_FILES, Math.max(50, Math.floor(fit / processes)));
}

/**
 * Returns the idle files of the jobs process, which on a Saturday comes back to every club again and again: another
 * sixteenth. While it has a file open, no web process is the last to close it, which would write its WAL back and
 * delete it.
 */
export function jobsIdleFiles(memoryBytes = machineMemory()): number {
  const fit = Math.floor(memoryBytes / 16 / BYTES_A_JOBS_FILE);
  return Math.min(MOST_IDLE_FILES, Math.max(LEAST_JOBS_IDLE_FILES, fit));
}

/** Returns the memory in bytes; a container's, where it has a limit. */
function machineMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

export const BUILDING = ".building-";
/** Interval of the check for replaced files, which closes them even if no request comes for the club. */
const LOOK_EVERY_MS = 500;

export interface ClubLease {
  db: ClubDb;
  /** Returns the handle to the pool. Idempotent. */
  release(): void;
}

interface Entry {
  opening: Promise<{ db: ClubDb; inode: number }>;
  uses: number;
  /** The file was replaced: close this handle once it is unused. */
  replaced: boolean;
}

/** Storage of the clubs' data: a file each, or rows of their own in PostgreSQL. */
export interface Clubs {
  /** Folder of the club files; null on PostgreSQL. */
  readonly folder: string | null;
  readonly openCount: number;
  /**
   * Leases one club's handle. The code must come from a session, a token's row or a job, never from a form or an
   * address (product/clubs.md#tenants). Never creates a club.
   * @throws ClubUnavailable
   */
  lease(code: string): Promise<ClubLease>;
  /** Runs `work` with a club's handle and releases it afterwards. */
  use<Result>(code: string, work: (db: ClubDb) => Promise<Result>): Promise<Result>;
  /** Creates a club's data. @returns false if there is a club of that code already; it is left untouched */
  create(club: ClubTable): Promise<boolean>;
  has(code: string): Promise<boolean>;
  /** Counts the rows of each table of a club in PostgreSQL; null if it has a file. */
  count(code: string): Promise<Record<string, number> | null>;
  /** Deletes all of a club's data. Where there is none it is fine. */
  erase(code: string): Promise<void>;
  /** Loads the codes of all clubs that have data. */
  codes(): Promise<string[]>;
  /** Identifies the file that a club has now, or null. */
  fileOf(code: string): string | null;
  /** Records damage found by this or another handle: the club is not leased again until its file is replaced. */
  takeDown(error: ClubUnavailable): void;
  /** Removes what a crash left unfinished. Only while no other process uses the data. */
  sweep(): void;
  close(): Promise<void>;
}

/** Returns the folder of the clubs' files, for what works with files only. @throws where there are none */
export function folderOf(clubs: Clubs): string {
  if (clubs.folder === null) throw new Error("The clubs' data is in PostgreSQL, not in files");
  return clubs.folder;
}

/** The pool of open club files: one reference-counted handle per file and process, closed least recently used first. */
export class ClubFiles implements Clubs {
  readonly #folder: string;
  readonly #migrateOnOpen: boolean;
  readonly #entries = new Map<string, Entry>();
  #idleFiles: number;
  #template: Promise<OpenTemplate> | undefined;
  #watch: NodeJS.Timeout | undefined;
  #lastReplacing = 0;
  /** Files that were found migrated and their club's own: neither changes while this process runs. */
  readonly #checked = new Map<string, string>();
  /** Damaged files, which are not written to any more. */
  readonly #damaged = new Map<string, { file: string | null; error: ClubUnavailable }>();

  constructor(options: { folder: string; migrateOnOpen: boolean; idleFiles?: number }) {
    this.#folder = options.folder;
    this.#migrateOnOpen = options.migrateOnOpen;
    this.#idleFiles = Math.min(options.idleFiles ?? LEAST_WEB_IDLE_FILES, clubFilesWithin(openFilesLimit()));
    mkdirSync(this.#folder, { recursive: true });
  }

  get folder(): string {
    return this.#folder;
  }

  get openCount(): number {
    return this.#entries.size;
  }

  /**
   * Leases one club's file. The code must come from a session, a token's row or a job, never from a form or an
   * address (product/clubs.md#tenants). Never creates a file.
   * @throws ClubUnavailable
   */
  async lease(code: string): Promise<ClubLease> {
    const path = this.#path(code);
    this.#watch ??= setInterval(() => this.#noticeReplaced(), LOOK_EVERY_MS).unref();
    for (;;) {
      const entry = this.#entries.get(code) ?? { opening: this.#open(code, path), uses: 0, replaced: false };
      // Reinserting keeps the map in order of last use.
      this.#entries.delete(code);
      this.#entries.set(code, entry);
      entry.uses += 1;
      try {
        const { db, inode } = await entry.opening;
        // An operator may have restored another file under this name while the old one was open.
        this.#refuseDamaged(code);
        if (statSync(path, { throwIfNoEntry: false })?.ino === inode) {
          this.#closeIdle();
          return { db, release: once(() => this.#giveBack(entry)) };
        }
      } catch (error) {
        this.#giveBack(entry);
        if (this.#entries.get(code) === entry) this.#entries.delete(code);
        throw error;
      }
      // SQLite deletes its WAL by name when it closes, so the old file must close before the new one opens.
      entry.uses -= 1;
      if (entry.uses > 0) {
        throw new ClubUnavailable(`The file of ${code.toUpperCase()} is being replaced`, code, "replacing");
      }
      if (this.#entries.get(code) === entry) this.#entries.delete(code);
      await this.#close(entry);
    }
  }

  /** Identifies the file that exists now (inode and mtime), or null. */
  fileOf(code: string): string | null {
    const file = statSync(this.#path(code), { throwIfNoEntry: false });
    return file ? `${file.ino}-${file.mtimeMs}` : null;
  }

  /** Runs `work` with a club's handle and releases it afterwards. */
  async use<Result>(code: string, work: (db: ClubDb) => Promise<Result>): Promise<Result> {
    const lease = await this.lease(code);
    try {
      return await work(lease.db);
    } finally {
      lease.release();
    }
  }

  /**
   * Creates a club's file: built aside, flushed to disk, then linked to its name in one step.
   * @returns false if a file of that name already exists; it is left untouched.
   */
  async create(club: ClubTable): Promise<boolean> {
    const path = this.#path(club.code);
    if (existsSync(path)) return false;
    this.#template ??= openTemplate();
    const building = join(this.#folder, `${BUILDING}${newId()}.sqlite`);
    try {
      writeThrough(building, (await this.#template).bytesFor(club));
      const created = linkOnce(building, path);
      // The file is the template with its own code, so it needs no check.
      if (created) this.#checked.set(club.code, identityOf(statSync(path)));
      return created;
    } finally {
      rmSync(building, { force: true });
      flush(this.#folder);
    }
  }

  /** Tells whether a file of that code exists. */
  async has(code: string): Promise<boolean> {
    return existsSync(this.#path(code));
  }

  async count(): Promise<null> {
    return null;
  }

  async erase(code: string): Promise<void> {
    const path = this.#path(code);
    for (const part of ["", "-wal", "-shm", "-journal"]) await rm(path + part, { force: true });
  }

  /** Loads the codes of all club files. */
  async codes(): Promise<string[]> {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith(".sqlite") && !name.startsWith("."))
      .map((name) => name.slice(0, -".sqlite".length))
      .sort();
  }

  /** Removes unfinished files left by a crash. Only while no other process uses the folder. */
  sweep(): void {
    for (const name of readdirSync(this.#folder)) {
      if (name.startsWith(BUILDING)) rmSync(join(this.#folder, name), { force: true });
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    this.#watch = undefined;
    const open = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all(open.map((entry) => this.#close(entry)));
  }

  #path(code: string): string {
    if (!/^[a-z0-9]{1,80}$/.test(code)) {
      throw new ClubUnavailable(`Not a club code: ${JSON.stringify(code)}`, code, "missing");
    }
    return join(this.#folder, `${code}.sqlite`);
  }

  async #open(code: string, path: string, tries = 2): Promise<{ db: ClubDb; inode: number }> {
    let db: ClubDb | undefined;
    let inode: number | undefined;
    try {
      const file = statSync(path);
      inode = file.ino;
      this.#refuseDamaged(code);
      db = kyselyOver<ClubSchema>(openFile(path), (error) => this.#explain(error, code));
      const identity = identityOf(file);
      if (this.#checked.get(code) !== identity) {
        await this.#check(db, code);
        this.#checked.set(code, identity);
      }
      return { db, inode };
    } catch (error) {
      await db?.destroy();
      if (error instanceof ClubUnavailable) throw error;
      // Another file has taken its place meanwhile: open that one.
      const currentInode = statSync(path, { throwIfNoEntry: false })?.ino;
      const isAnother = currentInode !== undefined && currentInode !== inode;
      if (tries > 1 && (isAnother || (isOutOfFiles(error) && (await this.#giveUpIdle()))))
        return this.#open(code, path, tries - 1);
      brokenClubFiles.inc();
      const reason = this.#reasonOf(error, code, path);
      const message = `The file of ${code.toUpperCase()} ${AWAY[reason] ?? "cannot be used"}`;
      throw new ClubUnavailable(message, code, reason, { cause: error });
    }
  }

  /** Migrates or refuses an outdated file, and refuses another club's. */
  async #check(db: ClubDb, code: string): Promise<void> {
    const pending = this.#migrateOnOpen ? [] : await pendingMigrations(db, migrations);
    if (!pending.every(runsBeside))
      throw new Unusable("outdated", `not migrated (${pending.join(", ")}): run npm run migrate`);
    // The earlier release may have made the file beside this one.
    if (this.#migrateOnOpen || pending.length > 0) await migrate(db, migrations);
    const owner = await db.selectFrom("club").select("code").execute();
    if (owner.length !== 1 || owner[0]?.code !== code) {
      const says = owner[0]?.code.toUpperCase() ?? "nobody";
      throw new Unusable("foreign", `the file says that it belongs to ${says}`);
    }
  }

  #refuseDamaged(code: string): void {
    const known = this.#damaged.get(code);
    if (!known) return;
    if (known.file === this.fileOf(code)) throw known.error;
    this.#damaged.delete(code);
  }

  /** Explains an error; damage found in an open file takes the club down until its file is replaced. */
  #explain(error: unknown, code: string): unknown {
    // The next try finds room.
    if (isOutOfFiles(error)) void this.#giveUpIdle();
    if (!isDamage(error)) return error;
    const message = `The file of ${code.toUpperCase()} is damaged`;
    const unavailable = new ClubUnavailable(message, code, "damaged", { cause: error });
    this.takeDown(unavailable);
    return unavailable;
  }

  /** Records damage found by this or another handle: the file is not leased again until it is replaced. */
  takeDown(error: ClubUnavailable): void {
    if (error.reason !== "damaged") return;
    this.#damaged.set(error.code, { file: this.fileOf(error.code), error });
    const entry = this.#entries.get(error.code);
    if (entry) entry.replaced = true;
  }

  #reasonOf(error: unknown, code: string, path: string): Unavailability {
    if (error instanceof Unusable) return error.reason;
    if (error instanceof DataIsNewer) return "newer";
    if (!existsSync(path)) {
      if (existsSync(movingMark(this.#folder, code))) return "moved";
      // Checked again: a replacement that has just finished leaves a file and no mark.
      return isReplacing(this.#folder, code) || existsSync(path) ? "replacing" : "missing";
    }
    return isDamage(error) ? "damaged" : "machine";
  }

  /** Closes files that a restore moved aside, so that it can continue; it touches one folder. */
  #noticeReplaced(): void {
    const rung = lastReplacing(this.#folder);
    if (rung === this.#lastReplacing) return;
    this.#lastReplacing = rung;
    for (const [code, entry] of this.#entries) void this.#closeIfReplaced(code, entry);
  }

  async #closeIfReplaced(code: string, entry: Entry): Promise<void> {
    const opened = await entry.opening.catch(() => undefined);
    const inode = statSync(this.#path(code), { throwIfNoEntry: false })?.ino;
    if (!opened || opened.inode === inode || this.#entries.get(code) !== entry) return;
    entry.replaced = true;
    // In use: it is closed when released, and not leased again.
    if (entry.uses > 0) return;
    this.#entries.delete(code);
    await this.#close(entry);
  }

  #giveBack(entry: Entry): void {
    entry.uses -= 1;
    if (entry.replaced && entry.uses === 0) {
      for (const [code, other] of this.#entries) if (other === entry) this.#entries.delete(code);
      void this.#close(entry);
    }
    this.#closeIdle();
  }

  #closeIdle(): void {
    let excess = this.#entries.size - this.#idleFiles;
    if (excess <= 0) return;
    for (const [code, entry] of this.#entries) {
      if (excess <= 0) return;
      if (entry.uses > 0) continue;
      this.#entries.delete(code);
      void this.#close(entry);
      excess -= 1;
    }
  }

  /** Closes half of the idle files, and keeps fewer from now on. @returns whether there were any */
  async #giveUpIdle(): Promise<boolean> {
    const idle = [...this.#entries].filter(([, { uses }]) => uses === 0);
    const closed = idle.slice(0, Math.ceil(idle.length / 2));
    this.#idleFiles = Math.min(this.#idleFiles, this.#entries.size - closed.length);
    for (const [code] of closed) this.#entries.delete(code);
    await Promise.all(closed.map(([, entry]) => this.#close(entry)));
    return closed.length > 0;
  }

  async #close(entry: Entry): Promise<void> {
    const opened = await entry.opening.catch(() => undefined);
    await opened?.db.destroy();
  }
}

/** Tells whether files ran out; SQLite says the same of a file that may not be read: only a try tells. */
const isOutOfFiles = (error: unknown) =>
  error instanceof Error &&
  "code" in error &&
  /^(SQLITE_CANTOPEN|EMFILE|ENFILE)/.test(String(error.code)) &&
  isFull();

/** Reasons that pass, or with the data elsewhere. */
const AWAY: Partial<Record<Unavailability, string>> = {
  replacing: "is being replaced",
  moved: "is moved to another installation",
  newer: "belongs to a newer release",
};

/** Returns the identity with the time of birth, because a file system gives an inode's number again. */
const identityOf = ({ ino, birthtimeMs }: Stats) => `${ino}-${birthtimeMs}`;

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
