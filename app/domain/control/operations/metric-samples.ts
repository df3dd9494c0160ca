/** Measurements of the whole installation over a period (product/operations.md#monitoring). */
export interface MetricSample {
  requests: number;
  /** Answered with 5xx, and with 4xx. */
  failed: number;
  refused: number;
  /** Requests by duration: a count for each upper bound of {@link DURATIONS}, and one for all above. */
  durations: number[];
  jobs: number;
  dead: number;
  /** Jobs that are due, and for how many seconds the oldest has been; of email alone too. */
  due: number;
  lag: number;
  mailDue: number;
  mailLag: number;
  /** Bytes of all processes. */
  memory: number;
  /** Milliseconds by which the busiest process was late for its own timers, in 99 of 100 cases at most. */
  loop: number;
  files: number;
  /** Bytes of the disk that the data lie on. */
  free: number;
  /** Processes that answer, of how many. */
  up: number;
  processes: number;
  /** Pages by the time that they took in all. */
  pages: PageSample[];
}

export interface PageSample {
  page: string;
  requests: number;
  seconds: number;
  /** Requests that took more than half a second. */
  slow: number;
}

/** The bounds of the histogram of requests, in seconds. */
export const DURATIONS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Most pages kept of a sample. */
export const PAGES_KEPT = 25;

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0);

/** Merges several samples into one: counts are added up, of states the worst is kept, of the free disk the least. */
export function mergeSamples(samples: readonly MetricSample[]): MetricSample {
  const added = (of: "requests" | "failed" | "refused" | "jobs") => sum(samples.map((sample) => sample[of]));
  const most = (
    of: "dead" | "due" | "lag" | "mailDue" | "mailLag" | "memory" | "loop" | "files" | "processes",
  ) => Math.max(0, ...samples.map((sample) => sample[of]));
  const least = (of: "free" | "up") => Math.min(...samples.map((sample) => sample[of]));
  return {
    requests: added("requests"),
    failed: added("failed"),
    refused: added("refused"),
    durations: [...DURATIONS, 0].map((_, at) => sum(samples.map(({ durations }) => durations[at] ?? 0))),
    jobs: added("jobs"),
    dead: most("dead"),
    due: most("due"),
    lag: most("lag"),
    mailDue: most("mailDue"),
    mailLag: most("mailLag"),
    memory: most("memory"),
    loop: most("loop"),
    files: most("files"),
    free: samples.length > 0 ? least("free") : 0,
    up: samples.length > 0 ? least("up") : 0,
    processes: most("processes"),
    pages: mergePages(samples.flatMap(({ pages }) => pages)).slice(0, PAGES_KEPT),
  };
}

/** Pages with what is known of each added up, the one first that took most time. */
export function mergePages(pages: readonly PageSample[]): PageSample[] {
  const all = new Map<string, PageSample>();
  for (const { page, requests, seconds, slow } of pages) {
    const known = all.get(page) ?? { page, requests: 0, seconds: 0, slow: 0 };
    known.requests += requests;
    known.seconds += seconds;
    known.slow += slow;
    all.set(page, known);
  }
  return [...all.values()].sort((one, other) => other.seconds - one.seconds);
}

/**
 * Estimates the duration in milliseconds that a share of requests does not exceed, within the histogram's steps; null
 * without requests. A duration above the last bound counts as that bound.
 */
export function quantile(durations: readonly number[], share: number): number | null {
  const all = sum(durations);
  if (all === 0) return null;
  const wanted = all * share;
  let before = 0;
  for (const [at, n] of durations.entries()) {
    const to = DURATIONS[at];
    if (to === undefined) break;
    if (n > 0 && before + n >= wanted) {
      const from = DURATIONS[at - 1] ?? 0;
      return (from + (to - from) * ((wanted - before) / n)) * 1000;
    }
    before += n;
  }
  return (DURATIONS.at(-1) ?? 0) * 1000;
}
