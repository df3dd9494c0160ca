import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { reportOpenFiles } from "#app/observability/metrics.server.ts";
import { migrations } from "#migrations/control/index.ts";
import { ClubFiles, idleShare } from "./clubs.server.ts";
import type { ControlDb, ControlSchema } from "./control/schema.ts";
import { kyselyOver, openFile } from "./engine.server.ts";
import { closeLimits } from "./limits.server.ts";
import { migrate, pendingMigrations } from "./migrate.server.ts";

/** All storage: the control database and the clubs' files. */
export interface Platform {
  control: ControlDb;
  clubs: ClubFiles;
  close(): Promise<void>;
}

/** Exists in a data folder while a restore replaces its files. */
export const interruptedRestore = (dataDir: string) => join(dataDir, "restore-not-finished");

/**
 * Opens a data folder, creating a missing control database.
 * @param migrateOnOpen true: pending migrations are applied; false: they are an error.
 * @throws if the folder was made in another mode.
 */
export async function openPlatform(options: {
  dataDir: string;
  mode: "demo" | "production" | "test";
  migrateOnOpen: boolean;
  /** See ClubFiles; defaults to the limit for a single process. */
  idleFiles?: number;
}): Promise<Platform> {
  mkdirSync(options.dataDir, { recursive: true });
  if (existsSync(interruptedRestore(options.dataDir))) {
    throw new Error(
      `A restore into ${options.dataDir} was interrupted: run it again (npm run restore -- --from DIR)`,
    );
  }
  const path = join(options.dataDir, "control.sqlite");
  let control: ControlDb | undefined;
  try {
    control = kyselyOver<ControlSchema>(openFile(path, { create: true }));
    const pending = await pendingMigrations(control, migrations);
    const isNew = pending.length === Object.keys(migrations).length;
    if (pending.length > 0 && !options.migrateOnOpen)
      throw new Error(`The control database lacks ${pending.join(", ")}: run npm run migrate`);
    // Checked before anything changes in another mode's folder.
    if (!isNew) await holdMode(control, options.mode);
    if (options.migrateOnOpen) await migrate(control, migrations);
    if (isNew) await holdMode(control, options.mode);
  } catch (error) {
    await control?.destroy();
    throw isDamaged(error) ? damaged(path, error) : error;
  }
  const open = control;
  const clubs = new ClubFiles({
    folder: join(options.dataDir, "clubs"),
    migrateOnOpen: options.migrateOnOpen,
    idleFiles: options.idleFiles,
  });
  return {
    control: open,
    clubs,
    close: async () => {
      await clubs.close();
      await open.destroy();
    },
  };
}

const isDamaged = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^SQLITE_(CORRUPT|NOTADB)/.test(String(error.code));

const damaged = (path: string, cause: Error) =>
  new Error(`${path} is damaged (${cause.message}): npm run restore -- --from DIR brings a backup back`, {
    cause,
  });

/** A data folder belongs to the mode that made it: demo data never serves real clubs, and vice versa. */
async function holdMode(control: ControlDb, mode: string): Promise<void> {
  await control
    .insertInto("meta")
    .values({ key: "mode", value: mode })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const made = await control
    .selectFrom("meta")
    .select("value")
    .where("key", "=", "mode")
    .executeTakeFirstOrThrow();
  if (made.value !== mode) {
    throw new Error(`This data folder was made in ${made.value} mode and is refused in ${mode} mode`);
  }
}

let current: Promise<Platform> | undefined;

/** The process's one platform, for guards, jobs and scripts only. */
export function platform(): Promise<Platform> {
  const { dataDir, mode, production, webWorkers } = env();
  const idleFiles = idleShare(webWorkers);
  current ??= openPlatform({ dataDir, mode, migrateOnOpen: !production, idleFiles }).then((open) => {
    reportOpenFiles(() => open.clubs.openCount);
    return open;
  });
  return current;
}

/** Closes it; the next call of `platform()` reopens it. */
export async function closePlatform(): Promise<void> {
  const open = current;
  current = undefined;
  closeLimits();
  await (await open)?.close();
}
