/** One thing that is measured. A file in rows/ exports a list of them as `rows`; run.ts finds it by itself. */
export interface Row {
  /** What `npm run bench -- --only area` picks out. */
  area: string;
  what: string;
  unit: string;
  /** Which figures are better. */
  better: "less" | "more";
  /** What must be reached, and what is aimed at; null where the budgets name none. */
  floor: number | null;
  goal: number | null;
  /** Takes under a minute, on a machine that has other things to do: CPU time, or ratios measured in turn. */
  measure(): Promise<Figure>;
}

export interface Figure {
  figure: number;
  /** What the figure was made from, in a few words. */
  note?: string;
}

export type Verdict = "goal" | "floor" | "missed" | "";

/** Whether a figure reaches its row's goal, only its floor, or neither; '' where there is nothing to reach. */
export function verdict({ better, floor, goal }: Row, figure: number): Verdict {
  const reaches = (bound: number) => (better === "less" ? figure <= bound : figure >= bound);
  if (goal !== null && reaches(goal)) return "goal";
  if (floor !== null) return reaches(floor) ? "floor" : "missed";
  return goal === null ? "" : "missed";
}
