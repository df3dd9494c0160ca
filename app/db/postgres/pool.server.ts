import pg from "pg";
import { RESULT_TYPES } from "./values.server.ts";

/** Connections of one process: a page reads on several at once, and a change keeps one until it is committed. */
export const CONNECTIONS = { control: 10, club: 20, files: 5 } as const;
/** As long as a file is waited for. */
const PATIENCE_MS = 10_000;

/** A pool over the control tables, the clubs' or the files, each of its own: none waits for a connection of another. */
export function openPool(databaseUrl: string, schema: keyof typeof CONNECTIONS): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS[schema],
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: `goodside ${schema}`,
    options: `-c search_path=${schema},public`,
    types: RESULT_TYPES,
  });
  // A connection that breaks while nobody uses it is replaced by the next one that is asked for.
  pool.on("error", () => {});
  return pool;
}
