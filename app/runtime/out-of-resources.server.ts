/** Nothing can be written: the disk or a quota is full, or the disk fails. */
const NO_ROOM = ["SQLITE_FULL", "ENOSPC", "EDQUOT", "EFBIG"];
/** Nothing can be opened, another process holds the file for too long, a thread died: it may work in a moment. */
const NOT_NOW = ["SQLITE_CANTOPEN", "SQLITE_BUSY", "EMFILE", "ENFILE", "THREAD_ENDED"];

/**
 * What an unexpected error says about the machine rather than about the program.
 * @returns the status to answer: 507 where nothing can be saved, 503 where it may work in a moment; else null.
 */
export function outOfResourcesStatus(error: unknown): 503 | 507 | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (NO_ROOM.includes(code) || code.startsWith("SQLITE_IOERR")) return 507;
  return NOT_NOW.some((each) => code.startsWith(each)) ? 503 : null;
}
