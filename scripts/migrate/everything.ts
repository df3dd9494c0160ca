import { join } from "node:path";
import type { Env } from "#app/config/env.server.ts";
import { openPlatform } from "#app/db/platform.server.ts";
import { codesIn } from "../backup/backup.ts";
import { inParallel } from "../workers/worker-pool.ts";
import { clubMigrations } from "./lists.ts";
import { isMigrated, type MigrateTask } from "./one.ts";

/**
 * Migrates the control database, then every club's file, several at a time; goes on past a file that fails. What
 * is done is done: after an interruption, or once a broken file is mended, run it again and only the rest is left.
 * @param tell hears one line a file.
 * @param later a release to come: see `clubMigrations`.
 * @returns how many clubs' files failed. @throws where the control database itself cannot be used.
 */
export async function migrateEverything(
  { dataDir, mode }: Pick<Env, "dataDir" | "mode">,
  print: (line: string) => void,
  later: string | null = null,
): Promise<number> {
  const open = await openPlatform({ dataDir, mode, migrateOnOpen: true });
  await open.close();
  print("control: up to date");
  const migrations = await clubMigrations(later);
  const left: MigrateTask[] = [];
  for (const code of codesIn(dataDir)) {
    const path = join(dataDir, "clubs", `${code}.sqlite`);
    if (isMigrated(path, migrations)) print(`${code.toUpperCase()}: up to date`);
    else left.push({ code, path, later });
  }
  let failed = 0;
  await inParallel("migrate", left, (done) => {
    const code = done.item.code.toUpperCase();
    if ("error" in done) {
      failed += 1;
      print(`${code}: FAILED, ${done.error}`);
    } else print(`${code}: ${done.value === 0 ? "up to date" : `migrated (${done.value})`}`);
  });
  return failed;
}
