import type { SampleMinutes } from "#app/domain/control/operations/metric-samples.server.ts";
import { type MetricSample, mergeSamples, quantile } from "#app/domain/control/operations/metric-samples.ts";
import { count, pluralize } from "#app/domain/values/pluralize.ts";
import type { CopyAge } from "#app/journeys/support/continuous-copy.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/runtime/durations.ts";

interface RangeOf {
  label: string;
  /** Samples to read, and the length of a bar. */
  minutes: SampleMinutes;
  stepMs: number;
  spanMs: number;
  unit: string;
}

export const RANGES = {
  hour: { label: "Hour", minutes: 1, stepMs: MINUTE_MS, spanMs: HOUR_MS, unit: "minute" },
  day: { label: "Day", minutes: 10, stepMs: HOUR_MS / 2, spanMs: DAY_MS, unit: "half hour" },
  week: {
    label: "Week",
    minutes: 10,
    stepMs: 4 * HOUR_MS,
    spanMs: 7 * DAY_MS,
    unit: "stretch of four hours",
  },
} as const satisfies Record<string, RangeOf>;
export type Range = keyof typeof RANGES;

type Kept = readonly { at: string; sample: MetricSample }[];

/** Time span of a bar with its value; null if nothing was sampled. */
interface Step {
  label: string;
  sample: MetricSample | null;
}

/** Lists the spans of a range up to now, the oldest first, including those without a sample. */
export function stepsOf(range: Range, samples: Kept, now: Date): Step[] {
  const { stepMs, spanMs } = RANGES[range];
  const last = Math.floor(now.getTime() / stepMs);
  const byStep = new Map<number, MetricSample[]>();
  for (const { at, sample } of samples) {
    const step = Math.floor(Date.parse(at) / stepMs);
    byStep.set(step, [...(byStep.get(step) ?? []), sample]);
  }
  const steps = spanMs / stepMs;
  return Array.from({ length: steps }, (_, index) => {
    const step = last - steps + 1 + index;
    const found = byStep.get(step);
    const moment = new Date(step * stepMs).toISOString();
    return {
      label: range === "hour" ? moment.slice(11, 16) : `${moment.slice(5, 10)} ${moment.slice(11, 16)}`,
      sample: found ? mergeSamples(found) : null,
    };
  });
}

const MB = 1024 * 1024;
const GB = 1024 * MB;
const megabytes = (bytes: number) => `${count(Math.round(bytes / MB))} MB`;
const gigabytes = (bytes: number) => `${(bytes / GB).toFixed(1)} GB`;
const milliseconds = (ms: number) => `${count(Math.round(ms))} ms`;
const waiting = (seconds: number) => (seconds === 0 ? "nothing late" : `${count(seconds)} s late`);
const p = (share: number) => (sample: MetricSample) => quantile(sample.durations, share);

interface Measure {
  title: string;
  /** Height of a bar. */
  n: (sample: MetricSample) => number | null;
  text: (n: number) => string;
  /** Summary of the whole range. */
  answer: (sample: MetricSample) => string;
  /** Further columns of its table. */
  also?: Record<string, (sample: MetricSample) => string>;
}

const measures: readonly Measure[] = [
  {
    title: "Requests",
    n: ({ requests }) => requests,
    text: count,
    answer: ({ requests }) => pluralize(requests, "request"),
    also: { Refused: ({ refused }) => count(refused) },
  },
  {
    title: "Errors",
    n: ({ failed }) => failed,
    text: count,
    answer: ({ failed, requests }) =>
      failed === 0 ? "No request failed" : `${count(failed)} of ${count(requests)} requests failed`,
  },
  {
    title: "Duration of requests, 99 of 100",
    n: p(0.99),
    text: milliseconds,
    answer: (sample) => {
      const [half, most] = [p(0.5)(sample), p(0.99)(sample)];
      if (half === null || most === null) return "No request";
      return `Half took up to ${milliseconds(half)}, 99 of 100 up to ${milliseconds(most)}`;
    },
    also: {
      "Half of them": (sample) => {
        const half = p(0.5)(sample);
        return half === null ? "none" : milliseconds(half);
      },
    },
  },
  {
    title: "Oldest due job",
    n: ({ lag }) => lag,
    text: waiting,
    answer: ({ lag, due }) =>
      lag === 0 ? "No job was late" : `Jobs were up to ${count(lag)} s late, ${count(due)} at a time`,
    also: { "Jobs due": ({ due }) => count(due), "Given up": ({ dead }) => count(dead) },
  },
  {
    title: "Oldest due email",
    n: ({ mailLag }) => mailLag,
    text: waiting,
    answer: ({ mailLag }) =>
      mailLag === 0 ? "No email was late" : `Emails were up to ${count(mailLag)} s late`,
    also: { Due: ({ mailDue }) => count(mailDue) },
  },
  {
    title: "Memory of all processes",
    n: ({ memory }) => memory,
    text: megabytes,
    answer: ({ memory }) => `Up to ${megabytes(memory)} of memory`,
  },
  {
    title: "Delay of the event loop, the busiest process",
    n: ({ loop }) => loop,
    text: milliseconds,
    answer: ({ loop }) => `The busiest process was up to ${milliseconds(loop)} late`,
  },
  {
    title: "Open club files",
    n: ({ files }) => files,
    text: count,
    answer: ({ files }) => `Up to ${pluralize(files, "club file")} open`,
  },
  {
    title: "Free disk",
    n: ({ free }) => free,
    text: gigabytes,
    answer: ({ free }) => `${gigabytes(free)} were free at least`,
  },
];

/** Builds the charts of a range; a span without a sample has no bar, and its values say so. */
export function chartsOf(steps: readonly Step[], range: Range) {
  const { unit } = RANGES[range];
  const whole = mergeSamples(steps.flatMap(({ sample }) => sample ?? []));
  return measures.map(({ title, n, text, answer, also = {} }) => ({
    title,
    unit,
    answer: answer(whole),
    columns: ["When", title] as const,
    bars: steps.map(({ label, sample }) => {
      const value = sample && n(sample);
      return { label, n: value ?? 0, text: value === null ? (sample ? "none" : "not sampled") : text(value) };
    }),
    table: {
      columns: ["When", title, ...Object.keys(also)],
      rows: [...steps].reverse().flatMap(({ label, sample }) => {
        if (!sample) return [];
        const value = n(sample);
        const others = Object.values(also).map((of) => of(sample));
        return [[label, value === null ? "none" : text(value), ...others]];
      }),
    },
  }));
}

function copyStat({ seconds, late, failed }: CopyAge) {
  const age = seconds === null ? null : Math.round(seconds / 60);
  const value = age === null ? "None" : age < 2 ? `${count(seconds ?? 0)} s` : pluralize(age, "minute");
  const note = age === null ? "the first is being made" : late ? "old, which is late" : "old";
  return {
    label: "Copy",
    value,
    note: failed === 0 ? note : `${note}; ${pluralize(failed, "file")} cannot be copied`,
  };
}

/** Returns the current values; null where unknown. */
export function latestOf(samples: Kept, now: Date, copy: CopyAge | null) {
  const last = samples.at(-1);
  if (!last) return null;
  const { sample } = last;
  const minutes = Math.round((now.getTime() - Date.parse(last.at)) / MINUTE_MS);
  const slow = quantile(sample.durations, 0.99);
  const missing = sample.processes - sample.up;
  return {
    when: `The latest sample is ${minutes <= 1 ? "a minute" : pluralize(minutes, "minute")} old.`,
    down: missing > 0 ? `${pluralize(missing, "process", "processes")} did not answer` : null,
    stats: [
      { label: "Processes", value: `${sample.up} of ${sample.processes}`, note: "answer" },
      {
        label: "Requests",
        value: count(sample.requests),
        note: sample.failed === 0 ? "none failed" : `${count(sample.failed)} failed`,
      },
      slow === null
        ? { label: "99 of 100 took", value: "None", note: "was asked" }
        : { label: "99 of 100 took", value: milliseconds(slow), note: "or less" },
      { label: "Jobs due", value: count(sample.due), note: waiting(sample.lag) },
      { label: "Emails due", value: count(sample.mailDue), note: waiting(sample.mailLag) },
      { label: "Disk", value: gigabytes(sample.free), note: "free" },
      ...(copy ? [copyStat(copy)] : []),
    ],
  };
}
