import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hasTool } from "#tests/support/has-tool.ts";
import { openWorld } from "#tests/support/world.ts";
import type { Kept } from "../../scripts/start/supervise.ts";

const world = await openWorld();
const backups = mkdtempSync(join(tmpdir(), "goodside-backups-"));
const { env } = await import("#app/config/env.server.ts");
const { OwnMetrics } = await import("../../scripts/start/own-metrics.ts");
const { enqueue, failJob, takeJob } = await import("#app/queue/queue.server.ts");
afterAll(async () => {
  await world.close();
  rmSync(backups, { recursive: true });
});

const web = { name: "web-1", deaths: 0, child: { pid: process.pid, exitCode: null } } as Kept;
const settings = { ...env(), backupDir: backups };
async function figureOf(
  series: string,
  own = new OwnMetrics(settings, "1.0.0"),
): Promise<number | undefined> {
  const text = await own.read([web], new Set(["web-1"]));
  const line = text.split("\n").find((one) => one.startsWith(`goodside_${series} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1)?.replace("+Inf", "Infinity"));
}

test("the disk of the data folder is as the system reports", async () => {
  const { blocks, bsize } = statfsSync(world.dataDir);
  expect(await figureOf("disk_size_bytes")).toBe(blocks * bsize);
  expect(await figureOf("disk_free_bytes")).toBeGreaterThan(0);
});

test("the databases have the size of their files, or of their tables in PostgreSQL", async () => {
  await world.club("Lakeside");
  if (env().databaseUrl) {
    expect(await figureOf('database_bytes{of="control"}')).toBeGreaterThan(100_000);
    expect(await figureOf('database_bytes{of="clubs"}')).toBeGreaterThan(100_000);
    expect(await figureOf('database_bytes{of="files"}')).toBeGreaterThan(0);
    return;
  }
  const least = statSync(join(world.dataDir, "control.sqlite")).size;
  const control = (await figureOf('database_bytes{of="control"}')) ?? 0;
  expect(control).toBeGreaterThan(least);
  const [before = 0, own] = [await figureOf('database_bytes{of="clubs"}'), new OwnMetrics(settings, "1.0.0")];
  expect(await figureOf('database_bytes{of="clubs"}', own)).toBe(before);
  writeFileSync(join(world.dataDir, "clubs", "another.sqlite"), Buffer.alloc(5_000));
  expect(await figureOf('database_bytes{of="clubs"}', own)).toBe(before);
  expect(await figureOf('database_bytes{of="clubs"}')).toBe(before + 5_000);
});

test("the age of the newest backup shows if backups are expected", async () => {
  expect(await figureOf("backup_age_seconds", new OwnMetrics({ ...settings, backupDir: null }, "1"))).toBe(
    undefined,
  );
  expect(await figureOf("backup_age_seconds")).toBe(Number.POSITIVE_INFINITY);
  for (const hours of [30, 3]) {
    const folder = join(backups, `${hours}`);
    mkdirSync(folder);
    writeFileSync(join(folder, "manifest.json"), "{}");
    const made = Date.now() / 1_000 - hours * 3_600;
    utimesSync(join(folder, "manifest.json"), made, made);
  }
  expect(Math.round(((await figureOf("backup_age_seconds")) ?? 0) / 3_600)).toBe(3);
});

test("a death of a process shows as one restart of a counter that began at 0", async () => {
  const own = new OwnMetrics(settings, "1.0.0");
  expect(await figureOf('process_restarts_total{process="web-1"}', own)).toBe(0);
  web.deaths = 1;
  expect(await figureOf('process_restarts_total{process="web-1"}', own)).toBe(1);
  expect(await figureOf('process_restarts_total{process="web-1"}', own)).toBe(1);
});

test("the oldest mail counts while it is retried, and not before its time", async () => {
  const waits = () => figureOf("mail_oldest_waiting_seconds");
  expect(await waits()).toBe(0);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
  await enqueue(world.control, { kind: "mail.send", payload: {}, runAt: ago(-3_600) });
  await enqueue(world.control, { kind: "leaderboard.update", payload: {}, runAt: ago(900) });
  expect(await waits()).toBe(0);
  await enqueue(world.control, { kind: "mail.batch", payload: {}, runAt: ago(60) });
  expect(Math.round((await waits()) ?? 0)).toBeGreaterThanOrEqual(60);
  await world.control.deleteFrom("jobs").execute();
  await enqueue(world.control, { kind: "mail.send", payload: {} });
  await world.control
    .updateTable("jobs")
    .set({ created_at: ago(500).toISOString() })
    .execute();
  const job = await takeJob(world.control);
  if (!job) throw new Error("No job was due");
  expect(Math.round((await waits()) ?? 0)).toBeGreaterThanOrEqual(500);
  await failJob(world.control, job, new Error("Postmark is down"));
  expect(Math.round((await waits()) ?? 0)).toBeGreaterThanOrEqual(500);
});

test.runIf(hasTool("prlimit"))("the site is healthy while the health check passes", async () => {
  expect(await figureOf("healthy")).toBe(1);
  // A web process that cannot open more files.
  const child = spawn("sleep", ["60"]);
  spawnSync("prlimit", ["--pid", String(child.pid), "--nofile=4:"]);
  const before = web.child;
  web.child = child;
  expect(await figureOf("healthy")).toBe(0);
  child.kill();
  web.child = before;
});
