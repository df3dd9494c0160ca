import { spawn, spawnSync } from "node:child_process";
import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { hasTool } from "#tests/support/has-tool.ts";
import { testOnFiles } from "#tests/support/on-files.ts";
import { openWorld } from "#tests/support/world.ts";

const world = await openWorld();
const { health } = await import("#app/server/health.server.ts");
const { LATE_AFTER_SECONDS, startHeart } = await import("#app/jobs/heartbeat.server.ts");
const { tryToWrite } = await import("#app/db/storage/probe.server.ts");
const { filesPool } = await import("#app/db/postgres/files.server.ts");
const { openFile } = await import("#app/db/file-engine.server.ts");
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

test("the health check calls the jobs late once their process has been silent for fifteen seconds", async () => {
  serverIsUpFor(LATE_AFTER_SECONDS + 1);
  expect(await health()).toMatchObject({ jobs: "late", jobsBeatSeconds: null });
  startHeart(world.dataDir, () => {}).stop();
  expect(await health()).toMatchObject({ jobs: "well", jobsBeatSeconds: 0 });
  beatWas(LATE_AFTER_SECONDS - 1);
  expect(await health()).toMatchObject({ jobs: "well" });
  beatWas(LATE_AFTER_SECONDS + 1);
  expect(await health()).toMatchObject({ jobs: "late", jobsBeatSeconds: LATE_AFTER_SECONDS + 1 });
});

test("the health check waits that long after the server's own start before it calls them late", async () => {
  beatWas(3600);
  serverIsUpFor(LATE_AFTER_SECONDS - 1);
  expect(await health()).toMatchObject({ jobs: "starting" });
});

test("the health check gives the age of the oldest due job", async () => {
  await inTransaction(world.control, (tx) => enqueue(tx, { kind: "send-mail", payload: { mailId: "x" } }));
  await world.control
    .updateTable("jobs")
    .set({ run_at: new Date(Date.now() - 90_000).toISOString() })
    .execute();
  expect((await health()).queueLagSeconds).toBeGreaterThanOrEqual(90);
});

describe("where a visitor's change would fail, it says why", () => {
  const control = join(world.dataDir, "control.sqlite");
  const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

  // An answer is kept for two seconds.
  const soon = { timeout: 15_000, interval: 100 };
  const becomesIll = (why: string) => vi.waitFor(() => expect(health()).rejects.toThrow(why), soon);
  const becomesWell = () => vi.waitFor(() => health(), soon);

  test("a healthy site is not asked anything else", async () => {
    await expect(tryToWrite()).resolves.toBeUndefined();
  });

  test("a disk that only reads", async ({ skip }) => {
    if (process.getuid?.() !== 0 || !run("mount", "-t", "tmpfs", "-o", "ro", "goodside-test", world.dataDir))
      return skip("mounting a disk needs root");
    try {
      await expect(tryToWrite()).rejects.toThrow(/nothing can be written into .*: EROFS/);
    } finally {
      run("umount", world.dataDir);
    }
    await tryToWrite();
  });

  test("a data folder that another user took over", async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip("acting as another user needs root");
    rmSync(join(world.dataDir, "health.probe"));
    process.seteuid?.(65_534);
    try {
      await expect(tryToWrite()).rejects.toThrow(/nothing can be written into .*: EACCES/);
    } finally {
      process.seteuid?.(0);
    }
    await tryToWrite();
  });

  test("a control database that is newer than the program", async () => {
    const table = sql.raw(process.env.DATABASE_URL ? "public.migrations" : "kysely_migration");
    const time = process.env.DATABASE_URL ? sql`now()` : sql`'2099-01-01'`;
    const column = sql.raw(process.env.DATABASE_URL ? "applied_at" : "timestamp");
    await sql`insert into ${table} (name, ${column}) values ('999-later', ${time})`.execute(world.control);
    try {
      await becomesIll("This database is newer than the program: 999-later");
    } finally {
      await sql`delete from ${table} where name = '999-later'`.execute(world.control);
    }
    await becomesWell();
  });

  testOnFiles("a control database that another process keeps locked", async () => {
    const other = openFile(control);
    other.exec("begin immediate");
    try {
      await becomesIll("the control database takes no changes: no answer within 2.5 s");
      // Readers do not wait for the check.
      expect(await world.control.selectFrom("meta").select("key").execute()).not.toEqual([]);
    } finally {
      other.exec("rollback");
      other.close();
    }
    await becomesWell();
  });

  test.runIf(process.env.DATABASE_URL)("a locked table of PostgreSQL is reported", async () => {
    const client = await filesPool()?.connect();
    await client?.query("begin; lock table control.meta in access exclusive mode");
    try {
      await becomesIll("the control database takes no changes: no answer within 2.5 s");
    } finally {
      await client?.query("rollback");
      client?.release();
    }
    await becomesWell();
  });

  test.runIf(hasTool("prlimit"))("a process that has hardly a descriptor left", async () => {
    const { pid = 0 } = spawn("sleep", ["60"]);
    expect(await health([process.pid, pid])).toMatchObject({ mode: "test" });
    expect(run("prlimit", "--pid", String(pid), "--nofile=10:")).toBe(true);
    await expect(health([process.pid, pid])).rejects.toThrow(
      `process ${pid} is almost out of file descriptors`,
    );
    process.kill(pid);
    // The supervisor misses one that has ended.
    await vi.waitFor(() => health([process.pid, pid]), soon);
  });
});

test("many simultaneous checks, and a moment later, cost one write", async () => {
  await vi.waitFor(
    async () => {
      const path = join(world.dataDir, "health.probe");
      rmSync(path, { force: true });
      await health();
      expect(readdirSync(world.dataDir)).toContain("health.probe");
    },
    { timeout: 10_000, interval: 100 },
  );
  rmSync(join(world.dataDir, "health.probe"));
  await Promise.all([health(), health(), health()]);
  expect(readdirSync(world.dataDir)).not.toContain("health.probe");
});
