import type { Env } from "#app/config/env.server.ts";
import { closeFilesPool } from "#app/db/postgres/files.server.ts";
import { closeLimits } from "#app/db/storage/limits.server.ts";
import { openPlatform, type Platform } from "#app/db/storage/platform.server.ts";

/** Opens the data folder, or the database, for the duration of the work. */
export async function withPlatform<Result>(
  settings: Env,
  work: (open: Platform) => Promise<Result>,
  { evenWithoutKey = false } = {},
): Promise<Result> {
  const { dataDir, databaseUrl, mode, production } = settings;
  const open = await openPlatform({
    dataDir,
    databaseUrl,
    mode,
    migrateOnOpen: !production,
    evenWithoutKey,
    keys: settings,
  });
  try {
    return await work(open);
  } finally {
    closeLimits();
    await closeFilesPool();
    await open.close();
  }
}
