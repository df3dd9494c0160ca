import { statfsSync } from "node:fs";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { platform } from "#app/db/storage/platform.server.ts";
import { keepSample } from "#app/domain/control/operations/metric-samples.server.ts";
import {
  DURATIONS,
  type MetricSample,
  mergePages,
  PAGES_KEPT,
} from "#app/domain/control/operations/metric-samples.ts";
import { log } from "#app/observability/log.server.ts";
import { queueStats } from "#app/queue/queue.server.ts";
import type { CollectedMetrics } from "./collect-metrics.ts";
import { STAND_INS } from "./processes.ts";
import type { Kept, Supervisor } from "./supervise.ts";

type Metric = MetricObjectWithValues<MetricValue<string>>;
type Queue = Awaited<ReturnType<typeof queueStats>>;

const MINUTE = 60_000;
/** Bound of a histogram, and the number of requests below it. */
const REQUESTS = "goodside_http_requests_total";
const SECONDS = "goodside_http_request_duration_seconds";
/** Monitoring the event loop polls every 10 ms: this much of its values is the waiting itself. */
const LOOP_PRECISION = 0.01;

/** Keeps a sample of the metrics of all processes every minute (product/operations.md#monitoring). */
export function sampleMetrics(supervisor: Supervisor, collected: CollectedMetrics, dataDir: string): void {
  const sampler = new Sampler();
  const take = async () => {
    try {
      const processes = supervisor.kept().filter(({ name }) => name !== STAND_INS);
      const { control } = await platform();
      const { metrics, answered } = await collected.gather(processes);
      const queue = await queueStats(control);
      const { bavail, bsize } = statfsSync(dataDir);
      const sample = sampler.next(metrics, { queue, answered, processes, free: bavail * bsize });
      await keepSample(control, sample, new Date());
    } catch (error) {
      log.warn({ err: error }, "no sample of the metrics was kept");
    }
  };
  setInterval(take, MINUTE).unref();
}

/** Makes samples out of counters that only grow, from the last count of each. */
export class Sampler {
  #before = new Map<string, number>();

  next(
    metrics: readonly Metric[],
    now: { queue: Queue; answered: Set<string>; processes: readonly Kept[]; free: number },
  ): MetricSample {
    const before = this.#before;
    this.#before = new Map();
    const grown = (metric: string, { value, labels, ...rest }: MetricValue<string>) => {
      const name = "metricName" in rest ? String(rest.metricName) : metric;
      const key = `${name} ${JSON.stringify(labels)}`;
      this.#before.set(key, value);
      return Math.max(0, value - (before.get(key) ?? 0));
    };
    const valuesOf = (name: string) => metrics.find((metric) => metric.name === name)?.values ?? [];
    const sum = (name: string, of: (value: MetricValue<string>) => number = ({ value }) => value) =>
      valuesOf(name).reduce((all, value) => all + of(value), 0);
    const most = (name: string) => Math.max(0, ...valuesOf(name).map(({ value }) => value));

    const requests = valuesOf(REQUESTS).map((value) => ({
      n: grown(REQUESTS, value),
      status: String(value.labels.status),
    }));
    const requestsOf = (fits: (status: string) => boolean) =>
      requests.reduce((all, { n, status }) => all + (fits(status) ? n : 0), 0);
    const { durations, pages } = this.#durations(valuesOf(SECONDS), grown);
    const { queue } = now;
    const inQueue = (fits: (stat: Queue[number]) => boolean) =>
      queue.filter(fits).reduce((all, { jobs }) => all + jobs, 0);
    const lagOf = (fits: (stat: Queue[number]) => boolean) =>
      Math.round(Math.max(0, ...queue.filter(fits).map(({ oldestDueSeconds }) => oldestDueSeconds)));
    const isMail = ({ kind }: Queue[number]) => kind.startsWith("mail.");
    return {
      requests: requestsOf(() => true),
      failed: requestsOf((status) => status.startsWith("5")),
      refused: requestsOf((status) => status.startsWith("4")),
      durations,
      jobs: sum("goodside_jobs_total", (value) => grown("goodside_jobs_total", value)),
      dead: inQueue(({ status }) => status === "dead"),
      due: inQueue(({ status }) => status === "due"),
      lag: lagOf(() => true),
      mailDue: inQueue((stat) => stat.status === "due" && isMail(stat)),
      mailLag: lagOf(isMail),
      memory: sum("process_resident_memory_bytes"),
      loop: Math.round(Math.max(0, most("nodejs_eventloop_lag_p99_seconds") - LOOP_PRECISION) * 1000),
      files: sum("goodside_club_files_open"),
      free: now.free,
      up: now.answered.size,
      processes: now.processes.length,
      pages,
    };
  }

  /** Converts the histogram's cumulative counts to counts between two bounds. */
  #durations(
    values: readonly MetricValue<string>[],
    grown: (metric: string, value: MetricValue<string>) => number,
  ): Pick<MetricSample, "durations" | "pages"> {
    const upTo = [...DURATIONS, 0].map(() => 0);
    const pages = [];
    for (const value of values) {
      const n = grown(SECONDS, value);
      const { route, method, le } = value.labels;
      const page = `${method} ${route}`;
      const name = "metricName" in value ? String(value.metricName) : "";
      if (name.endsWith("_sum")) pages.push({ page, requests: 0, seconds: n, slow: 0 });
      else if (name.endsWith("_count")) pages.push({ page, requests: n, seconds: 0, slow: n });
      else {
        const at = le === "+Inf" ? DURATIONS.length : DURATIONS.indexOf(Number(le));
        if (at >= 0) upTo[at] = (upTo[at] ?? 0) + n;
        if (Number(le) === SLOW_SECONDS) pages.push({ page, requests: 0, seconds: 0, slow: -n });
      }
    }
    return {
      durations: upTo.map((n, at) => Math.max(0, n - (upTo[at - 1] ?? 0))),
      pages: mergePages(pages)
        .filter(({ requests }) => requests > 0)
        .slice(0, PAGES_KEPT),
    };
  }
}

const SLOW_SECONDS = 0.5;
