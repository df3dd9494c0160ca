import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from "prom-client";
import type { MetricsAnswer, MetricsQuestion } from "#app/server/report-metrics.ts";
import type { Kept } from "./supervise.ts";

type Metric = MetricObjectWithValues<MetricValue<string>>;

const ANSWER_WITHIN_MS = 1_000;
let questions = 0;

/**
 * Merges the metrics of all processes. Counters and histograms of the product are summed; metrics of a process (its
 * memory, its event loop) get its name as a label. Sums never fall: the last values of a process still count after its
 * death and while it does not answer.
 */
export class CollectedMetrics {
  readonly #latest = new Map<string, { child: ChildProcess; metrics: Metric[] }>();
  #past: Metric[] = [];

  /** @returns the merged metrics in Prometheus's format, and the names of the processes that answered in time. */
  async collect(processes: Kept[]): Promise<{ text: string; answered: Set<string> }> {
    const { merged, answered } = await this.#merge(processes);
    return { text: await merged.metrics(), answered };
  }

  /** @returns the merged metrics as data. */
  async gather(processes: Kept[]): Promise<{ metrics: Metric[]; answered: Set<string> }> {
    const { merged, answered } = await this.#merge(processes);
    return { metrics: await merged.getMetricsAsJSON(), answered };
  }

  async #merge(processes: Kept[]) {
    const answers = await Promise.all(
      processes.map(async ({ name, child }) => ({ name, child, metrics: await ask(child) })),
    );
    const answered = new Set<string>();
    for (const { name, child, metrics } of answers) {
      if (!metrics) continue;
      answered.add(name);
      await this.#keep(name, child, metrics);
    }
    const living = [...this.#latest].map(([name, { metrics }]) =>
      metrics.map((metric) => (isSum(metric) ? metric : labelled(metric, name))),
    );
    return { merged: AggregatorRegistry.aggregate([this.#past, ...living]), answered };
  }

  async #keep(name: string, child: ChildProcess, metrics: Metric[]): Promise<void> {
    const before = this.#latest.get(name);
    this.#latest.set(name, { child, metrics });
    if (!before || before.child === child) return;
    const ended = before.metrics.filter(isSum);
    this.#past = await AggregatorRegistry.aggregate([this.#past, ended]).getMetricsAsJSON();
  }
}

/** Tells whether a metric is summed. At run time prom-client's `type` is a string, unlike in its declarations. */
function isSum({ name, type }: Metric): boolean {
  return name.startsWith("goodside_") && ["counter", "histogram"].includes(String(type));
}

function labelled(metric: Metric, name: string): Metric {
  const values = metric.values.map((value) => ({ ...value, labels: { ...value.labels, process: name } }));
  return { ...metric, values, aggregator: "first" };
}

/** @returns null if the process is disconnected, stopped, blocked or dead. */
function ask(child: ChildProcess): Promise<Metric[] | null> {
  questions += 1;
  const question: MetricsQuestion = { askMetrics: questions };
  return new Promise((resolve) => {
    const end = (metrics: Metric[] | null) => {
      clearTimeout(timer);
      child.off("message", receive);
      resolve(metrics);
    };
    const receive = (message: Partial<MetricsAnswer>) => {
      if (message?.answerTo === question.askMetrics) end(message.metrics as Metric[]);
    };
    const timer = setTimeout(() => end(null), ANSWER_WITHIN_MS);
    child.on("message", receive);
    if (!child.connected) end(null);
    else child.send(question, (error) => error && end(null));
  });
}
