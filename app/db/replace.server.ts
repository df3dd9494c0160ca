import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { flush } from "./copy.server.ts";
import { isDamage, type RawFile } from "./file-engine.server.ts";
import { SqliteFile } from "./sqlite.server.ts";

/**
 * A folder in the clubs' folder with a mark for each club that is being replaced, containing the path of the old
 * file. Its own mtime signals a replacement to the other processes.
 */
const REPLACING = ".replacing";
/** An older mark was left by a killed restore, so its club's file counts as missing. */
const MARK_VALID_MS = 120_000;
const CLOSED_WITHIN_MS = 20_000;
/** Grace period for a damaged file, whose users SQLite cannot name: longer than ClubFiles takes to close it. */
const GRACE_MS = 2_000;
const PARTS = ["", "-wal", "-shm"];

/** Returns when a replacement was last signalled in a clubs' folder. */
export const lastReplacing = (folder: string): number =>
  statSync(join(folder, REPLACING), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Tells whether a club's file is being replaced right now. */
export function isReplacing(folder: string, code: string): boolean {
  const mark = statSync(join(folder, REPLACING, code), { throwIfNoEntry: false });
  return mark !== undefined && Math.abs(Date.now() - mark.mtimeMs) < MARK_VALID_MS;
}

export interface Replacement {
  code: string;
  /** The finished new file, in the clubs' folder. */
  fresh: string;
  /** Path that the current file is moved to. */
  aside: string;
  /** Time for other processes to close it. */
  patienceMs?: number;
}

/**
 * Replaces a club's file while the app serves; the club is unavailable meanwhile. The old file moves to `aside` with
 * its WAL, and the new one gets its name only after every process has closed the old one, so everything acknowledged
 * is in one of the two.
 * @returns whether there was an old file
 * @throws if a process keeps the old file open; then nothing was replaced
 */
export async function replaceClubFile(
  folder: string,
  { code, fresh, aside, patienceMs = CLOSED_WITHIN_MS }: Replacement,
): Promise<boolean> {
  const path = join(folder, `${code}.sqlite`);
  const mark = join(folder, REPLACING, code);
  mkdirSync(dirname(mark), { recursive: true });
  mkdirSync(dirname(aside), { recursive: true });
  const interrupted = finishInterrupted(path, mark);
  writeFileSync(mark, resolve(interrupted ?? aside));
  try {
    const stood = existsSync(path);
    const old = stood ? aside : interrupted;
    if (old) await putAside(folder, { code, aside: old, patienceMs });
    else signal(folder);
    try {
      linkSync(fresh, path);
    } catch (error) {
      // The disk is full, or a starting process swept the new file: better the old file than none.
      if (old && !existsSync(path)) move(old, path);
      throw error;
    }
    unlinkSync(fresh);
    flush(folder);
    flush(dirname(aside));
    return stood;
  } finally {
    rmSync(mark, { force: true });
  }
}

/**
 * Moves a file aside, unless one who was killed has done so, and waits until no process has it open: who was killed in
 * the middle did not wait, or not to the end.
 * @throws if a process keeps it open; then it is where it was
 */
async function putAside(
  folder: string,
  { code, aside, patienceMs }: { code: string; aside: string; patienceMs: number },
): Promise<void> {
  const path = join(folder, `${code}.sqlite`);
  // The main file moves first and returns last: without it the other parts are not opened.
  for (const part of PARTS) move(path + part, aside + part);
  signal(folder);
  if (!existsSync(aside)) return;
  if (!(await isClosedByAll(aside, patienceMs))) {
    bringFileBack(folder, code, aside);
    throw new Error("a process does not close the old file: nothing was replaced");
  }
  // Indexes a WAL that has been checkpointed into the file.
  rmSync(`${aside}-shm`, { force: true });
}

/** Has the other processes look for files that were replaced. */
function signal(folder: string): void {
  const at = Date.now() / 1000;
  utimesSync(join(folder, REPLACING), at, at);
}

/**
 * Takes a club's file away from its name, where no process has it open afterwards: everything acknowledged is in it.
 * Killed, it is called again. @throws if a process keeps it open; then it is where it was
 */
export async function takeFileAside(folder: string, code: string, aside: string): Promise<void> {
  mkdirSync(join(folder, REPLACING), { recursive: true });
  await putAside(folder, { code, aside, patienceMs: CLOSED_WITHIN_MS });
  flush(folder);
  flush(dirname(aside));
}

/** Gives the file its name again. */
export function bringFileBack(folder: string, code: string, aside: string): void {
  for (const part of PARTS.toReversed()) move(aside + part, join(folder, `${code}.sqlite${part}`));
  flush(folder);
}

/**
 * Moves the WAL that a replacement killed between two renames left behind to its file, which is already aside.
 * @returns where that file is; null where none was interrupted
 */
function finishInterrupted(path: string, mark: string): string | null {
  const aside = existsSync(mark) ? readFileSync(mark, "utf8") : "";
  if (aside === "" || existsSync(path) || !existsSync(aside)) return null;
  for (const part of PARTS) if (!existsSync(aside + part)) move(path + part, aside + part);
  return aside;
}

/**
 * Tells whether a database is open in another process: SQLite leaves WAL mode only for the sole connection. The mode is
 * restored. False for a file that is not a database.
 */
export function isInUse(path: string): boolean {
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    if (!leftWal(file)) return true;
    file.pragma("journal_mode = WAL");
    return false;
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  } finally {
    file.close();
  }
}

/** Waits until no other process has the file open; leaves its WAL checkpointed into it. */
async function isClosedByAll(path: string, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    while (performance.now() < until) {
      if (leftWal(file)) return true;
      await pause(50);
    }
    return false;
  } catch (error) {
    if (!isDamage(error)) throw error;
    // A damaged file has no usable lock: look in /proc for processes that opened it before.
    await pause(GRACE_MS);
    while (performance.now() < until) {
      if (!isOpenSomewhere(path)) return true;
      await pause(50);
    }
    return false;
  } finally {
    file.close();
  }
}

function leftWal(file: RawFile): boolean {
  try {
    return file.pragma("journal_mode = DELETE", { simple: true }) === "delete";
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_BUSY")) return false;
    throw error;
  }
}

/** Tells whether a process of our own user has a file open. Linux only. */
function isOpenSomewhere(path: string): boolean {
  if (!existsSync("/proc/self/fd")) return false;
  const name = basename(path);
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && entry !== String(process.pid))
    .some((pid) => openFilesOf(pid).some((open) => open.endsWith(`/${name}`)));
}

function openFilesOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`));
  } catch (error) {
    // The process ended meanwhile or belongs to another user.
    if (["ENOENT", "EACCES", "ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return [];
    throw error;
  }
}

function move(from: string, to: string): boolean {
  if (!existsSync(from)) return false;
  renameSync(from, to);
  return true;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
