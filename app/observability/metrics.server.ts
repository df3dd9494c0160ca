import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/**
 * The process's Prometheus metrics. Labels take only values listed in the code (a route's pattern, a kind of job),
 * never user input, so the number of series is bounded. Server scripts and the Remix build are two copies of every
 * module: in a web process only the build's copy counts, and reaches the server with the build (AppBuild).
 */
const registry = new Registry();
const registers = [registry];
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300];

/** The outcome of a request, as in its log line. */
const OUTCOMES = ["ok", "redirect", "refused", "failed", "aborted"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Reasons why requests are refused; any other reason counts as `other`. */
export const REFUSALS: readonly string[] = [
  ...["already-staff", "beta", "beta code", "closed", "cross-site", "expectation", "forbidden"],
  ...["malformed address", "malformed host", "method", "other", "other team", "read-only", "role"],
  ...["setup key", "throttled", "token", "too large", "version", "webhook body", "webhook credentials"],
  ...["webhook of the other mode", "webhook signature", "webhooks in work"],
];

/** Kinds of work that is retried. */
const RETRIED = [
  ...(["job", "mail", "stripe", "database", "leaderboard", "outbox"] as const),
  ...(["timetable", "staff search", "round"] as const),
];
export type Retried = (typeof RETRIED)[number];

function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]) {
  return new Counter({ name: `goodside_${name}`, help, labelNames, registers });
}

/**
 * Starts a counter at 0 for every pair of its labels' values: Prometheus sees an increase only in an existing series.
 */
export function startAtZero<First extends string, Second extends string>(
  of: Counter<First | Second>,
  [first, values]: readonly [First, readonly string[]],
  [second, others]: readonly [Second, readonly string[]],
): void {
  for (const value of values)
    for (const other of others)
      of.inc({ [first]: value, [second]: other } as Record<First | Second, string>, 0);
}

const requests = counter("http_requests_total", "Requests answered, by the pattern of their route", [
  "route",
  "method",
  "status",
]);
const answers = counter(
  "http_answers_total",
  "Requests by what came of them, without those of the health check",
  ["outcome"],
);
const requestSeconds = new Histogram({
  name: "goodside_http_request_duration_seconds",
  help: "From the first byte of a request to the last byte of its answer",
  labelNames: ["route", "method"] as const,
  buckets: SECONDS,
  registers,
});
const jobSeconds = new Histogram({
  name: "goodside_job_duration_seconds",
  help: "Duration of one attempt of a job",
  labelNames: ["kind"] as const,
  buckets: JOB_SECONDS,
  registers,
});

/** Counts an answered request, or an aborted one (status 'aborted'). */
export function countRequest(of: {
  route: string;
  method: string;
  status: string;
  outcome: Outcome;
  seconds: number;
  /** Reason why the request was refused. */
  refused?: string;
}): void {
  if (of.refused) refusals.inc({ reason: REFUSALS.includes(of.refused) ? of.refused : "other" });
  // A load balancer's many requests would hide a visitor's errors.
  if (of.route !== "/healthz") answers.inc({ outcome: of.outcome });
  requests.inc({ route: of.route, method: of.method, status: of.status });
  requestSeconds.observe({ route: of.route, method: of.method }, of.seconds);
}

/** Counts one attempt of a job. */
export function countJob(of: { kind: string; outcome: "done" | "put off" | "dead"; seconds: number }): void {
  jobs.inc({ kind: of.kind, outcome: of.outcome });
  jobSeconds.observe({ kind: of.kind }, of.seconds);
}

const jobs = counter("jobs_total", "Attempts of jobs, by kind and outcome", ["kind", "outcome"]);
export const mails = counter("mails_total", "Mails by kind: sent, put off (tried again later), given up", [
  "tag",
  "outcome",
]);
export const webhooks = counter("webhooks_total", "Webhooks received, by outcome", ["from", "outcome"]);
export const signIns = counter("sign_ins_total", "Attempts to sign in", ["method", "outcome"]);
const refusals = counter("refusals_total", "Refused requests, by reason", ["reason"]);
export const retries = counter("retries_total", "Retries, by kind of work", ["of"]);
export const brokenClubFiles = counter(
  "club_files_unavailable_total",
  "Failures to open or use a club's file",
  [],
);

for (const outcome of OUTCOMES) answers.inc({ outcome }, 0);
for (const reason of REFUSALS) refusals.inc({ reason }, 0);
for (const of of RETRIED) retries.inc({ of }, 0);
startAtZero(
  signIns,
  ["method", ["club-code", "email", "invitation", "passkey", "staff"]],
  ["outcome", ["signed in", "wrong", "throttled", "too busy"]],
);
startAtZero(webhooks, ["from", ["stripe"]], ["outcome", ["taken", "known", "bad signature", "wrong mode"]]);
startAtZero(
  webhooks,
  ["from", ["postmark"]],
  ["outcome", ["taken", "known", "unknown", "ignored", "bad credentials", "malformed", "throttled"]],
);

/** Counters that worker threads, which have their own copy of this module, use as well. */
const alsoInThreads = { retries, brokenClubFiles };

export type Counts = { name: keyof typeof alsoInThreads; labels: object; value: number }[];

/** Returns and resets a thread's counts, for the process to add to its own. */
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

/** Returns the number of club files that this process has open, read together with the metrics. */
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

/** Starts the process's own metrics (event loop, memory, descriptors, garbage collection). Call once per server. */
export function watchProcess(): void {
  collectDefaultMetrics({ register: registry });
  // Prometheus keeps '_total' for counters; these are gauges, and sums of the remaining ones.
  for (const kind of ["resources", "handles", "requests"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
}

/** Returns all metrics as plain data that can be sent to another process. */
export function readMetrics() {
  return registry.getMetricsAsJSON();
}
