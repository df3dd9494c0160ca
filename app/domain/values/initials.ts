const SMALL_WORDS = new Set(["of", "the", "and", "for", "at", "in", "de", "la", "el"]);

/** 'LY' of 'Lakeside Youth Soccer': the first letters of the first two words that carry weight. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const weighty = words.filter((word) => word.length > 1 && !SMALL_WORDS.has(word.toLowerCase()));
  const chosen = weighty.length > 0 ? weighty : words;
  return chosen
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join("");
}
