import { utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { health } = await import("#app/server/health.server.ts");
const { LATE_AFTER_SECONDS, startHeart } = await import("#app/jobs/heartbeat.server.ts");
const { enqueue } = await import("#app/queue/queue.server.ts");
const { inTransaction } = await import("#app/db/engine.server.ts");
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => world.close());

const serverIsUpFor = (seconds: number) => vi.spyOn(process, "uptime").mockReturnValue(seconds);
const beatWas = (secondsAgo: number) => {
  const at = Date.now() / 1000 - secondsAgo;
  utimesSync(join(world.dataDir, "jobs.beat"), at, at);
};

test("says that the jobs are late once their process has been silent for fifteen seconds", async () => {
  serverIsUpFor(LATE_AFTER_SECONDS + 1);
  expect(await health()).toMatchObject({ jobs: "late", jobsBeatSeconds: null });
  startHeart(world.dataDir, () => {}).stop();
  expect(await health()).toMatchObject({ jobs: "well", jobsBeatSeconds: 0 });
  beatWas(LATE_AFTER_SECONDS - 1);
  expect(await health()).toMatchObject({ jobs: "well" });
  beatWas(LATE_AFTER_SECONDS + 1);
  expect(await health()).toMatchObject({ jobs: "late", jobsBeatSeconds: LATE_AFTER_SECONDS + 1 });
});

test("waits that long after the server's own start before it calls them late", async () => {
  beatWas(3600);
  serverIsUpFor(LATE_AFTER_SECONDS - 1);
  expect(await health()).toMatchObject({ jobs: "starting" });
});

test("says how long the oldest job that is due has waited", async () => {
  await inTransaction(world.control, (tx) => enqueue(tx, { kind: "send-mail", payload: { mailId: "x" } }));
  await world.control
    .updateTable("jobs")
    .set({ run_at: new Date(Date.now() - 90_000).toISOString() })
    .execute();
  expect((await health()).queueLagSeconds).toBeGreaterThanOrEqual(90);
});
