/** Letters of a line that are printed together: with one font, in one direction. */
export interface Run<Font> {
  text: string;
  /** null: no font has them, so the line's own prints its sign for 'unknown'. */
  font: Font | null;
  rightToLeft: boolean;
}

/**
 * Characters that fonts like DejaVu Sans always have: Latin, Greek and Cyrillic letters, their marks and common signs.
 */
const PLAIN = /^[\n\r\t\u0020-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u20ac]*$/;
/** Tells whether a line prints as it is, left to right with its own font. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIGIT = /\p{Nd}/u;
const ALPHABETIC = /\p{L}/u;
/** Characters that need no glyph of their own: they only join or vary the letters before them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\n\r\t]/u;

/** A letter with its marks, and its effect on the line's direction. */
interface Grapheme<Font> {
  text: string;
  font: Font | null;
  kind: "left" | "right" | "digit" | "neutral";
}

function kindOf(text: string): Grapheme<never>["kind"] {
  if (DIGIT.test(text)) return "digit";
  if (RIGHT_TO_LEFT.test(text)) return "right";
  return ALPHABETIC.test(text) ? "left" : "neutral";
}

/**
 * Splits a text into letters, each with the first font that has it.
 * @param has whether a font has a glyph for a code point
 * @param fonts the line's own first
 */
function lettersOf<Font>(
  text: string,
  fonts: Iterable<Font>,
  has: (font: Font, codePoint: number) => boolean,
): Grapheme<Font>[] {
  return [...graphemes.segment(text)].map(({ segment }) => {
    const needed = [...segment].filter((sign) => !INVISIBLE.test(sign));
    let font: Font | null = null;
    for (const candidate of fonts) {
      if (!needed.every((sign) => has(candidate, sign.codePointAt(0) ?? 0))) continue;
      font = candidate;
      break;
    }
    return { text: segment, font, kind: kindOf(segment) };
  });
}

/** Lists the letters that no font has, each once. */
export const lettersWithoutFont = <Font>(
  text: string,
  fonts: Iterable<Font>,
  has: (font: Font, codePoint: number) => boolean,
): string[] => [
  ...new Set(
    lettersOf(text, fonts, has)
      .filter(({ font }) => font === null)
      .map(({ text }) => text),
  ),
];

/**
 * Orders one line for the page (a short form of Unicode's bidirectional algorithm for lines that read left to right):
 * adjacent words of Arabic or Hebrew run to the left, numbers between them keep their direction.
 */
export function runsOf<Font>(
  line: string,
  fonts: Iterable<Font>,
  has: (font: Font, codePoint: number) => boolean,
): Run<Font>[] {
  const letters = lettersOf(line, fonts, has);
  const runs: Run<Font>[] = [];
  for (let index = 0; index < letters.length; ) {
    const end = endOfRightToLeft(letters, index);
    if (end > index) {
      runs.push(...rightToLeft(letters.slice(index, end)));
      index = end;
      continue;
    }
    const { text, font } = letters[index] as Grapheme<Font>;
    const last = runs.at(-1);
    if (last && !last.rightToLeft && last.font === font) last.text += text;
    else runs.push({ text, font, rightToLeft: false });
    index += 1;
  }
  return runs;
}

/** Returns the end of the right-to-left words that start at an index; the index itself if none starts there. */
function endOfRightToLeft(letters: readonly Grapheme<unknown>[], start: number): number {
  if (letters[start]?.kind !== "right") return start;
  let [end, open] = [start, 0];
  for (let index = start; index < letters.length && letters[index]?.kind !== "left"; index += 1) {
    const { text = "", kind } = letters[index] ?? {};
    if ("([{".includes(text)) open += 1;
    // A bracket that was opened between the words is closed there.
    const closes = ")]}".includes(text) && open > 0;
    if (closes) open -= 1;
    if (kind === "right" || closes) end = index + 1;
  }
  return end;
}

function rightToLeft<Font>(letters: readonly Grapheme<Font>[]): Run<Font>[] {
  const parts: Grapheme<Font>[][] = [];
  for (const grapheme of letters) {
    const last = parts.at(-1);
    const before = last?.[0];
    const joins = before?.font === grapheme.font && (before.kind === "digit") === (grapheme.kind === "digit");
    if (last && joins) last.push(grapheme);
    else parts.push([grapheme]);
  }
  return parts.reverse().map((part) => {
    const shaped = part.some(({ kind }) => kind === "right");
    const turned = shaped || part[0]?.kind === "digit" ? part : [...part].reverse();
    const text = turned.map(({ text }) => (part[0]?.kind === "digit" ? text : (MIRRORED[text] ?? text)));
    return { text: text.join(""), font: part[0]?.font ?? null, rightToLeft: shaped };
  });
}

const MIRRORED: Record<string, string> = {
  ...{ "(": ")", ")": "(", "[": "]", "]": "[", "{": "}", "}": "{" },
  ...{ "<": ">", ">": "<", "«": "»", "»": "«" },
};
