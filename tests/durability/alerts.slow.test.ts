import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { freePort, type RunningServer, startServer, until } from "../support/server.ts";
import { killHard, processesBelow, send } from "./processes.ts";

/** Checks that each alert's metric moves when its cause occurs (docs/observability.md#alerts). */

const disk = mkdtempSync(join(tmpdir(), "goodside-alerts-"));
const dataDir = join(disk, "data");
process.env.DATA_DIR = dataDir;
const copy = mkdtempSync(join(tmpdir(), "goodside-alerts-copy-"));
const run = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const mounted =
  process.getuid?.() === 0 && run("mount", "-t", "tmpfs", "-o", "size=64m", "goodside-test", disk);
let server: RunningServer;
let metricsPort: number;

beforeAll(async () => {
  metricsPort = await freePort();
  mkdirSync(dataDir);
  server = await startServer({
    dataDir,
    env: { METRICS_PORT: String(metricsPort), COPY_TO: copy },
  });
});
afterAll(async () => {
  await server?.stop({ keepData: true });
  if (mounted) run("umount", disk);
  for (const folder of [disk, copy]) rmSync(folder, { recursive: true, force: true });
});

async function figureOf(series: string): Promise<number> {
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text());
  const line = text.split("\n").find((one) => one.startsWith(`goodside_${series} `));
  return line === undefined ? Number.NaN : Number(line.split(" ").at(-1)?.replace("+Inf", "Infinity"));
}
const becomes = (series: string, fits: (figure: number) => boolean, withinMs = 60_000) =>
  until(withinMs, async () => fits(await figureOf(series)) || undefined);
const pidOf = (wanted: "web" | "jobs" | "stand-ins") =>
  processesBelow(server.child.pid ?? 0).find(({ kind }) => kind === wanted)?.pid ?? 0;

test("no alert fires for an idle system", async () => {
  await becomes("copy_age_seconds", (age) => age < 60);
  expect(await figureOf("healthy")).toBe(1);
  expect(await figureOf("copy_failed_files")).toBe(0);
  expect(await figureOf("mail_oldest_waiting_seconds")).toBe(0);
  for (const process of ["web-1", "jobs"]) {
    expect(await figureOf(`process_up{process="${process}"}`)).toBe(1);
    expect(await figureOf(`process_restarts_total{process="${process}"}`)).toBe(0);
  }
});

test("a process that is killed counts as one restart", async () => {
  killHard(pidOf("jobs"));
  await becomes('process_restarts_total{process="jobs"}', (restarts) => restarts === 1);
  await becomes('process_up{process="jobs"}', (up) => up === 1);
  expect(await figureOf('process_restarts_total{process="web-1"}')).toBe(0);
});

test("a mail that Postmark refuses waits longer and longer, and goes out once it is accepted", async () => {
  const postmark = pidOf("stand-ins");
  send(postmark, "SIGSTOP");
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  try {
    const mail = { template: "password-changed", variables: {}, to: "dana@lakeside.example" } as const;
    await queueMail(open.control, { key: "m1", ...mail });
  } finally {
    await open.close();
  }
  await becomes("mail_oldest_waiting_seconds", (age) => age > 10);
  send(postmark, "SIGCONT");
  await becomes("mail_oldest_waiting_seconds", (age) => age === 0, 180_000);
  expect(await figureOf('mails_total{tag="password-changed",outcome="sent"}')).toBe(1);
}, 240_000);

test("a copy whose target is gone ages, and a full disk makes the site ill", async ({ skip }) => {
  rmSync(copy, { recursive: true });
  await becomes("copy_age_seconds", (age) => age > 40, 90_000);
  if (!mounted) return skip("mounting a small disk needs root");
  const free = await figureOf("disk_free_bytes");
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThan(await figureOf("disk_size_bytes"));
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "filler"), Buffer.alloc(bavail * bsize));
  expect(await figureOf("disk_free_bytes")).toBeLessThan(64 * 1024);
  await becomes("healthy", (well) => well === 0);
  const ill = await fetch(`${server.url}/healthz`);
  expect([ill.status, await ill.text()]).toEqual([503, '{"ok":false,"status":"ill"}']);
  const reason = await fetch(`http://127.0.0.1:${metricsPort}/healthz`).then((answer) => answer.text());
  expect(reason).toContain("is full: nothing can be saved");
  rmSync(join(disk, "filler"));
  await becomes("healthy", (well) => well === 1);
}, 180_000);
