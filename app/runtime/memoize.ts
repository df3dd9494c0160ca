const MOST = 4_000;

/**
 * A pure function of one short text that remembers its answers: files say the same dates, times and words over and
 * over. When it knows too much it forgets everything.
 */
export function memoize<Answer>(work: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const answer = work(text);
    if (known.size >= MOST) known.clear();
    known.set(text, answer);
    return answer;
  };
}
