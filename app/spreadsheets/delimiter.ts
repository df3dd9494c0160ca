export const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];

const LINES = 10;

/**
 * The delimiter of a text: the one that, outside quotes, is in most of its first lines, then the most frequent.
 * (A comma inside a location is in a few lines only.) A text without any has one column.
 */
export function detectDelimiter(start: string): Delimiter {
  const lines = new Map<Delimiter, Set<number>>(delimiters.map((delimiter) => [delimiter, new Set()]));
  const total = new Map<Delimiter, number>();
  let quoted = false;
  let line = 0;
  for (const character of start) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "\n") {
      line += 1;
      if (line === LINES) break;
    } else if (isDelimiter(character)) {
      lines.get(character)?.add(line);
      total.set(character, (total.get(character) ?? 0) + 1);
    }
  }
  const weight = (delimiter: Delimiter) =>
    (lines.get(delimiter)?.size ?? 0) * start.length + (total.get(delimiter) ?? 0);
  return delimiters.reduce((best, next) => (weight(next) > weight(best) ? next : best));
}

const isDelimiter = (character: string): character is Delimiter =>
  delimiters.some((delimiter) => delimiter === character);
