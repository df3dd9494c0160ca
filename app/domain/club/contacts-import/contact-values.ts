import { ageGroups, readAgeGroup } from "#app/domain/values/age-groups.ts";
import { readDate } from "#app/domain/values/written-dates.ts";

/** Single values of a contacts file (product.md#contacts-import). Pure. */

/** Month in which soccer's year of age groups begins. */
const FIRST_MONTH = 8;

/**
 * The age group of a birth date: groups run from August 1 to July 31, and a player of U-12 turns 12 in that year.
 * @param today YYYY-MM-DD
 * @returns '' if the text is no date, or the person is an adult
 */
export function ageGroupOfBirth(text: string, today: string): string {
  const stated = readAgeGroup(text);
  if (stated) return stated;
  const born = readDate(text)?.date;
  if (!born) return "";
  const age = seasonYear(today) - seasonYear(born);
  const group = `U-${Math.max(age, 6)}`;
  return age >= 0 && ageGroups.some((known) => known === group) ? group : "";
}

/** A cell of age groups as it is, unless it is a birth date: then only the age group. */
export const withoutDate = (text: string, today: string): string =>
  /\d/.test(text) && readAgeGroup(text) === null && readDate(text)?.date
    ? ageGroupOfBirth(text, today)
    : text;

/** 'Parker, Pat', as lists are sorted, turned around; 'Pat Parker, Jr.' stays. */
export function turnedName(text: string): string {
  const [last = "", first = "", ...more] = text.split(",").map((part) => part.trim());
  if (!last || !first || more.length > 0 || SUFFIX.test(first)) return text;
  return `${first} ${last}`;
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv|m\.?d|ph\.?d|esq|d\.?d\.?s|r\.?n|cpa)\.?$/i;

/** The year in which the age groups' year of a date ends. */
function seasonYear(date: string): number {
  const [year, month] = date.split("-").map(Number) as [number, number];
  return month >= FIRST_MONTH ? year + 1 : year;
}

/** What systems write for a player without a team. */
export const isNoTeam = (text: string) =>
  /^(?:unallocated|unassigned|unrostered|not (?:assigned|rostered)|none|n\/?a|tbd|free agent|-+)$/i.test(
    text,
  );

/** A registration that did not come about. */
export const isCancelled = (text: string) => /cancel|withdr|refund|declin|delet|void|reject/i.test(text);

/** Somebody of the team's staff: 'Staff' of a role, 'Y' of 'Non-Player'. */
export const isStaff = (text: string) =>
  /^(?:y|yes|true|staff|.*coach.*|.*manager.*)$/i.test(text.slice(0, 60));

/**
 * The addresses of one cell: two people's behind each other, or one person's (Google separates with ' ::: ').
 */
export function splitAddresses(text: string): string[] {
  if (!/[;,\s]/.test(text)) return [text];
  const [own = ""] = text.split(" ::: ");
  const parts = own.split(/[;,\s]+/).filter(Boolean);
  return parts.length > 1 && parts.every((part) => part.includes("@")) ? parts : [own.trim()];
}
