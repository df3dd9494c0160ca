import type { Env } from "#app/config/env.server.ts";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { holdInstallationKey } from "#app/journeys/sealing/seal-again.server.ts";
import { makeKeysOf } from "#app/runtime/installation-key.server.ts";
import { migrateEverything } from "../migrate/everything.ts";

/**
 * Prepares the data before any process opens it: migrates every file or the database, deletes half-built files of a
 * crash and, in demo mode, seeds empty data. A club whose file fails is unavailable; the others are served.
 */
export async function prepareData(settings: Env, print: (line: string) => void): Promise<void> {
  await migrateEverything(settings, (line) => {
    if (!line.endsWith(": up to date")) print(line);
  });
  const { dataDir, databaseUrl, mode, demoPublic } = settings;
  const open = await openPlatform({ dataDir, databaseUrl, mode, migrateOnOpen: true, keys: settings });
  try {
    open.clubs.sweep();
    await holdInstallationKey(open.control, makeKeysOf(dataDir, settings));
    if (mode !== "demo") return;
    // The production image does not contain the sandbox.
    const { seedDemo } = await import("../../sandbox/demo/seed.ts");
    const { noteDemoPeople, setDemoPasswords } = await import("../../sandbox/demo/passwords.ts");
    if (await seedDemo(open)) print("The demo's clubs are written.");
    await noteDemoPeople(open, dataDir);
    await setDemoPasswords(open, dataDir, demoPublic);
  } finally {
    await open.close();
  }
}
