import { type Kysely, PostgresAdapter } from "kysely";

/** Tells whether a handle, or a transaction of it, is over PostgreSQL instead of a file. */
export const onPostgres = <Schema>(db: Kysely<Schema>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
