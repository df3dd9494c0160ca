import { closeSync, openSync } from "node:fs";
import type Sqlite from "better-sqlite3";

/**
 * The better-sqlite3 that fits this Node. Version 12 is the last for Node 20, but aborts from Node 24.19 on when the
 * garbage collector frees its objects; version 13 needs Node 22. Both are locked, and 13 is an optional dependency.
 */
const [major = 0] = process.versions.node.split(".").map(Number);
const fitting = major >= 22 ? "better-sqlite3-13" : "better-sqlite3";

export const { default: SqliteFile } = (await import(/* @vite-ignore */ fitting)) as {
  default: typeof Sqlite;
};

/**
 * Creates a missing database file, readable by its owner only: SQLite would follow the umask. SQLite gives WAL and
 * shared memory the same mode.
 */
export function makeForOwner(path: string): void {
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Takes a lock that the operating system releases when its holder dies.
 * @returns a function that releases it, or null if another process holds it
 */
export function holdLock(path: string): (() => void) | null {
  const file = new SqliteFile(path, { timeout: 0 });
  try {
    file.exec("begin exclusive");
    return () => file.close();
  } catch (error) {
    file.close();
    if (error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw error;
  }
}
