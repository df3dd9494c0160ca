import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "#app/config/env.server.ts";
import { reportOpenFiles } from "#app/observability/metrics.server.ts";
import type { KeySettings } from "#app/runtime/installation-key.server.ts";
import { migrations } from "#migrations/control/index.ts";
import { ClubFiles, type Clubs, webIdleFiles } from "../clubs.server.ts";
import type { ControlDb, ControlSchema } from "../control/schema.ts";
import { kyselyOver, openFile } from "../file-engine.server.ts";
import { migrate, pendingMigrations } from "../migrate.server.ts";
import { movedAway } from "../moved-away.server.ts";
import { closeFilesPool } from "../postgres/files.server.ts";
import { openDatabase } from "../postgres/open.server.ts";
import { refuseWrongKey } from "./key-marks.server.ts";
import { closeLimits } from "./limits.server.ts";

/** All storage: the control tables and the clubs' data, in files or in PostgreSQL. */
export interface Platform {
  control: ControlDb;
  clubs: Clubs;
  close(): Promise<void>;
}

interface Opening {
  dataDir: string;
  /** PostgreSQL URL; null when clubs are files. */
  databaseUrl?: string | null;
  mode: "demo" | "production" | "test";
  /** true: pending migrations are applied; false: they are an error. */
  migrateOnOpen: boolean;
  /** See ClubFiles; defaults to the limit for a single process. */
  idleFiles?: number;
  /** Opens a data folder whose content was moved, too, read-only. */
  evenIfMoved?: boolean;
  /** Opens data even if its installation key is lost, to seal the rest with another one. */
  evenWithoutKey?: boolean;
  /** The keys that the data may be sealed with; those of this process's settings if left out. */
  keys?: KeySettings;
}

/** Exists in a data folder while a restore replaces its files. */
export const interruptedRestore = (dataDir: string) => join(dataDir, "restore-not-finished");

/**
 * Opens all storage, creating what is missing.
 * @throws if it was made in another mode, or pending migrations may not be applied
 */
export const openPlatform = (options: Opening): Promise<Platform> =>
  options.databaseUrl ? openPostgres(options.databaseUrl, options) : openFiles(options);

async function openPostgres(
  databaseUrl: string,
  { dataDir, mode, migrateOnOpen, evenIfMoved, evenWithoutKey, keys }: Opening,
): Promise<Platform> {
  const open = openDatabase(databaseUrl);
  try {
    const { pending, bypasses, closed } = await open.state();
    if (closed && !evenIfMoved)
      throw new Error(
        `Everything was moved from this database to ${closed}. To serve from here again: update control.changes set closed = null; update club.stored_clubs set closed = null`,
      );
    if (closed) return open;
    if (bypasses) throw new Error(`This database would not keep the clubs apart: ${bypasses}`);
    if (pending.length > 0 && !migrateOnOpen)
      throw new Error(`The database lacks ${pending.join(", ")}: run npm run migrate`);
    if (pending.length > 0) await open.migrate();
    await holdMode(open.control, mode);
    if (!evenWithoutKey) await refuseWrongKey(open.control, { dataDir, settings: keys });
    return open;
  } catch (error) {
    await open.close();
    throw error;
  }
}

async function openFiles(options: Opening): Promise<Platform> {
  mkdirSync(options.dataDir, { recursive: true });
  if (existsSync(interruptedRestore(options.dataDir))) {
    throw new Error(
      `A restore into ${options.dataDir}, or a move of everything, was interrupted: run it again (npm run restore -- --from DIR)`,
    );
  }
  const moved = movedAway(options.dataDir);
  if (existsSync(moved) && !options.evenIfMoved)
    throw new Error(
      `Everything was moved from ${options.dataDir} to ${readFileSync(moved, "utf8").trim()}. To serve from here again remove ${moved}`,
    );
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
    if (!options.evenWithoutKey) await refuseWrongKey(control, { ...options, settings: options.keys });
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

/** Holds a data folder to the mode that made it: demo data never serves real clubs, and vice versa. */
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

/**
 * Loads the process's one platform, for guards, jobs and scripts only.
 * @param idleFiles club files that stay open; the first call decides it
 */
export function platform(idleFiles = webIdleFiles(env().webWorkers)): Promise<Platform> {
  const { dataDir, databaseUrl, mode, production } = env();
  current ??= openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: !production, idleFiles }).then(
    (open) => {
      reportOpenFiles(() => open.clubs.openCount);
      return open;
    },
  );
  return current;
}

/** Closes it; the next call of `platform()` reopens it. */
export async function closePlatform(): Promise<void> {
  const open = current;
  current = undefined;
  closeLimits();
  await closeFilesPool();
  await (await open)?.close();
}
