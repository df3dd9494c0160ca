/** The steps of an import, in their order. */
export const importStages = ["reading", "comparing", "saving"] as const;
export type ImportStage = (typeof importStages)[number];

/** Is told how many rows or games of a step are done. Called for every one, so it must cost next to nothing. */
export type ImportCounter = (stage: ImportStage, done: number, total: number) => void;

/** For imports that nobody watches. */
export const uncounted: ImportCounter = () => {};

/** A counter in memory that two threads share. @param shared of `COUNTER_BYTES` */
export function sharedCounter(shared: SharedArrayBuffer): ImportCounter {
  const view = new Int32Array(shared);
  return (stage, done, total) => {
    view[0] = importStages.indexOf(stage);
    view[1] = done;
    view[2] = total;
  };
}

export const COUNTER_BYTES = 12;

/** What the other thread counted last. */
export function readCounter(shared: SharedArrayBuffer): { stage: ImportStage; done: number; total: number } {
  const [stage = 0, done = 0, total = 0] = new Int32Array(shared);
  return { stage: importStages[stage] ?? "reading", done, total };
}
