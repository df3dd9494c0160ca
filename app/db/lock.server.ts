import { SqliteFile } from "./sqlite.server.ts";

/**
 * A lock that the operating system releases when its holder dies.
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
