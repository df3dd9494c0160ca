/** Searches that are remembered (product/pages.md#search). */
export const RECENT_MAX = 5;

/**
 * Adds a search to the front of the latest ones. A text that extends or shortens the latest replaces it: 'haw' and
 * 'hawks' are one search.
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
