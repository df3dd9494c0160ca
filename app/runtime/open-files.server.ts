import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";

/**
 * Descriptors that a process keeps free of club files: connections, the control database, the log, files being written.
 */
const RESERVE = 1_200;
/** A club's file, its WAL and its shared memory file. */
const DESCRIPTORS_A_CLUB = 3;
/** Part of the reserve that connections do not use. */
const OTHER_DESCRIPTORS = 64;

/** Returns the most files that this process may open; null if the machine does not report it, or sets no limit. */
export function openFilesLimit(limits = limitsOfThisProcess()): number | null {
  const soft = Number(limits?.match(/^Max open files\s+(\S+)/m)?.[1]);
  return Number.isInteger(soft) ? soft : null;
}

export const limitsOfThisProcess = () =>
  existsSync("/proc/self/limits") ? readFileSync("/proc/self/limits", "utf8") : null;

const reserveOf = (limit: number) => Math.min(RESERVE, Math.floor(limit / 2));

/** Returns the number of club files that may stay open below a limit. */
export const clubFilesWithin = (limit: number | null): number =>
  limit === null ? Number.POSITIVE_INFINITY : Math.floor((limit - reserveOf(limit)) / DESCRIPTORS_A_CLUB);

/** Returns the number of connections that fit beside them. */
export const connectionsWithin = (limit: number | null): number =>
  limit === null ? Number.POSITIVE_INFINITY : Math.max(16, reserveOf(limit) - OTHER_DESCRIPTORS);

/** Returns the limit with which that many club files stay open. */
export const limitForClubs = (clubs: number): number => clubs * DESCRIPTORS_A_CLUB + RESERVE;

/** Returns a sentence for the log if the limit keeps fewer files open than the settings ask for, otherwise null. */
export function fewOpenFiles(wanted: number, limit = openFilesLimit()): string | null {
  const fit = clubFilesWithin(limit);
  return fit >= wanted
    ? null
    : `${limit} open files per process: ${fit} of up to ${wanted} clubs' files stay open; ulimit -n ${limitForClubs(wanted)} (or LimitNOFILE=) keeps all of them`;
}

/** Tells whether this process cannot open another club's file. */
export function isFull(): boolean {
  const opened: number[] = [];
  try {
    while (opened.length <= DESCRIPTORS_A_CLUB) opened.push(openSync(process.execPath, "r"));
    return false;
  } catch {
    // Any error of opening its own program counts.
    return true;
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

/** Counts the files that a process of this user may still open; null if the machine does not say. */
export function freeDescriptors(pid: number): number | null {
  const limits = `/proc/${pid}/limits`;
  try {
    const limit = existsSync(limits) ? openFilesLimit(readFileSync(limits, "utf8")) : null;
    return limit === null ? null : limit - readdirSync(`/proc/${pid}/fd`).length;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EMFILE" || code === "ENFILE") return 0;
    // It has ended meanwhile.
    if (code === "ENOENT" || code === "ESRCH") return null;
    throw error;
  }
}
