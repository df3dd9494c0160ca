import { Gauge, Registry } from "prom-client";
import type { Env } from "#app/config/env.server.ts";
import { readCopyState, secondsSinceCopy } from "#app/db/copy-state.server.ts";
import { platform } from "#app/db/storage/platform.server.ts";
import { secondsSinceBeat } from "#app/jobs/heartbeat.server.ts";
import { log } from "#app/observability/log.server.ts";
import { queueStats } from "#app/queue/queue.server.ts";
import type { Kept } from "./supervise.ts";

/** The supervisor's own metrics: which processes answer, the queue, the heartbeat of the jobs process. */
export class OwnMetrics {
  readonly #settings: Env;
  readonly #registry = new Registry();
  readonly #up = this.#gauge("process_up", "1: the process answered when the metrics were read", ["process"]);
  readonly #restarts = this.#gauge("process_restarts", "How often a process died and was started again", [
    "process",
  ]);
  readonly #control = this.#gauge("control_database_up", "1: the control database answered", []);
  readonly #queue = this.#gauge("queue_jobs", "Jobs by kind; later: put off, dead: given up", [
    "kind",
    "status",
  ]);
  readonly #age = this.#gauge("queue_oldest_due_seconds", "How long the oldest due job has waited", ["kind"]);
  readonly #beat = this.#gauge(
    "jobs_heartbeat_age_seconds",
    "Since the jobs process last said it is well",
    [],
  );

  readonly #copyAge: Gauge | null;
  readonly #copyFailed: Gauge | null;

  constructor(settings: Env, version: string) {
    this.#settings = settings;
    const info = this.#gauge("build_info", "Always 1; its labels say what runs", ["version", "mode", "node"]);
    // Without a copy that should be there is nothing to alert of.
    this.#copyAge =
      settings.copyTo && this.#gauge("copy_age_seconds", "How far the continuous copy lags", []);
    this.#copyFailed =
      settings.copyTo && this.#gauge("copy_failed_files", "Files that cannot be copied at the moment", []);
    info.set({ version, mode: settings.mode, node: process.version }, 1);
  }

  async read(processes: Kept[], answered: Set<string>): Promise<string> {
    for (const { name, deaths } of processes) {
      this.#up.set({ process: name }, answered.has(name) ? 1 : 0);
      this.#restarts.set({ process: name }, deaths);
    }
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
      this.#control.set(1);
    } catch (error) {
      this.#control.set(0);
      log.error({ err: error }, "the queue cannot be read for the metrics");
    }
    return this.#registry.metrics();
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Gauge<Label> {
    return new Gauge({ name: `goodside_${name}`, help, labelNames, registers: [this.#registry] });
  }
}
