/** The disk or a quota is full, or the disk fails. */
const NO_ROOM = ["SQLITE_FULL", "ENOSPC", "EDQUOT", "EFBIG", "DATABASE_FULL"];
/** Out of descriptors, a file locked for too long, a dead worker, data of a newer release: a retry may succeed. */
const NOT_NOW = [
  "SQLITE_CANTOPEN",
  "SQLITE_BUSY",
  "EMFILE",
  "ENFILE",
  "WORKER_DIED",
  "DATABASE_UNAVAILABLE",
  "DATA_NEWER",
];

/**
 * Returns the status for an error of the machine: 507 if nothing can be saved, 503 if a retry may succeed, otherwise
 * null.
 */
export function outOfResourcesStatus(error: unknown): 503 | 507 | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (NO_ROOM.includes(code) || code.startsWith("SQLITE_IOERR")) return 507;
  return NOT_NOW.some((prefix) => code.startsWith(prefix)) ? 503 : null;
}
