const MAX_ENTRIES = 4_000;

/**
 * Memoizes a pure function of one short text; a full cache is cleared. Files repeat the same dates, times and words.
 */
export function memoize<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = work(text);
    if (known.size >= MAX_ENTRIES) known.clear();
    known.set(text, answer);
    return answer;
  };
}

interface Runs<Result> {
  current: Promise<Result>;
  next: Promise<Result> | null;
}

/**
 * Runs work of one kind once at a time for each key. Callers during a run share one run that begins after it, so that
 * each sees everything written before its call.
 */
export class SharedRuns<Result> {
  readonly #runs = new Map<string, Runs<Result>>();

  /** @param work the first caller's work runs; the others' is the same by its key. */
  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const going = this.#runs.get(key);
    if (!going) return this.#start(key, work);
    const start = () => this.#start(key, work);
    going.next ??= going.current.then(start, start);
    return going.next;
  }

  async #start(key: string, work: () => Promise<Result>): Promise<Result> {
    const current = work();
    const runs: Runs<Result> = { current, next: null };
    this.#runs.set(key, runs);
    try {
      return await current;
    } finally {
      if (!runs.next) this.#runs.delete(key);
    }
  }
}
