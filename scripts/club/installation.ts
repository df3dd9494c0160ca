import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type pg from "pg";
import type { Env } from "#app/config/env.server.ts";
import { BUILDING } from "#app/db/clubs.server.ts";
import { movingFile } from "#app/db/moved-away.server.ts";
import { writeClubFile } from "#app/db/postgres/club-file.server.ts";
import type { Platform } from "#app/db/storage/platform.server.ts";
import { newId } from "#app/runtime/ids.server.ts";
import { type InstallationKeys, makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { filesBelow } from "../backup/uploads.ts";

/** Source or target of a club: a data folder, or a PostgreSQL with everything that a data folder has. */
export interface Installation extends Pick<Env, "dataDir" | "mode"> {
  platform: Platform;
  /** Files of a PostgreSQL (files.kept); none for a data folder. */
  kept?: pg.Pool | null;
  /** Keys of documents; by default those of this process's settings. */
  keys?: InstallationKeys;
}

export const keysOf = ({ keys, dataDir }: Installation): InstallationKeys => keys ?? makeKeysOf(dataDir);

/** Folder below a data folder, and in the paths of `files.kept`. */
export const UPLOADS = "uploads";

/**
 * Returns a club's own file, even while it is moved, or a file in a folder with its current rows; null if the club is
 * not here.
 */
export async function fileOfClub(
  { platform: { clubs }, dataDir, kept }: Installation,
  code: string,
  folder: string,
): Promise<string | null> {
  const moving = movingFile(join(dataDir, "clubs"), code);
  if (!kept && existsSync(moving)) return moving;
  const path = join(kept ? folder : join(dataDir, "clubs"), `${code}.sqlite`);
  if (!kept) return existsSync(path) ? path : null;
  if (!(await clubs.has(code))) return null;
  await clubs.use(code, (db) => writeClubFile(db, path));
  return path;
}

/** Returns the folder with a club's uploads, still sealed; for a PostgreSQL it is filled in a folder. */
export async function uploadsOf(
  { dataDir, kept }: Installation,
  code: string,
  folder: string,
): Promise<string> {
  if (!kept) return join(dataDir, UPLOADS);
  const { rows } = await kept.query<{ path: string }>(
    "select path from kept where path >= $1 and path < $2 order by path",
    [`${UPLOADS}/${code}/`, `${UPLOADS}/${code}0`],
  );
  for (const { path } of rows) await writeKept(kept, path, join(folder, path));
  return join(folder, UPLOADS);
}

/** Writes a file of a PostgreSQL to a path that only its owner can read. */
export async function writeKept(kept: pg.Pool, path: string, to: string): Promise<void> {
  const { rows } = await kept.query<{ content: Buffer }>("select content from kept where path = $1", [path]);
  // Deleted meanwhile.
  if (!rows[0]) return;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  writeFileSync(to, rows[0].content, { mode: 0o600 });
}

/** Replaces a club's files in PostgreSQL by a folder's files, or (null) by none. */
export async function replaceKept(kept: pg.Pool, code: string, folder: string | null): Promise<void> {
  const client = await kept.connect();
  try {
    await client.query("begin");
    await client.query("delete from kept where path >= $1 and path < $2", [
      `${UPLOADS}/${code}/`,
      `${UPLOADS}/${code}0`,
    ]);
    for (const path of folder === null ? [] : filesBelow(folder, code))
      await client.query("insert into kept (path, content) values ($1, $2)", [
        `${UPLOADS}/${path}`,
        readFileSync(join(folder ?? "", path)),
      ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Returns paths for preparing a club's file and uploads, under names that the app never opens; for a PostgreSQL beside
 * the archive.
 */
export function workPlace(
  { dataDir, kept }: Installation,
  besides: string,
): {
  file: string;
  uploads: string;
  clear(): void;
} {
  const folder = kept ? mkdtempSync(join(besides, ".importing-")) : null;
  const file = join(folder ?? join(dataDir, "clubs"), `${BUILDING}${newId()}.sqlite`);
  const uploads = join(folder ?? join(dataDir, UPLOADS), `${BUILDING}${newId()}`);
  return {
    file,
    uploads,
    clear: () => {
      for (const part of ["", "-wal", "-shm"]) rmSync(file + part, { force: true });
      rmSync(uploads, { recursive: true, force: true });
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
