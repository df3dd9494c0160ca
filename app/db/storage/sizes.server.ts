import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { filesPool } from "../postgres/files.server.ts";

/** Files that are asked for at once. */
const TOGETHER = 64;

/** Loads the bytes of the control database and of all clubs' data together, with their logs and indexes. */
export async function storedBytes(): Promise<Record<string, number>> {
  const pool = filesPool();
  if (pool)
    return Object.fromEntries((await pool.query<Size>(SIZES)).rows.map(({ of, bytes }) => [of, bytes]));
  const { dataDir } = env();
  return {
    control: await bytesOf(dataDir, (name) => name.startsWith("control.sqlite")),
    clubs: await bytesOf(join(dataDir, "clubs"), (name) => name.includes(".sqlite")),
  };
}

interface Size {
  of: string;
  bytes: number;
}

/** Sizes in PostgreSQL, where uploads are rows, too: `files`. */
const SIZES = `select case nspname when 'club' then 'clubs' else nspname end as of,
    sum(pg_total_relation_size(pg_class.oid))::float8 as bytes
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname in ('control', 'club', 'files')
  group by nspname`;

async function bytesOf(folder: string, fits: (name: string) => boolean): Promise<number> {
  const names = (await unlessGone(readdir(folder)))?.filter(fits) ?? [];
  let bytes = 0;
  for (let from = 0; from < names.length; from += TOGETHER) {
    const some = names.slice(from, from + TOGETHER).map((name) => unlessGone(stat(join(folder, name))));
    for (const found of await Promise.all(some)) bytes += found?.size ?? 0;
  }
  return bytes;
}

/** Returns null for a log file that is gone: SQLite deletes it when the last process closes its database. */
async function unlessGone<Result>(asked: Promise<Result>): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
