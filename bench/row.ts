/** One measurement. Each file in rows/ exports a list of them as `rows`, which run.ts discovers. */
export interface Row {
  /** The name for `npm run bench -- --only area`. */
  area: string;
  what: string;
  unit: string;
  /** Better direction. */
  better: "less" | "more";
  /** Value to reach and value to aim for; null if the budgets name none. */
  floor: number | null;
  goal: number | null;
  /** Runs in under a minute, in CPU time or as an alternating ratio, so that a busy machine does not matter. */
  measure(): Promise<Figure>;
}

export interface Figure {
  figure: number;
  /** Method of the measurement, in a few words. */
  note?: string;
}

export type Verdict = "goal" | "floor" | "missed" | "";

/** Tells whether a value reaches its row's goal, only its floor, or neither; '' if the row has none. */
export function verdict({ better, floor, goal }: Row, figure: number): Verdict {
  const reaches = (bound: number) => (better === "less" ? figure <= bound : figure >= bound);
  if (goal !== null && reaches(goal)) return "goal";
  if (floor !== null) return reaches(floor) ? "floor" : "missed";
  return goal === null ? "" : "missed";
}
