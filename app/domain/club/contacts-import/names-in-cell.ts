import { oneLine } from "#app/domain/club/schedule-import/schedule-values.ts";
import { normalName } from "#app/domain/values/names.ts";

/**
 * The people whom one cell of a contacts file names (product/imports.md#contacts-import). Pure, and linear in the cell.
 */

/** Meaning of a comma between two names: 'Ava, Ben' are two children, 'Parker, Pat' is one. */
export type Commas = "list" | "last-first" | "unknown";

export interface NameRules {
  commas: Commas;
  /** Tells whether a text is the family's last name by the row's other cells; null if they do not say. */
  isLastName: (text: string) => boolean | null;
}

/** Parents' names are turned around by lists that are sorted by last names. */
export const adultRules: NameRules = { commas: "last-first", isLastName: () => null };

/** A cell with more parts is a text, not a family. */
const MOST_NAMES = 8;
const SEVERAL = /[,;|/&\n]| \+ | and /i;
const JOINER = /[;|/&\n]| \+ | and /i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq|d\.?d\.?s|r\.?n|cpa)\.?$/i;
/** 'Mr. & Mrs. Parker' names two people, and neither of them. */
const TITLE = /^(?:mr|mrs|ms|miss|dr|sr|sra|family|parents?)\.?$/i;
/** Words that belong to the last name behind them. */
const PARTICLE = /^(?:van|von|der|den|de|del|la|le|da|di|du|dos|el|al|bin|ten|ter)$/i;

/**
 * Returns the names of one cell, each with the last name that the cell gives to all: 'Anna & David Müller' is Anna
 * Müller and David Müller, 'Ava, Ben & Cleo' are three, 'Parker, Pat' is Pat Parker.
 * @returns none for an empty cell
 */
export function namesInCell(cell: string, rules: NameRules): string[] {
  const text = linesJoined(cell);
  if (!SEVERAL.test(text)) return text ? [text] : [];
  const groups = text
    .split(JOINER)
    .map(commaParts)
    .filter((parts) => parts.length > 0);
  const names = groups.flat();
  if (names.length < 2) return names;
  if (names.length > MOST_NAMES || names.some((name) => TITLE.test(name))) return [turnedName(text)];
  const [first = []] = groups;
  const [last = "", ...rest] = first;
  const isOfFamily = looksLikeLastName(last) || rules.isLastName(last);
  if (groups.length === 1 && first.length === 2) return ofTwoParts(last, rest[0] ?? "", rules);
  if (groups.every((parts) => parts.length === 2) && (rules.commas !== "list" || isOfFamily))
    return groups.map(([last, first]) => `${first} ${last}`);
  // 'Müller, Ava & Ben'.
  if (first.length > 1 && groups.slice(1).every(({ length }) => length === 1)) {
    const isTurned = isOfFamily ?? (rules.commas === "last-first" && first.length === 2);
    if (isTurned) return names.slice(1).map((name) => (isOneWord(name) ? `${name} ${last}` : name));
  }
  return withSharedLastName(names);
}

/** Tells whether a text can only be a last name: 'van der Berg', 'O'Neil', 'McKay'. */
const looksLikeLastName = (text: string) =>
  PARTICLE.test(text.split(" ", 1)[0] ?? "") || /^(?:[OD]['\u2019]|Ma?c)\p{Lu}/u.test(text);

/** Splits two parts: 'Parker, Pat' is one person, unless commas separate people; 'Pat Parker, Kim Parker' are two. */
function ofTwoParts(before: string, after: string, { commas, isLastName }: NameRules): string[] {
  const [lastBefore, lastAfter] = [lastNameOf(before), lastNameOf(after)];
  const sameName = lastBefore !== "" && normalName(lastBefore) === normalName(lastAfter);
  const isList =
    commas === "list" &&
    !isLastName(before) &&
    !looksLikeLastName(before) &&
    (isOneWord(after) || isLastName(lastAfter)) &&
    before !== "";
  return sameName || isList ? withSharedLastName([before, after]) : [`${after} ${before}`];
}

/** Gives first names before a whole name its last name: they are one family. */
function withSharedLastName(names: readonly string[]): string[] {
  const last = lastNameOf(names.at(-1) ?? "");
  const firsts = names.slice(0, -1);
  return last && firsts.every(isOneWord)
    ? [...firsts.map((name) => `${name} ${last}`), ...names.slice(-1)]
    : [...names];
}

const isOneWord = (name: string) => !name.includes(" ");

/** Returns 'van der Berg' of 'Kim van der Berg'; '' of a single word. */
function lastNameOf(name: string): string {
  const words = name.split(" ");
  let from = words.length - 1;
  while (from > 1 && PARTICLE.test(words[from - 1] ?? "")) from -= 1;
  return from < 1 ? "" : words.slice(from).join(" ");
}

/** Splits at commas; 'Pat Parker, Jr.' is one part. */
function commaParts(text: string): string[] {
  const parts: string[] = [];
  for (const piece of text.split(",")) {
    const part = piece.trim();
    if (part && parts.length > 0 && SUFFIX.test(part)) parts.push(`${parts.pop()}, ${part}`);
    else if (part) parts.push(part);
  }
  return parts;
}

/** Joins a cell's lines; a line break separates two people. */
const linesJoined = (cell: string) =>
  cell.includes("\n")
    ? cell.split("\n").map(oneLine).filter(Boolean).join("\n").replaceAll(",\n", ", ")
    : oneLine(cell);

/** Turns 'Parker, Pat', as sorted lists have it, around; 'Pat Parker, Jr.' and cells with several people stay. */
export function turnedName(text: string): string {
  if (JOINER.test(text)) return text;
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim());
  if (!last || !first || more.length > 0 || SUFFIX.test(first)) return text;
  return `${first} ${last}`;
}

/** Combines first names in one column and the last name in another: 'Ava & Ben' and 'Müller'. */
export function namesOfParts(first: string, last: string): string[] {
  const firsts = namesInCell(first, { commas: "list", isLastName: () => null });
  const lasts = namesInCell(last, { commas: "list", isLastName: () => null });
  if (firsts.length < 2) return [[oneLine(first), oneLine(last)].filter(Boolean).join(" ")].filter(Boolean);
  if (lasts.length === firsts.length) return firsts.map((name, index) => `${name} ${lasts[index]}`);
  return firsts.map((name) => [name, oneLine(last)].filter(Boolean).join(" "));
}

/**
 * Decides what commas mean in a file's cells of children, by the rows that also name the parents: whether a comma
 * mostly follows the family's last name.
 */
export function commasOf(cells: Iterable<{ cell: string; isLastName: NameRules["isLastName"] }>): Commas {
  let [turned, listed] = [0, 0];
  for (const { cell, isLastName } of cells) {
    const text = linesJoined(cell);
    if (!text.includes(",") || JOINER.test(text)) continue;
    const [before = "", ...after] = commaParts(text);
    const isTurned = after.length > 0 ? isLastName(before) : null;
    if (isTurned === true) turned += 1;
    else if (isTurned === false) listed += 1;
  }
  if (turned + listed === 0) return "unknown";
  return turned >= listed ? "last-first" : "list";
}
