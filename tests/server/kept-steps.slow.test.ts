import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort, startServer } from "#tests/support/server.ts";
import { takeSteps } from "./kept-steps.ts";

const port = await freePort();
const server = await startServer({ port, env: { WEB_WORKERS: "4" } });
process.env.APP_MODE = "test";
process.env.DATA_DIR = server.dataDir;
const { openPlatform } = await import("#app/db/storage/platform.server.ts");
const { World } = await import("#tests/support/world.ts");
const { askOnce, postOnce } = await import("#tests/support/served-build.ts");
const open = await openPlatform({ dataDir: server.dataDir, mode: "test", migrateOnOpen: false });
const world = new World(server.dataDir, open, () => open.close());
afterAll(async () => {
  await world.close();
  await server.stop();
});

/** Each request has a connection of its own, which the next of the four processes takes. */
const next = {
  ask: (path: string, headers: Record<string, string>) => askOnce(port, path, headers),
  post: (path: string, headers: Record<string, string>, form: Record<string, string>) =>
    postOnce(port, path, headers, form),
};

// product.md#kept-pages
test("in 10,000 random steps over four processes no page is older than a change", async () => {
  const options = {
    steps: 10_000,
    seed: Date.now() % 1_000_000,
    clock: join(server.dataDir, "clock-offset"),
  };
  const { unchanged, rated } = await takeSteps(world, [next], options);
  console.log(`seed ${options.seed}: ${unchanged} looks were answered by 304, ${rated} ratings were given`);
  expect(unchanged).toBeGreaterThan(500);
  expect(rated).toBeGreaterThan(50);
}, 1_800_000);
