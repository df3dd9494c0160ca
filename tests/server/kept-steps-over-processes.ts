import { join } from "node:path";
import { freePort, startServer } from "#tests/support/server.ts";
import { takeSteps } from "./kept-steps.ts";

/**
 * Takes random steps over four web processes of a server of its own, beside its jobs.
 * @param database PostgreSQL's, migrated and empty; without it on files
 */
export async function stepsOverProcesses(steps: number, database?: { url: string }) {
  const port = await freePort();
  const env = { WEB_WORKERS: "4", ...(database ? { DATABASE_URL: database.url } : {}) };
  const server = await startServer({ port, env });
  process.env.APP_MODE = "test";
  process.env.DATA_DIR = server.dataDir;
  const { openPlatform } = await import("#app/db/storage/platform.server.ts");
  const { World } = await import("#tests/support/world.ts");
  const { askOnce, postOnce } = await import("#tests/support/served-build.ts");
  const opening = { dataDir: server.dataDir, mode: "test", migrateOnOpen: false } as const;
  const open = await openPlatform({ ...opening, ...(database ? { databaseUrl: database.url } : {}) });
  const world = new World(server.dataDir, open, () => open.close());
  /** Each request has its own connection, which the next of the four processes takes. */
  const next = {
    ask: (path: string, headers: Record<string, string>) => askOnce(port, path, headers),
    post: (path: string, headers: Record<string, string>, form: Record<string, string>) =>
      postOnce(port, path, headers, form),
  };
  try {
    const seed = Date.now() % 1_000_000;
    const clock = join(server.dataDir, "clock-offset");
    const taken = await takeSteps(world, [next], { steps, seed, clock });
    console.log(
      `seed ${seed}: ${taken.unchanged} looks were answered by 304, ${taken.rated} ratings were given`,
    );
    return taken;
  } finally {
    await world.close();
    await server.stop();
  }
}
