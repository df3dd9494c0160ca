/** Most names are plain words of which only the case has to change. */
const PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/** A name in lower case without accents and punctuation, its words one blank apart. */
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

/** The words of a name, as `normalName` has them. */
export const wordsOf = (text: string) => normalName(text).split(" ").filter(Boolean);

/** Names that differ only in case, accents and punctuation have the same key. */
export const nameKey = (text: string) => normalName(text).replaceAll(" ", "");
