import type { ClubDb } from "#app/db/club/schema.ts";
import { inTransaction } from "#app/db/engine.server.ts";
import { openPlatform, type Platform } from "#app/db/storage/platform.server.ts";

/** Opens the stored data as a data folder's processes do: on PostgreSQL in the test's own database. */
export const openStored = (dataDir: string, { migrate = false } = {}): Promise<Platform> =>
  openPlatform({
    dataDir,
    databaseUrl: process.env.DATABASE_URL ?? null,
    mode: "test",
    migrateOnOpen: migrate,
  });

/** Waits for a server that may still commit the work of a killed process. */
export const settled = (db: ClubDb): Promise<void> => inTransaction(db, async () => {});
