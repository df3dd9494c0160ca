import type pg from "pg";
import { env } from "#app/config/env.server.ts";
import { openPool } from "./pool.server.ts";

/** Files as rows of their path below the data folder, which all machines see (migrations/postgres/004-files.ts). */

let pool: pg.Pool | undefined;

/** Returns the process's pool over them; null where the data folder has the files. */
export function filesPool(): pg.Pool | null {
  const { databaseUrl } = env();
  if (!databaseUrl) return null;
  pool ??= openPool(databaseUrl, "files");
  return pool;
}

/** Closes the pool; the next use reopens it. */
export async function closeFilesPool(): Promise<void> {
  const open = pool;
  pool = undefined;
  await open?.end();
}

/** Stores a file under a path that has none. A second time with the same content is fine. */
export async function keepFile(files: pg.Pool, path: string, content: Buffer): Promise<void> {
  const { rowCount } = await files.query(
    "insert into kept (path, content) values ($1, $2) on conflict do nothing",
    [path, content],
  );
  if (rowCount === 0 && !(await readKeptFile(files, path))?.equals(content))
    throw new Error(`There is another file at ${path}`);
}

export async function readKeptFile(files: pg.Pool, path: string): Promise<Buffer | null> {
  const { rows } = await files.query<{ content: Buffer }>("select content from kept where path = $1", [path]);
  return rows[0]?.content ?? null;
}

/** Puts another content in the place of a file, unless that was changed or removed meanwhile. */
export async function replaceKeptFile(
  files: pg.Pool,
  path: string,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<void> {
  await files.query("update kept set content = $3 where path = $1 and content = $2", [path, before, after]);
}

/** Removes a file. One that is gone already is fine. */
export async function removeKeptFile(files: pg.Pool, path: string): Promise<void> {
  await files.query("delete from kept where path = $1", [path]);
}

/** Removes everything below a folder. */
export async function removeKeptFolder(files: pg.Pool, folder: string): Promise<void> {
  await files.query("delete from kept where path >= $1 and path < $2", [`${folder}/`, `${folder}0`]);
}

/** Loads the paths below a folder that were stored before a moment. */
export async function keptBefore(files: pg.Pool, folder: string, at: Date): Promise<string[]> {
  const { rows } = await files.query<{ path: string }>(
    "select path from kept where stored_at < $1 and path >= $2 and path < $3",
    [at, `${folder}/`, `${folder}0`],
  );
  return rows.map(({ path }) => path);
}
