import { type Kysely, sql } from "kysely";
import { onPostgres } from "./dialect.server.ts";

/** Thrown while a reader needs a state that only the log still has, so that it cannot be emptied yet. */
export class LogInUse extends Error {
  override name = "LogInUse";
}

/**
 * Writes a file's log (WAL) into the file and cuts it to nothing: until then it still holds the pages as they were
 * before a deletion.
 * @throws LogInUse
 */
export async function emptyLog<Schema>(db: Kysely<Schema>): Promise<void> {
  // PostgreSQL keeps its log for standbys and the archive, as long as they are configured to.
  if (onPostgres(db)) return;
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  if (rows[0]?.busy !== 0) throw new LogInUse("The log is in use");
}
