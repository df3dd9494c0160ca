import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { openWorld } from "#tests/support/world.ts";
import { takeSteps } from "./kept-steps.ts";

const world = await openWorld();
const { builtApp } = await import("#tests/support/built-app.ts");
const { serveBuild } = await import("#tests/support/served-build.ts");
const { clockFile } = await import("#app/runtime/clock.server.ts");
/** Each build has its own handles and its own memory, like a process. */
const servers = [await serveBuild(await builtApp(false)), await serveBuild(await builtApp(false))];
afterAll(async () => {
  rmSync(clockFile(world.dataDir), { force: true });
  for (const server of servers) server.close();
  await world.close();
});

// product/security.md#kept-pages
test("no page is older than a change, another's, or sealed after its moment in 400 random steps", async () => {
  const options = { steps: 400, seed: 28, clock: clockFile(world.dataDir) };
  const { unchanged, rated } = await takeSteps(world, servers, options);
  expect(unchanged).toBeGreaterThan(20);
  expect(rated).toBeGreaterThan(3);
});
