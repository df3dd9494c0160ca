import { SqliteFile } from "./sqlite.server.ts";

/**
 * A lock that the operating system takes back when its holder dies, however that happens: nothing is ever left
 * locked, and no process number has to be trusted.
 * @returns what lets go of it; null where somebody else holds it
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
