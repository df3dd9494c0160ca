import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import type { ClubDb } from "./club/schema.ts";
import type { ControlDb } from "./control/schema.ts";
import { fillClubFile, makeTemplate } from "./new-club-file.server.ts";

/** Bulk writes of data that can be regenerated after a power cut, never of acknowledged changes. */

/** Memory for the database, since rows in random order revisit the same pages. */
const BULK_CACHE_KIB = 256 * 1024;
/** Pages of 4 KiB that may collect in the WAL before a checkpoint. */
const BULK_WAL_PAGES = 50_000;

/** Runs `work` with `synchronous = OFF` and a large cache; afterwards flushes to disk and restores the settings. */
export async function withoutWaitingForDisk<Result>(
  db: ControlDb,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = await Promise.all(
    (["cache_size", "wal_autocheckpoint"] as const).map((name) => setting(db, name)),
  );
  await sql`pragma synchronous = OFF`.execute(db);
  await sql`pragma cache_size = ${sql.lit(-BULK_CACHE_KIB)}`.execute(db);
  await sql`pragma wal_autocheckpoint = ${sql.lit(BULK_WAL_PAGES)}`.execute(db);
  try {
    return await work();
  } finally {
    const [cache = 0, pages = 0] = before;
    await sql`pragma synchronous = FULL`.execute(db);
    await sql`pragma cache_size = ${sql.lit(cache)}`.execute(db);
    await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(db);
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(db);
  }
}

async function setting(db: ControlDb, name: "cache_size" | "wal_autocheckpoint"): Promise<number> {
  const { rows } = await sql<Record<string, number>>`pragma ${sql.raw(name)}`.execute(db as Kysely<unknown>);
  return Object.values(rows[0] ?? {})[0] ?? 0;
}

/** Builds club files in memory and writes each in one go. */
export class ClubBulkWriter {
  readonly #folder: string;
  #template: Promise<Buffer> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  /** Writes one club's file, replacing an existing one. @returns what `fill` returned. */
  async write<Result>(code: string, fill: (db: ClubDb) => Promise<Result>): Promise<Result> {
    this.#template ??= makeTemplate();
    const { bytes, result } = await fillClubFile(await this.#template, fill);
    const path = join(this.#folder, `${code}.sqlite`);
    writeFileSync(`${path}-new`, bytes);
    renameSync(`${path}-new`, path);
    return result;
  }
}
