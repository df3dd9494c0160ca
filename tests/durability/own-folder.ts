import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownDatabase } from "../support/own-database.ts";

/** Creates a separate data folder and its database. Call it before importing anything of the app. */
export async function ownFolder(name: string): Promise<{ dataDir: string; drop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), `goodside-${name}-`));
  process.env.DATA_DIR = dataDir;
  const database = await ownDatabase();
  return {
    dataDir,
    drop: async () => {
      const { closeFilesPool } = await import("#app/db/postgres/files.server.ts");
      await closeFilesPool();
      await database?.drop();
    },
  };
}
