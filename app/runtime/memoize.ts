const MAX_ENTRIES = 4_000;

/** Memoizes a pure function of one short text; a full cache is cleared. Files repeat the same dates, times and words. */
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
