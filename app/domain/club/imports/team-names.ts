import { type AgeGroup, type Gender, readAgeGroup, readGender } from "#app/domain/values/age-groups.ts";
import { wordsOf } from "#app/domain/values/names.ts";

/** Takes teams' names apart: the club's name, age, gender, and the name proper. Pure. */

/** A team's name without club, age and gender. */
export interface CoreName {
  /** The words, joined. */
  key: string;
  words: string[];
  age: AgeGroup | null;
  gender: Gender | null;
}

const CLUB_WORDS = new Set(
  "fc sc cf ac ys ysa ysc club soccer football youth association academy league united athletic sports".split(
    " ",
  ),
);

const AGE_OR_GENDER =
  /^(?:[bg]?u\d{1,2}[bgc]?|[bg]?\d{1,2}u[bgc]?|u|under|b|g|boys?|girls?|male|female|men|women|coed|mixed)$/;

/** The words of each name that files have for the club. */
export type ClubNames = readonly (readonly string[])[];

/** @param clubs one of these names may come first. */
export function coreName(text: string, clubs: ClubNames): CoreName {
  const all = wordsOf(text);
  const leading = leadingWords(all, clubs);
  const rest = all.slice(leading === all.length ? 0 : leading);
  const words: string[] = [];
  let gender: Gender | null = null;
  rest.forEach((word, index) => {
    const [before, after] = [rest[index - 1], rest[index + 1]];
    const isAge = /^\d{1,2}$/.test(word) && /^(u|under)$/.test(before ?? "");
    const isCoEd = (word === "co" && after === "ed") || (word === "ed" && before === "co");
    if (!isAge && !isCoEd && !AGE_OR_GENDER.test(word)) words.push(word);
    else gender ??= isCoEd ? "Coed" : genderIn(word);
  });
  return { key: words.join(""), words, age: readAgeGroup(text.slice(0, 120)), gender };
}

/** Reads 'boys', 'b', and the letter of 'BU12', 'U12B', '10UB'. */
function genderIn(word: string): Gender | null {
  return readGender(word) ?? readGender(/^([bg])u?\d/.exec(word)?.[1] ?? /([bgc])$/.exec(word)?.[1] ?? "");
}

/**
 * Tells whether a text is the club, as 'Lakeside YS' or 'Lakeside Youth Soccer Club' for 'Lakeside Youth Soccer'.
 */
export function isOwnClub(text: string, clubs: ClubNames): boolean {
  const words = wordsOf(text);
  return words.length > 0 && leadingWords(words, clubs) === words.length;
}

/** Returns a team's name as it is written, without the club's name before it. */
export function withoutClub(text: string, clubs: ClubNames): string {
  let words = leadingWords(wordsOf(text), clubs);
  if (words === 0) return text.trim();
  const rest = text.replace(/[\p{L}\p{N}\p{M}'\u2019.]+/gu, (word) => (words-- > 0 ? "" : word));
  return rest.replace(/^[^\p{L}\p{N}]+/u, "").trim() || text.trim();
}

/** Returns the share of a name's own words that are in the club's name, from 0 to 1. */
export function likeness(name: string, club: readonly string[]): number {
  const own = wordsOf(name).filter((word) => word.length > 2 && !CLUB_WORDS.has(word));
  return own.length === 0 ? 0 : own.filter((word) => club.includes(word)).length / own.length;
}

const leadingWords = (words: readonly string[], clubs: ClubNames) =>
  clubs.reduce((most, club) => Math.max(most, leadingClubWords(words, club)), 0);

/** Tells whether a team's name shares a word with its club's name, and so names the club. */
export function sharesClubName(team: string, club: string): boolean {
  const clubWords = new Set(wordsOf(club).filter((word) => !CLUB_WORDS.has(word)));
  return wordsOf(team).some((word) => clubWords.has(word));
}

/** Counts the leading words that are the club's name: whole, begun ('Lakeside'), or as initials ('LYS'). */
function leadingClubWords(words: readonly string[], club: readonly string[]): number {
  let count = 0;
  while (count < club.length && words[count] === club[count]) count += 1;
  const initials = club.map(([first]) => first).join("");
  if (count === 0 && club.length >= 2 && (words[0] === initials || words[0] === `${initials}c`)) count = 1;
  if (count === 0 || (CLUB_WORDS.has(words[0] ?? "") && count < club.length)) return 0;
  while (CLUB_WORDS.has(words[count] ?? "")) count += 1;
  return count;
}
