/** Most names are plain words of which only the case has to change. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** Returns a name in lower case without accents and punctuation, its words one blank apart. */
export function normalName(text: string): string {
  const lower = text.slice(0, 120).toLowerCase();
  return PLAIN.test(lower) ? lower : withoutMarks(text);
}

const withoutMarks = (text: string) =>
  text
    .slice(0, 120)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’.]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Returns the words of a name, as `normalName` has them. */
export const wordsOf = (text: string) => normalName(text).split(" ").filter(Boolean);

/** Letters that no accent was taken from, as people type them (migrations/club/100-plain-letters.ts has some of them). */
const TYPED: Record<string, string> = {
  ...{ đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ø: "o", œ: "oe", æ: "ae", ŧ: "t", þ: "th", ß: "ss" },
};

/** Replaces 'đ' by 'd', 'ł' by 'l' and so on in lower-case text, as people type it. */
export const plainLetters = (text: string) => text.replace(/[đłøæßı]/g, (found) => TYPED[found] ?? found);

/** Returns the words of a name as search compares them: 'dai' and 'bang' of 'Đại Bàng'. */
export const plainWordsOf = (text: string) => wordsOf(text).map(plainLetters);

/** Returns a key that is equal for names that differ only in case, accents and punctuation. */
export const nameKey = (text: string) => normalName(text).replaceAll(" ", "");

const SMALL_WORDS = new Set(["of", "the", "and", "for", "at", "in", "de", "la", "el"]);

/** Returns 'LY' of 'Lakeside Youth Soccer': the first letters of the first two words that carry weight. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const weighty = words.filter((word) => word.length > 1 && !SMALL_WORDS.has(word.toLowerCase()));
  const chosen = weighty.length > 0 ? weighty : words;
  return chosen
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join("");
}

/** Normalizes text for searching: no case, accents or punctuation, single spaces. */
export function searchText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Returns a name's sort key: without case and accents, Đ among D and Ñ among N; the name decides equal ones. */
export function sortKey(name: string): string {
  return `${/^[ -~]*$/.test(name) ? name.toLowerCase() : unaccented(name)}\n${name}`;
}

const unaccented = (name: string) =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9 ]/gu, (sign) => TYPED[sign] ?? sign);

const byKey = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1);

/** Compares two names for sorting, ignoring capitals and accents. */
export const compareNames = (one: string, other: string): number => byKey(sortKey(one), sortKey(other));

/** Sorts rows by name, ignoring capitals and accents. Rows with the same name keep their order. */
export const sortByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] =>
  rows
    .map((row) => ({ row, key: sortKey(nameOf(row)) }))
    .sort((a, b) => byKey(a.key, b.key))
    .map(({ row }) => row);
