/** The longest part of a name in a code, and the least that whole words must give (product.md#tenants). */
const STEM = 12;
const SHORTEST_STEM = 4;
const SLUG = 60;

/** Letters that Unicode does not decompose into a Latin letter and a mark. */
const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ħ: "h",
  ı: "i",
  ŧ: "t",
};

/** A name in lower-case ASCII letters, digits and spaces: 'Club São João' gives 'club sao joao'. */
function latin(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßæœøđðþłħıŧ]/gu, (character) => LETTERS[character] ?? "")
    .replace(/['’]/gu, "")
    .replace(/[^a-z0-9]+/gu, " ")
    .trim();
}

/**
 * One code for a club (product.md#tenants): the start of its name in a-z and 0-9, and a number from 0 to 999, or to
 * `digits` nines. A name without a Latin letter or digit gives 'club' and the number.
 * @param random from 0 to below 1
 */
export function clubCode(name: string, random: number, digits = 3): string {
  return `${codeStem(name)}${Math.floor(random * 10 ** digits)}`;
}

/** As many whole words from the first on as fit; a word is cut where they would leave almost nothing. */
function codeStem(name: string): string {
  const words = latin(name).split(" ");
  let stem = "";
  for (const word of words) {
    if (stem.length + word.length > STEM) break;
    stem += word;
  }
  return (stem.length >= SHORTEST_STEM ? stem : words.join("").slice(0, STEM)) || "club";
}

/** Candidate codes in order: twelve with the usual number, then with longer ones. */
export function clubCodes(name: string, random: () => number): string[] {
  const tries = [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4, 4, 4, 6, 6, 6, 6, 9, 9, 9, 9];
  return [...new Set(tries.map((digits) => clubCode(name, random(), digits)))];
}

/** The club's name for public addresses, before it is made unique: 'lakeside-soccer-club'. */
export function slugStem(name: string): string {
  return latin(name).replaceAll(" ", "-").slice(0, SLUG).replace(/-$/u, "") || "club";
}

/** The stem, or the first free one of stem-2, stem-3 … */
export function freeSlug(stem: string, taken: readonly string[]): string {
  const known = new Set(taken);
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? stem : `${stem}-${number}`;
    if (!known.has(slug)) return slug;
  }
}
