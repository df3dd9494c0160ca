/**
 * `npx tsx bench/alerts.ts [MINUTES]`: an hour of even traffic beside a Prometheus with the rules of
 * `deploy/prometheus/`, in which none of them may fire. Then four causes at once (a process killed, the copy's target
 * gone, mail refused, the disk full), each of which must fire its own. Needs prometheus, and root to mount a small
 * disk.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPlatform } from "#app/db/storage/platform.server.ts";
import { queueMail } from "#app/queue/mail-queue.server.ts";
import { killHard, processesBelow, send } from "#tests/durability/processes.ts";
import { freePort, startServer, until } from "#tests/support/server.ts";
import { SteadyTraffic } from "#tests/support/steady-traffic.ts";
import { isBuilt } from "../scripts/build/fresh.mjs";
import { atEnd, cleanUp } from "./fixtures/at-end.ts";
import { build, projectRoot } from "./fixtures/builds.ts";

const MINUTE = 60_000;
const QUIET_MINUTES = Number(process.argv[2] ?? 60);
/** MailWaits takes the longest: 15 minutes of waiting, and 5 more until it fires. */
const CAUSES_MINUTES = 23;
const PER_SECOND = 5;
const MIB = 1024 * 1024;

/** Alerts that may and must fire for the causes. A mail that waits is a job that waits. */
const EXPECTED = ["CopyBehind", "DiskLow", "MailWaits", "ProcessDied", "QueueBehind"];
/** Alert that must fire for a full disk. */
const FULL = "SiteIll";

if (!isBuilt(projectRoot)) build("app");
const folder = mkdtempSync(join(tmpdir(), "goodside-rig-"));
atEnd(() => rmSync(folder, { recursive: true, force: true }));
const [disk, copy, backups] = ["disk", "copy", "backups"].map((name) => {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}) as [string, string, string];
execFileSync("mount", ["-t", "tmpfs", "-o", "size=1536m", "goodside-rig", disk]);
atEnd(() => execFileSync("umount", [disk]));
const dataDir = join(disk, "data");
mkdirSync(dataDir);

try {
  const [metricsPort, prometheusPort] = [await freePort(), await freePort()];
  const env = {
    ...{ METRICS_PORT: String(metricsPort), COPY_TO: copy, BACKUP_DIR: backups, LOG_LEVEL: "error" },
    ...{ TRUST_PROXY: "loopback", WEB_WORKERS: "2" },
  };
  const server = await startServer({ dataDir, env, terminal: "none", as: "unit" });
  atEnd(() => server.stop({ keepData: true }));
  execFileSync(process.execPath, ["--import", "tsx", "scripts/backup.ts", "--to", join(backups, "1")], {
    cwd: projectRoot,
    env: { ...process.env, ...env, APP_MODE: "test", DATA_DIR: dataDir },
    stdio: "ignore",
  });
  await startPrometheus(prometheusPort, metricsPort);
  const fired = async (since: number): Promise<string[]> => {
    const { data } = await ask("query_range", {
      query: 'count by (alertname) (ALERTS{alertstate="firing"})',
      ...{ start: String(since / 1000), end: String(Date.now() / 1000), step: "15" },
    });
    return data.result.map(({ metric }) => String(metric.alertname)).sort();
  };
  const ask = async (what: string, query: Record<string, string>) => {
    const url = `http://127.0.0.1:${prometheusPort}/api/v1/${what}?${new URLSearchParams(query)}`;
    return (await (await fetch(url)).json()) as { data: { result: { metric: Record<string, string> }[] } };
  };

  const quietSince = Date.now();
  const traffic = new SteadyTraffic(server.url, PER_SECOND);
  await pause(QUIET_MINUTES * MINUTE);
  const inQuiet = await fired(quietSince);
  console.log(`${QUIET_MINUTES} minutes of traffic: ${listed(inQuiet)}`);

  const causesSince = Date.now();
  const pidOf = (wanted: string) =>
    processesBelow(server.child.pid ?? 0).find(({ kind }) => kind === wanted)?.pid ?? 0;
  send(pidOf("stand-ins"), "SIGSTOP");
  killHard(pidOf("jobs"));
  rmSync(copy, { recursive: true });
  const open = await openPlatform({ dataDir, mode: "test", migrateOnOpen: false });
  const mail = { template: "password-changed", variables: {}, to: "dana@lakeside.example" } as const;
  await queueMail(open.control, { key: "rig", ...mail });
  await open.close();
  fill(512 * MIB);
  await pause(CAUSES_MINUTES * MINUTE);
  const { requests, failed } = await traffic.stop();
  const ofCauses = await fired(causesSince);
  console.log(`${CAUSES_MINUTES} minutes of causes: ${listed(ofCauses)}`);

  fill(0);
  const full = await until(5 * MINUTE, async () => {
    await pause(5_000);
    return (await fired(causesSince)).includes(FULL) || undefined;
  });
  console.log(`A full disk: ${full ? FULL : "nothing"}`);
  console.log(`${requests} requests, ${failed.length} failed`);
  for (const line of failed.slice(0, 5)) console.log(line);
  process.exitCode = inQuiet.length === 0 && String(ofCauses) === String(EXPECTED) ? 0 : 1;
} finally {
  await cleanUp();
}

function listed(alerts: string[]): string {
  return alerts.length === 0 ? "no alert" : alerts.join(", ");
}

/** Leaves this many bytes of the small disk free. */
function fill(free: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const chunk = Buffer.alloc(MIB);
  let left = bavail * bsize - free;
  for (let n = 0; left > 0; n += 1) {
    writeFileSync(join(disk, `filler-${free}-${n}`), chunk.subarray(0, Math.min(left, 64 * MIB)));
    left -= Math.min(left, MIB);
  }
}

async function startPrometheus(port: number, metricsPort: number): Promise<void> {
  const here = join(folder, "prometheus");
  cpSync(join(projectRoot, "deploy/prometheus"), here, { recursive: true });
  const config = join(here, "prometheus.yml");
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace('"127.0.0.1:3001"', `"127.0.0.1:${metricsPort}"`),
  );
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(here, "data")}`];
  const child = spawn("prometheus", [...args, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" });
  atEnd(() => child.kill("SIGTERM"));
  await until(30_000, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null);
    return answer?.ok || undefined;
  });
}
