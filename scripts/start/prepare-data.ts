import type { Env } from "#app/config/env.server.ts";
import { openPlatform } from "#app/db/platform.server.ts";
import { migrateEverything } from "../migrate/everything.ts";

/**
 * Before anything else runs on the data folder: migrates every file, removes what a crash left half-built, and
 * in demo mode fills an empty folder. A club whose file fails stays down alone.
 */
export async function prepareData(settings: Env, print: (line: string) => void): Promise<void> {
  const failed: string[] = [];
  await migrateEverything(settings, (line) => {
    if (line.includes("FAILED")) failed.push(line);
  });
  for (const line of failed) print(line);
  const { dataDir, mode } = settings;
  const open = await openPlatform({ dataDir, mode, migrateOnOpen: true });
  try {
    open.clubs.sweep();
    if (mode !== "demo") return;
    // The demo is no part of a production image, so it is named only where it is meant.
    const { seedDemo } = await import("../../sandbox/demo/seed.ts");
    if (await seedDemo(open)) print("The demo's clubs are written.");
  } finally {
    await open.close();
  }
}
