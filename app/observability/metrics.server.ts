import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * What this process counts, for Prometheus. A label only ever takes values that the code lists (a route's pattern, a
 * kind of job), never what somebody sent, so the number of series is bounded. The server's own scripts and the Remix
 * build are two copies of every module: in a web process only the build's copy counts, and the server is given it
 * with the build (AppBuild).
 */
const registry = new Registry();
const registers = [registry];
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300];

function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
  return new Counter({ name: `goodside_${name}`, help, labelNames, registers });
}

const requests = counter("http_requests_total", "Requests answered, by the pattern of their route", [
  "route",
  "method",
  "status",
]);
const requestSeconds = new Histogram({
  name: "goodside_http_request_duration_seconds",
  help: "From the first byte of a request to the last of its answer",
  labelNames: ["route", "method"] as const,
  buckets: SECONDS,
  registers,
});
const jobSeconds = new Histogram({
  name: "goodside_job_duration_seconds",
  help: "How long one try of a job took",
  labelNames: ["kind"] as const,
  buckets: JOB_SECONDS,
  registers,
});

/** A request was answered, or given up (status 'aborted'). */
export function countRequest(of: {
  route: string;
  method: string;
  status: string;
  seconds: number;
  /** Why a door stayed shut. */
  refused?: string;
}): void {
  if (of.refused) refusals.inc({ reason: of.refused });
  requests.inc({ route: of.route, method: of.method, status: of.status });
  requestSeconds.observe({ route: of.route, method: of.method }, of.seconds);
}

/** One try of a job. */
export function countJob(of: { kind: string; outcome: "done" | "put off" | "dead"; seconds: number }): void {
  jobs.inc({ kind: of.kind, outcome: of.outcome });
  jobSeconds.observe({ kind: of.kind }, of.seconds);
}

const jobs = counter("jobs_total", "Tries of jobs, by kind and how they ended", ["kind", "outcome"]);
export const mails = counter("mails_total", "Mails by kind: sent, put off (tried again later), given up", [
  "tag",
  "outcome",
]);
export const webhooks = counter("webhooks_total", "Webhooks received, by what became of them", [
  "from",
  "outcome",
]);
export const signIns = counter("sign_ins_total", "Tries to sign in", ["method", "outcome"]);
const refusals = counter("refusals_total", "Requests refused at a door, by reason", ["reason"]);
export const retries = counter("retries_total", "What was tried again, by what it is", ["of"]);
export const brokenClubFiles = counter(
  "club_files_unavailable_total",
  "Times that a club's file could not be opened or used",
  [],
);

/** What may be counted in a worker thread, which has a copy of this module to itself. */
const alsoInThreads = { retries, brokenClubFiles };

export type Counts = { name: keyof typeof alsoInThreads; labels: object; value: number }[];

/** In a thread: everything counted since it was last asked, for the process to count as its own. */
export async function handOverCounts(): Promise<Counts> {
  const counts: Counts = [];
  for (const name of Object.keys(alsoInThreads) as (keyof typeof alsoInThreads)[]) {
    const { values } = await alsoInThreads[name].get();
    for (const { labels, value } of values) if (value > 0) counts.push({ name, labels, value });
    alsoInThreads[name].reset();
  }
  return counts;
}

export function takeOverCounts(counts: Counts): void {
  for (const { name, labels, value } of counts) alsoInThreads[name].inc(labels, value);
}

/** How many club files this process has open; asked when the metrics are read. */
let openFiles: () => number = () => 0;
export function reportOpenFiles(count: () => number): void {
  openFiles = count;
}
new Gauge({
  name: "goodside_club_files_open",
  help: "Club files that the process has open",
  registers,
  collect() {
    this.set(openFiles());
  },
});

/** Starts to watch the process itself: event loop, memory, descriptors, garbage collection. Once, in a server. */
export function watchProcess(): void {
  collectDefaultMetrics({ register: registry });
}

/** Everything counted so far, as plain data that can be sent to another process. */
export function readMetrics() {
  return registry.getMetricsAsJSON();
}
