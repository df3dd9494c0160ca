import { closeSync, openSync, readSync } from "node:fs";
import type { Migration } from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { kyselyOver, openFile } from "#app/db/file-engine.server.ts";
import { migrate, schemaMark } from "#app/db/migrate.server.ts";
import { clubMigrations } from "./lists.ts";

export interface MigrateTask {
  code: string;
  path: string;
  /** See `clubMigrations`. */
  later: string | null;
}

/** Migrates one club's file. @returns how many migrations were pending. */
export async function migrateOne({ code, path, later }: MigrateTask): Promise<number> {
  const migrations = await clubMigrations(later);
  const db = kyselyOver<ClubSchema>(openFile(path));
  try {
    const applied = await migrate(db, migrations);
    const owner = await db.selectFrom("club").select("code").execute();
    if (owner[0]?.code !== code) {
      throw new Error(`the file says that it belongs to ${owner[0]?.code.toUpperCase() ?? "nobody"}`);
    }
    return applied;
  } finally {
    await db.destroy();
  }
}

const MARK_AT = 60;

/**
 * Tells whether a file's header says that it is fully migrated: 0.02 ms instead of 2 ms for opening it. The header may
 * lag behind the WAL, so false only means that the file has to be opened.
 */
export function isMigrated(path: string, list: Record<string, Migration>): boolean {
  const header = Buffer.alloc(4);
  const file = openSync(path, "r");
  try {
    return readSync(file, header, 0, 4, MARK_AT) === 4 && header.readUInt32BE() === schemaMark(list);
  } finally {
    closeSync(file);
  }
}
