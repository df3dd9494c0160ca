import { plainWordsOf } from "#app/domain/values/names.ts";

/** Returns the number of typing mistakes that are forgiven in a word (product/pages.md#search). */
export const mistakesIn = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** Tolerance for typing mistakes. */
type Reading = "typed" | "mistyped";

/**
 * Returns the distance of a searched word from one of a text: 0 for the same, more for its beginning and each mistake,
 * null for no match.
 */
function wordCost(wanted: string, word: string, reading: Reading): number | null {
  if (wanted === word) return 0;
  if (word.startsWith(wanted)) return 1;
  const allowed = reading === "typed" ? 0 : mistakesIn(wanted);
  if (allowed === 0 || word.length < wanted.length - allowed) return null;
  const { whole, beginning } = distances(wanted, word);
  if (whole <= allowed) return 2 * whole;
  return beginning <= allowed ? 2 * beginning + 1 : null;
}

/** Returns the cost of all the words of a search in the words of a text; null where one of them is not there. */
export function costOf(wanted: readonly string[], words: readonly string[], reading: Reading): number | null {
  let sum = 0;
  for (const one of wanted) {
    let least: number | null = null;
    for (const word of words) {
      const cost = wordCost(one, word, reading);
      if (cost !== null && (least === null || cost < least)) least = cost;
    }
    if (least === null) return null;
    sum += least;
  }
  return wanted.length > 0 ? sum : null;
}

/** Returns the words of a text; those of 'U-12' are also one. */
export function searchedWords(text: string): string[] {
  const words = plainWordsOf(text);
  const joined = words.flatMap((word, index) => (word === "u" ? [`u${words[index + 1] ?? ""}`] : []));
  return [...words, ...joined];
}

/**
 * Returns the items that a search means, the nearest first. Typing mistakes count only if there is no exact match: a
 * person who types 'Hawks' does not mean the Hawkes.
 */
export function nearest<Item>(
  items: readonly Item[],
  cost: (item: Item, reading: Reading) => number | null,
): Item[] {
  for (const reading of ["typed", "mistyped"] as const) {
    const found = items.flatMap((item) => {
      const its = cost(item, reading);
      return its === null ? [] : [{ item, cost: its }];
    });
    if (found.length > 0) return found.sort((a, b) => a.cost - b.cost).map(({ item }) => item);
  }
  return [];
}

/**
 * Returns the least number of letters to add, leave out, exchange or swap with the next, between a word and another,
 * and between it and the nearest beginning of the other.
 */
function distances(wanted: string, word: string): { whole: number; beginning: number } {
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let i = 1; i <= wanted.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= word.length; j += 1) {
      const exchanged = (row[j - 1] as number) + Number(wanted[i - 1] !== word[j - 1]);
      const swaps =
        i > 1 && j > 1 && wanted[i - 1] === word[j - 2] && wanted[i - 2] === word[j - 1]
          ? (before[j - 2] as number) + 1
          : Number.POSITIVE_INFINITY;
      next.push(Math.min(exchanged, (row[j] as number) + 1, (next[j - 1] as number) + 1, swaps));
    }
    before = row;
    row = next;
  }
  return { whole: row.at(-1) as number, beginning: Math.min(...row) };
}
