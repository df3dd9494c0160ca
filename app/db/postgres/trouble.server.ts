/** The server cannot be reached or is too busy. Nothing was changed: a retry may succeed. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  readonly code = "DATABASE_UNAVAILABLE";

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}

/** The server's disk is full. */
export class DatabaseFull extends Error {
  override name = "DatabaseFull";
  readonly code = "DATABASE_FULL";

  constructor(cause: unknown) {
    super("The database has no room", { cause });
  }
}

/** The connection broke while a commit was waited for: it was made, or it was not. It is never repeated. */
export class CommitUnknown extends Error {
  override name = "CommitUnknown";

  constructor(cause: unknown) {
    super("The connection broke while a commit was waited for: it may have been made", { cause });
  }
}

/** Waited too long for a lock, or in a circle; too many connections; no memory. */
const BUSY = ["55P03", "40P01", "40001", "53300", "53200", "57014"];
const FULL = "53100";
/** Shuts down, starts, was sent away; became a standby that only reads; the connection's own failures. */
const GONE = /^(57P0[1-5]|25006|08...)$/;

/** A migration changed what a prepared statement gives: a new connection prepares it anew. */
const OUTDATED = /^cached plan must not change result type/;
/** The client's own words for a connection that ended. */
const LOST = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

/** Tells whether others wrote since the transaction's snapshot: it was rolled back, and may be repeated. */
export const isStale = (error: unknown): boolean =>
  codeOf(error instanceof DatabaseUnavailable ? error.cause : error) === "40001";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** Tells whether a club, or everything, no longer takes changes (migration 005). */
export const isClosed = (error: unknown): boolean => codeOf(error) === "GS001";

/** Tells whether the connection is unusable. */
export function isBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("severity" in error) {
    const { severity } = error;
    return (
      severity === "FATAL" || severity === "PANIC" || GONE.test(codeOf(error)) || OUTDATED.test(error.message)
    );
  }
  return "syscall" in error || LOST.test(error.message);
}

/** Returns the error to throw for what kept a statement from being run, or a transaction from being begun. */
export function explained(error: unknown): unknown {
  if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) return error;
  if (isBroken(error)) return new DatabaseUnavailable("The connection broke", error);
  const code = codeOf(error);
  if (BUSY.includes(code)) return new DatabaseUnavailable("Others keep the database busy", error);
  return code === FULL ? new DatabaseFull(error) : error;
}
