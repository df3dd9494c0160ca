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
import { isDamage, type RawFile } from "./engine.server.ts";
import { SqliteFile } from "./sqlite.server.ts";

/**
 * In the clubs' folder: a file for each club whose file is being replaced, which says where the old one goes. Its
 * own time is the bell.
 */
const REPLACING = ".replacing";
/** A mark that is older was left by a restore that was killed: then the file is simply missing. */
const MARK_HOLDS_MS = 120_000;
const CLOSED_WITHIN_MS = 20_000;
/** Longer than ClubFiles takes to notice, for a file that SQLite cannot be asked about. */
const GRACE_MS = 2_000;
const PARTS = ["", "-wal", "-shm"];

/** When a replacement was last announced in a clubs' folder. */
export const lastReplacing = (folder: string): number =>
  statSync(join(folder, REPLACING), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether somebody is putting another file in the place of a club's just now. */
export function isReplacing(folder: string, code: string): boolean {
  const mark = statSync(join(folder, REPLACING, code), { throwIfNoEntry: false });
  return mark !== undefined && Math.abs(Date.now() - mark.mtimeMs) < MARK_HOLDS_MS;
}

export interface Replacement {
  code: string;
  /** A whole file in the clubs' folder. */
  fresh: string;
  /** Where the file that stands there now goes. */
  aside: string;
  /** How long others have to let go of it. */
  patienceMs?: number;
}

/**
 * Puts a whole file in the place of a club's, while the app serves: nobody gets the club for a moment. What stood
 * there is moved to `aside` with its WAL, under one name; the new file gets its name only after every process has
 * let go of the old one, so that what anybody was told is saved is in one of the two.
 * @returns whether there was a file to put aside
 * @throws where somebody does not let go: then everything is as it was
 */
export async function replaceClubFile(
  folder: string,
  { code, fresh, aside, patienceMs = CLOSED_WITHIN_MS }: Replacement,
): Promise<boolean> {
  const path = join(folder, `${code}.sqlite`);
  const marks = join(folder, REPLACING);
  const mark = join(marks, code);
  mkdirSync(marks, { recursive: true });
  mkdirSync(dirname(aside), { recursive: true });
  finishInterrupted(path, mark);
  writeFileSync(mark, resolve(aside));
  try {
    const stood = existsSync(path);
    // The file goes first and comes back last: without it nobody opens the others.
    const moved = PARTS.filter((part) => move(path + part, aside + part));
    const at = Date.now() / 1000;
    utimesSync(marks, at, at);
    if (stood && !(await isLetGo(aside, patienceMs))) {
      for (const part of moved.toReversed()) move(aside + part, path + part);
      throw new Error("a process does not close the old file: nothing was replaced");
    }
    // Only an index of the WAL that is now in the file.
    rmSync(`${aside}-shm`, { force: true });
    try {
      linkSync(fresh, path);
    } catch (error) {
      // No room, or a start has swept the fresh file away: rather the old file than none.
      if (stood && !existsSync(path)) move(aside, path);
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
 * A replacement that was killed between two renames has left the WAL behind: it belongs to the file that is aside
 * already, for what is saved in it is in no other.
 */
function finishInterrupted(path: string, mark: string): void {
  const aside = existsSync(mark) ? readFileSync(mark, "utf8") : "";
  if (aside === "" || existsSync(path) || !existsSync(aside)) return;
  for (const part of PARTS) if (!existsSync(aside + part)) move(path + part, aside + part);
}

/**
 * Whether a database is open in another process. Only who is alone with a file may leave WAL mode; it is put back.
 * A file that is no database tells nothing: false.
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

/** Waits until no process has the file open; afterwards what stood in its WAL is in the file itself. */
async function isLetGo(path: string, patienceMs: number): Promise<boolean> {
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
    // No lock to ask: whoever had it open from better days is seen in /proc, or has the time to notice.
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

/** Linux only, and only as far as the processes are ours to look at. */
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
    // It ended meanwhile, or belongs to somebody else.
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
