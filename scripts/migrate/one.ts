import { closeSync, openSync, readSync } from "node:fs";
import type { Migration } from "kysely";
import type { ClubSchema } from "#app/db/club/schema.ts";
import { kyselyOver, openFile } from "#app/db/engine.server.ts";
import { migrate, schemaMark } from "#app/db/migrate.server.ts";
import { clubMigrations } from "./lists.ts";

export interface MigrateTask {
  code: string;
  path: string;
  /** See `clubMigrations`. */
  later: string | null;
}

/** Brings one club's file to this release. @returns how many migrations it lacked. @throws what went wrong */
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
 * Whether a file's header already says that it has had all migrations: 0.02 ms instead of 2 to open it. The header
 * may lag behind the WAL, so a no only means that somebody has to look.
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
