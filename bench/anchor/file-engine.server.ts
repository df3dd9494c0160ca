import { Kysely, SqliteDialect } from "kysely";
import type { RawFile } from "#app/db/file-engine.server.ts";

// Everything except kyselyOver, which is replaced below.
export * from "#app/db/file-engine.server.ts";

/** Opens Kysely over better-sqlite3, as its documentation shows it. */
export function kyselyOver<Schema>(file: RawFile): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: file }) });
}
