import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { openDatabase } from "#app/db/postgres/open.server.ts";
import { SqliteFile } from "#app/db/sqlite.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { pluralize } from "#app/domain/values/pluralize.ts";
import { codesIn } from "../backup/codes.ts";
import { inParallel } from "../workers/worker-pool.ts";
import { clubMigrations } from "./lists.ts";
import { isMigrated, type MigrateTask } from "./one.ts";

/**
 * Migrates the control database, then every club's file, several at a time, and continues past failing files. A second
 * run does only the rest. In PostgreSQL all of them are one.
 * @param later see `clubMigrations`.
 * @returns how many clubs' files failed.
 * @throws if the control database cannot be used.
 */
export async function migrateEverything(
  { dataDir, databaseUrl, mode }: Pick<Env, "dataDir" | "mode"> & Partial<Pick<Env, "databaseUrl">>,
  print: (line: string) => void,
  later: string | null = null,
): Promise<number> {
  const control = join(dataDir, "control.sqlite");
  const pending = databaseUrl ? await pendingIn(databaseUrl) : 0;
  const before = databaseUrl ? 0 : appliedIn(control);
  const open = await openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: true });
  await open.close();
  if (databaseUrl) {
    print(`database: ${done(pending)}`);
    return 0;
  }
  print(`control: ${done(appliedIn(control) - before)}`);
  const migrations = await clubMigrations(later);
  const left: MigrateTask[] = [];
  for (const code of codesIn(dataDir)) {
    const path = join(dataDir, "clubs", `${code}.sqlite`);
    if (isMigrated(path, migrations)) print(`${code.toUpperCase()}: up to date`);
    else left.push({ code, path, later });
  }
  let failed = 0;
  await inParallel("migrate", left, (migrated) => {
    const code = migrated.item.code.toUpperCase();
    if ("error" in migrated) {
      failed += 1;
      print(`${code}: FAILED, ${migrated.error}`);
    } else print(`${code}: ${done(migrated.value)}`);
  });
  return failed;
}

const done = (count: number) => (count === 0 ? "up to date" : `${pluralize(count, "migration")} applied`);

async function pendingIn(databaseUrl: string): Promise<number> {
  const database = openDatabase(databaseUrl);
  try {
    return (await database.state()).pending.length;
  } finally {
    await database.close();
  }
}

/** Counts a file's migrations; 0 for a missing one. */
function appliedIn(path: string): number {
  if (!existsSync(path)) return 0;
  const file = new SqliteFile(path, { readonly: true });
  try {
    return file.prepare("select count(*) from kysely_migration").pluck().get() as number;
  } catch (error) {
    if (error instanceof SqliteFile.SqliteError) return 0;
    throw error;
  } finally {
    file.close();
  }
}
