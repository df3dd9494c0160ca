import { statfsSync } from "node:fs";
import { Counter, Gauge, Registry } from "prom-client";
import type { Env } from "#app/config/env.server.ts";
import { newestBackup } from "#app/db/club-copies.server.ts";
import { readCopyState, secondsSinceCopy } from "#app/db/copy-state.server.ts";
import { platform } from "#app/db/storage/platform.server.ts";
import { storedBytes } from "#app/db/storage/sizes.server.ts";
import { secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { log } from "#app/observability/log.server.ts";
import { oldestMailSeconds, queueStats } from "#app/queue/queue.server.ts";
import { MINUTE_MS } from "#app/runtime/durations.ts";
import { health } from "#app/server/health.server.ts";
import type { Kept } from "./supervise.ts";

/** Lists the ids of the processes that serve visitors. */
export const webPids = (processes: readonly Kept[]): number[] =>
  processes.flatMap(({ name, child: { pid, exitCode } }) =>
    name.startsWith("web-") && pid !== undefined && exitCode === null ? [pid] : [],
  );

/** Interval between measurements that read every file. */
const MEASURED_EVERY_MS = MINUTE_MS;

/** The supervisor's own metrics: which processes answer, the queue, the disk, the heartbeat of the jobs process. */
export class OwnMetrics {
  readonly #settings: Env;
  readonly #registry = new Registry();
  readonly #up = this.#gauge("process_up", "1: the process answered when the metrics were read", ["process"]);
  readonly #restarts = new Counter({
    name: "goodside_process_restarts_total",
    help: "How often a process died and was started again",
    labelNames: ["process"],
    registers: [this.#registry],
  });
  readonly #healthy = this.#gauge("healthy", "1: GET /healthz answers that the site is well", []);
  readonly #control = this.#gauge("control_database_up", "1: the control database answered", []);
  readonly #queue = this.#gauge("queue_jobs", "Jobs by kind; later: put off, dead: given up", [
    "kind",
    "status",
  ]);
  readonly #age = this.#gauge("queue_oldest_due_seconds", "How long the oldest due job has waited", ["kind"]);
  readonly #mail = this.#gauge(
    "mail_oldest_waiting_seconds",
    "How long the oldest mail has waited that is due or failed",
    [],
  );
  readonly #free = this.#gauge("disk_free_bytes", "Free on the disk of the data folder", []);
  readonly #disk = this.#gauge("disk_size_bytes", "The size of the disk of the data folder", []);
  readonly #stored = this.#gauge("database_bytes", "The control database; all clubs' data together", ["of"]);
  readonly #beat = this.#gauge(
    "jobs_heartbeat_age_seconds",
    "Since the jobs process last said it is well",
    [],
  );

  readonly #copyAge: Gauge | null;
  readonly #copyFailed: Gauge | null;
  readonly #backupAge: Gauge | null;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #newestBackup: string | null = null;

  constructor(settings: Env, version: string) {
    this.#settings = settings;
    const info = this.#gauge("build_info", "Always 1; its labels say what runs", ["version", "mode", "node"]);
    // No alert without a configured copy or backup.
    this.#copyAge =
      settings.copyTo && this.#gauge("copy_age_seconds", "How far the continuous copy lags", []);
    this.#copyFailed =
      settings.copyTo && this.#gauge("copy_failed_files", "Files that cannot be copied at the moment", []);
    this.#backupAge =
      settings.backupDir === null
        ? null
        : this.#gauge("backup_age_seconds", "Since the newest backup in BACKUP_DIR was made", []);
    info.set({ version, mode: settings.mode, node: process.version }, 1);
  }

  async read(processes: Kept[], answered: Set<string>): Promise<string> {
    this.#restarts.reset();
    for (const { name, deaths } of processes) {
      this.#up.set({ process: name }, answered.has(name) ? 1 : 0);
      this.#restarts.inc({ process: name }, deaths);
    }
    const isWell = health(webPids(processes)).then(
      () => 1,
      () => 0,
    );
    this.#healthy.set(await isWell);
    const { bavail, blocks, bsize } = statfsSync(this.#settings.dataDir);
    this.#free.set(bavail * bsize);
    this.#disk.set(blocks * bsize);
    this.#beat.set(secondsSinceBeat(this.#settings.dataDir) ?? Number.POSITIVE_INFINITY);
    const copy = this.#copyAge && readCopyState(this.#settings.dataDir);
    this.#copyAge?.set(copy ? secondsSinceCopy(copy, new Date()) : Number.POSITIVE_INFINITY);
    this.#copyFailed?.set(copy?.failed.length ?? 0);
    this.#queue.reset();
    this.#age.reset();
    try {
      const { control } = await platform();
      for (const { kind, status, jobs, oldestDueSeconds } of await queueStats(control)) {
        this.#queue.set({ kind, status }, jobs);
        if (status === "due") this.#age.set({ kind }, oldestDueSeconds);
      }
      this.#mail.set(await oldestMailSeconds(control));
      this.#control.set(1);
    } catch (error) {
      this.#control.set(0);
      log.error({ err: error }, "the queue cannot be read for the metrics");
    }
    await this.#measure().catch((error) =>
      log.error({ err: error }, "sizes and backups cannot be read for the metrics"),
    );
    return this.#registry.metrics();
  }

  async #measure(): Promise<void> {
    if (performance.now() - this.#measuredAt > MEASURED_EVERY_MS) {
      this.#measuredAt = performance.now();
      this.#newestBackup = newestBackup(this.#settings.backupDir);
      for (const [of, bytes] of Object.entries(await storedBytes())) this.#stored.set({ of }, bytes);
    }
    const made = this.#newestBackup;
    this.#backupAge?.set(made ? (Date.now() - Date.parse(made)) / 1000 : Number.POSITIVE_INFINITY);
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name: `goodside_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
