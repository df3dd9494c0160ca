/** Searches that are remembered (product.md#search). */
export const RECENT_MAX = 5;

/**
 * The latest searches with one more in front. What goes on typing the latest, or takes some of it back, replaces it:
 * 'haw' and 'hawks' are one search.
 */
export function withSearch(recent: readonly string[], text: string): string[] {
  const [latest = ""] = recent;
  const same = (other: string) => other.toLowerCase() === text.toLowerCase();
  const continues = latest !== "" && (beginsWith(latest, text) || beginsWith(text, latest));
  const others = (continues ? recent.slice(1) : recent).filter((other) => !same(other));
  return [text, ...others].slice(0, RECENT_MAX);
}

const beginsWith = (text: string, beginning: string) =>
  text.toLowerCase().startsWith(beginning.toLowerCase());
