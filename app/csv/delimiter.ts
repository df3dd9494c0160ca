export const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];

/**
 * The delimiter of a text: the one that stands most often, outside quotes, in its first lines. A text without any
 * has one column, and the comma does as well as the others.
 */
export function detectDelimiter(start: string): Delimiter {
  const found = new Map<string, number>();
  let quoted = false;
  let lines = 0;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "\n") {
      lines += 1;
      if (lines === 10) break;
    } else found.set(character, (found.get(character) ?? 0) + 1);
  }
  const counts = delimiters.map((each) => ({ each, count: found.get(each) ?? 0 }));
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).each;
}
