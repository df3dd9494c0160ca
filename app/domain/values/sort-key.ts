const LETTERS: Record<string, string> = {
  ...{ đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", æ: "ae", ŧ: "t", þ: "th", ß: "ss" },
};

/** A name as people sort it: without case and accents, Đ among D and Ñ among N; the name itself decides equal ones. */
export function sortKey(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9 ]/gu, (letter) => LETTERS[letter] ?? letter);
  return `${plain}\n${name}`;
}

/** Orders by name as people do. */
export function byName(one: { name: string }, other: { name: string }): number {
  const [a, b] = [sortKey(one.name), sortKey(other.name)];
  return a === b ? 0 : a < b ? -1 : 1;
}
